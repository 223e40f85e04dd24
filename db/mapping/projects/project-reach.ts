import { errors } from '../../../domain/errors.ts';
import { execute, oneRowOf, rowsOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';

/** Returns the accounts that a person named as the ones that a project reaches, by id. */
export async function listProjectReach(tenant: Tenant, projectId: string): Promise<readonly string[]> {
  const rows = await rowsOf<{ id: string }>(
    tenant,
    sql`select aws_account_id as id from iac_project_reach
      where organization_id = ${tenant.organizationId} and iac_project_id = ${projectId} order by 1`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Replaces the accounts that a project reaches. Without any, the reach follows from its state and code.
 * @throws CatalogueError `validation_failed` for an account that does not exist or is deleted.
 */
export async function replaceProjectReach(
  tenant: Tenant,
  projectId: string,
  accountIds: readonly string[],
): Promise<void> {
  const { organizationId } = tenant;
  const ids = [...new Set(accountIds.map((id) => id.toLowerCase()))];
  const { known } = await oneRowOf<{ known: number }>(
    tenant,
    sql`select count(*) as known from aws_accounts
      where organization_id = ${organizationId} and deleted_at is null and id = any(${ids}::uuid[])`,
  );
  if (known < ids.length) throw errors.validationFailed('reach_account_ids', 'does not exist');
  await execute(
    tenant,
    sql`delete from iac_project_reach where organization_id = ${organizationId} and iac_project_id = ${projectId}
      and aws_account_id <> all(${ids}::uuid[])`,
  );
  await execute(
    tenant,
    sql`insert into iac_project_reach (organization_id, iac_project_id, aws_account_id)
      select ${organizationId}::uuid, ${projectId}::uuid, id from unnest(${ids}::uuid[]) id
      on conflict on constraint iac_project_reach_pkey do nothing`,
  );
}

/** Whether a user deleted a detected state source of the project. */
export async function hasDeletedSource(tenant: Tenant, projectId: string): Promise<boolean> {
  const { found } = await oneRowOf<{ found: boolean }>(
    tenant,
    sql`select exists (select from iac_project_states where organization_id = ${tenant.organizationId}
      and iac_project_id = ${projectId} and state_source_id is null) as found`,
  );
  return found;
}
