import { execute, oneRowOf, rowOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Database, Tenant } from '../tenant.ts';

/** An installation of the GitHub App and its account. */
export interface InstallationAccount {
  readonly id: number;
  readonly accountId: number;
  readonly accountLogin: string;
}

/**
 * Stores the sender of a verified `installation.created` delivery. Returns whether the delivery proves the installer: not
 * if the installation was bound before, so a repeated delivery cannot bind it again.
 */
export async function recordInstallation(
  database: Database,
  { id, accountId, accountLogin }: InstallationAccount,
  senderId: number,
): Promise<boolean> {
  const { proves } = await oneRowOf<{ proves: boolean }>(
    database.outside,
    sql`select record_github_installation(${id}::bigint, ${accountId}::bigint, ${accountLogin},
      ${senderId}::bigint) as proves`,
  );
  return proves;
}

/**
 * Returns the person who installed the App, without `senderId` after the installation was bound; `undefined` until the
 * delivery is received.
 */
export async function findInstaller(
  database: Database,
  installationId: number,
): Promise<{ readonly senderId: number | undefined } | undefined> {
  return rowOf(database.outside, sql`select sender_id from find_github_installer(${installationId}::bigint)`);
}

/** Marks the delivery of an installation as used, in the transaction that binds the installation. */
export async function useInstallationProof(
  tenant: Tenant,
  { id, accountId, accountLogin }: InstallationAccount,
): Promise<void> {
  await execute(
    tenant,
    sql`select use_github_installation(${id}::bigint, ${accountId}::bigint, ${accountLogin})`,
  );
}

/** Deletes the row of an installation that was uninstalled. */
export async function deleteInstallation(database: Database, installationId: number): Promise<void> {
  await execute(database.outside, sql`select delete_github_installation(${installationId}::bigint)`);
}

const rowsPerBatch = 1000;

/** Deletes up to 1,000 rows that are older than seven days. Returns whether there may be more. */
export async function deleteOldInstallations(database: Database): Promise<boolean> {
  const { deleted } = await oneRowOf<{ deleted: number }>(
    database.outside,
    sql`select delete_old_github_installations(${rowsPerBatch}) as deleted`,
  );
  return deleted === rowsPerBatch;
}
