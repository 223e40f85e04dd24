import type { EdgeEnd } from '../../domain/graph/compute-edges.ts';
import { rowsOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

/** Returns resources and external nodes by id. */
export async function findEnds(
  tenant: Tenant,
  ids: readonly string[],
): Promise<ReadonlyMap<string, EdgeEnd>> {
  const { organizationId } = tenant;
  const rows = await rowsOf<EdgeEnd>(
    tenant,
    sql`select r.id, r.aws_account_id as "accountId", a.account_id as "awsAccountNumber", r.region
      from unnest(${ids}::uuid[]) as g(id)
      join resources r on r.organization_id = ${organizationId} and r.id = g.id
      join aws_accounts a on a.organization_id = ${organizationId} and a.id = r.aws_account_id
      union all
      select n.id, null, n.account_id, n.region from unnest(${ids}::uuid[]) as g(id)
      join external_nodes n on n.organization_id = ${organizationId} and n.id = g.id`,
  );
  return new Map(rows.map((row) => [row.id, row]));
}
