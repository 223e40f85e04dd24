import { execute, rowOf, rowsOf } from '../query.ts';
import { rawSql, sql } from '../sql.ts';
import type { Database, Tenant } from '../tenant.ts';

/** Counts of an organization begin at most so often. */
const pause = rawSql(`interval '10 minutes'`);

/** Records that counts are requested. A run that begins after the commit covers the request. */
export async function requestCount(tenant: Tenant): Promise<void> {
  await execute(
    tenant,
    sql`insert into query_counts (organization_id, requested_at) values (${tenant.organizationId}, clock_timestamp())
      on conflict on constraint query_counts_pkey do update set requested_at = excluded.requested_at`,
  );
}

/** Returns whether a request waits, and the last count began before the pause. */
export async function hasDueCount(tenant: Tenant): Promise<boolean> {
  const row = await rowOf(
    tenant,
    sql`select from query_counts where organization_id = ${tenant.organizationId}
        and requested_at > coalesce(begun_at, '-infinity') and coalesce(begun_at, '-infinity') <= now() - ${pause}`,
  );
  return row !== undefined;
}

/** As {@link hasDueCount}, for all organizations. Returns their ids. */
export async function listOrganizationsToCount(database: Database): Promise<readonly string[]> {
  const rows = await rowsOf<{ organizationId: string }>(
    database.outside,
    sql`select organization_id from organizations_to_count(${pause})`,
  );
  return rows.map(({ organizationId: id }) => id);
}

/** Records that a count begins. Requests that commit later are not covered by it. */
export async function beginCount(tenant: Tenant): Promise<void> {
  await execute(
    tenant,
    sql`update query_counts set begun_at = clock_timestamp() where organization_id = ${tenant.organizationId}`,
  );
}
