import type { EdgeEnd } from '../../../domain/graph/compute-edges.ts';
import { rowsOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { findAccountNumbers } from '../extract/graph-accounts.ts';

/** Returns resources and external nodes by id. */
export async function findEnds(
  tenant: Tenant,
  ids: readonly string[],
): Promise<ReadonlyMap<string, EdgeEnd>> {
  const { organizationId } = tenant;
  const resources = await rowsOf<Pick<EdgeEnd, 'id' | 'region' | 'resourceType'> & { accountId: string }>(
    tenant,
    sql`select id, aws_account_id as "accountId", region, resource_type as "resourceType" from resources
      where organization_id = ${organizationId} and id = any(${ids}::uuid[])`,
  );
  const numbers = await findAccountNumbers(
    tenant,
    resources.map(({ accountId }) => accountId),
  );
  const nodes = await rowsOf<EdgeEnd>(
    tenant,
    sql`select id, null as "accountId", account_id as "awsAccountNumber", region, resource_type as "resourceType"
      from external_nodes
      where organization_id = ${organizationId} and id = any(${ids}::uuid[])`,
  );
  const ends: readonly EdgeEnd[] = [
    ...resources.map((row) => ({ ...row, awsAccountNumber: numbers.get(row.accountId) })),
    ...nodes,
  ];
  return new Map(ends.map((end) => [end.id, end]));
}
