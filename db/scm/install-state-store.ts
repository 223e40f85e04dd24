import { execute, oneRowOf, rowOf, rowsOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Database, Tenant } from '../tenant.ts';

/** A state of a GitHub App installation that is neither used nor expired. */
export interface InstallStateRow {
  readonly id: string;
  readonly userId: string;
}

/** The claim of an installation by a person, until its delivery has been received. */
export interface PendingClaim {
  readonly organizationId: string;
  readonly id: string;
}

/** Inserts a state that is valid for `minutes`. */
export async function createInstallState(
  tenant: Tenant,
  userId: string,
  minutes: number,
): Promise<{ readonly id: string; readonly expiresAt: Date }> {
  return oneRowOf(
    tenant,
    sql`insert into scm_install_states (organization_id, user_id, expires_at)
      values (${tenant.organizationId}, ${userId}, now() + make_interval(mins => ${minutes})) returning id, expires_at`,
  );
}

/** Locks a state that is neither used nor expired until the transaction ends. Its user must be active. */
export async function lockInstallState(tenant: Tenant, id: string): Promise<InstallStateRow | undefined> {
  return rowOf<InstallStateRow>(
    tenant,
    sql`select s.id, s.user_id from scm_install_states s
      join users u on u.organization_id = s.organization_id and u.id = s.user_id and u.status = 'active'
      where s.organization_id = ${tenant.organizationId} and s.id = ${id} and s.used_at is null
        and s.expires_at > now() for update of s`,
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

/** Deletes the claim of a state after its installation was bound. */
export async function deleteClaim(tenant: Tenant, id: string): Promise<void> {
  await execute(
    tenant,
    sql`update scm_install_states set installation_id = null, github_user_id = null, claimed_at = null
      where organization_id = ${tenant.organizationId} and id = ${id}`,
  );
}

/** Whether a state has a claim. */
export async function hasClaim(tenant: Tenant, id: string): Promise<boolean> {
  const row = await rowOf(
    tenant,
    sql`select id from scm_install_states
      where organization_id = ${tenant.organizationId} and id = ${id} and claimed_at is not null`,
  );
  return row !== undefined;
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
): Promise<{ readonly organizationId: string; readonly id: string } | undefined> {
  return rowOf(database.outside, sql`select * from find_github_connection(${installationId}::bigint)`);
}

/** Finds the organization of a GitLab connection. */
export async function findGitlabOrganization(
  database: Database,
  connectionId: string,
): Promise<string | undefined> {
  const row = await rowOf<{ organizationId: string }>(
    database.outside,
    sql`select * from find_scm_connection(${connectionId})`,
  );
  return row?.organizationId;
}
