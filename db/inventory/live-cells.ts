import { queryOf } from '../tenant.ts';
import type { Tenant } from '../tenant.ts';

export interface LiveCell {
  readonly region: string;
  readonly resourceType: string;
}

/** The cells of an account that have live rows, read cell by cell from the identity's index, not row by row. */
export async function liveCells(tenant: Tenant, accountId: string): Promise<readonly LiveCell[]> {
  const account = 'r.organization_id = ? and r.aws_account_id = ?';
  const key = [tenant.organizationId, accountId];
  const { rows } = await queryOf(tenant).raw<{ rows: { region: string; resource_type: string }[] }>(
    `with recursive cells as (
       (select r.region, r.resource_type from resources r where ${account}
        order by r.region, r.resource_type limit 1)
       union all
       select next.region, next.resource_type from cells c cross join lateral (
         select r.region, r.resource_type from resources r
         where ${account} and (r.region, r.resource_type) > (c.region, c.resource_type)
         order by r.region, r.resource_type limit 1) next
     )
     select region, resource_type from cells c where exists (
       select from resources r where ${account} and r.region = c.region and r.resource_type = c.resource_type
         and r.status <> 'deleted')`,
    [...key, ...key, ...key],
  );
  return rows.map(({ region, resource_type: resourceType }) => ({ region, resourceType }));
}

/** Live resources of a cell, and whether the ledger says that they are all. */
export async function knownResources(
  tenant: Tenant,
  place: { readonly accountId: string; readonly region: string },
  resourceType: string,
): Promise<{
  complete: boolean;
  resources: readonly { nativeId: string; arn: string | null; name: string | null }[];
}> {
  const cell = {
    organization_id: tenant.organizationId,
    aws_account_id: place.accountId,
    region: place.region,
    resource_type: resourceType,
  };
  const complete = await queryOf(tenant)('coverage_cells')
    .where({ ...cell, outcome: 'complete' })
    .first('region');
  const resources = await queryOf(tenant)('resources')
    .where({ ...cell, status: 'active' })
    .select<{ nativeId: string; arn: string | null; name: string | null }[]>({
      nativeId: 'native_id',
      arn: 'arn',
      name: 'name',
    });
  return { complete: complete !== undefined, resources };
}
