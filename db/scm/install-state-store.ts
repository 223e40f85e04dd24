import { execute, oneRowOf, rowOf, rowsOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Database, Tenant } from '../tenant.ts';

/** A state of a GitHub App installation that is neither used nor expired. */
export interface InstallStateRow {
  readonly id: string;
  readonly user_id: string;
}

/** The claim of an installation by a person, until its delivery has been received. */
export interface PendingClaim {
  readonly organization_id: string;
  readonly id: string;
}

/** Inserts a state that is valid for `minutes`. */
export async function createInstallState(
  tenant: Tenant,
  userId: string,
  minutes: number,
): Promise<{ readonly id: string; readonly expires_at: Date }> {
  return oneRowOf(
    tenant,
    sql`insert into scm_install_states (organization_id, user_id, expires_at)
      values (${tenant.organizationId}, ${userId}, now() + make_interval(mins => ${minutes})) returning id, expires_at`,
  );
}

/** Returns a state that is neither used nor expired, locked until the transaction ends. */
export async function lockInstallState(tenant: Tenant, id: string): Promise<InstallStateRow | undefined> {
  return rowOf<InstallStateRow>(
    tenant,
    sql`select id, user_id from scm_install_states
      where organization_id = ${tenant.organizationId} and id = ${id} and used_at is null
        and expires_at > now() for update`,
  );
}

/** Uses a state up. */
export async function useInstallState(tenant: Tenant, id: string): Promise<void> {
  await execute(
    tenant,
    sql`update scm_install_states set used_at = now()
      where organization_id = ${tenant.organizationId} and id = ${id} and used_at is null`,
  );
}

/** Stores the claim of a person to whom GitHub shows the installation before its delivery has been received. */
export async function claimInstallation(
  tenant: Tenant,
  id: string,
  claim: { readonly installationId: number; readonly githubUserId: number },
): Promise<void> {
  await execute(
    tenant,
    sql`update scm_install_states
      set installation_id = ${claim.installationId}, github_user_id = ${claim.githubUserId}, claimed_at = now()
      where organization_id = ${tenant.organizationId} and id = ${id}`,
  );
}

/** Lists the claims of an installation by a person, of all organizations, that are at most ten minutes old. */
export async function listPendingClaims(
  database: Database,
  installationId: number,
  githubUserId: number,
): Promise<readonly PendingClaim[]> {
  return rowsOf<PendingClaim>(
    database.outside,
    sql`select * from pending_github_claims(${installationId}::bigint, ${githubUserId}::bigint)`,
  );
}

/** Finds the connection to which an installation is bound. */
export async function findGithubConnection(
  database: Database,
  installationId: number,
): Promise<{ readonly organization_id: string; readonly id: string } | undefined> {
  return rowOf(database.outside, sql`select * from find_github_connection(${installationId}::bigint)`);
}

/** Finds the organization of a GitLab connection. */
export async function findGitlabOrganization(
  database: Database,
  connectionId: string,
): Promise<string | undefined> {
  const row = await rowOf<{ organization_id: string }>(
    database.outside,
    sql`select * from find_scm_connection(${connectionId})`,
  );
  return row?.organization_id;
}
