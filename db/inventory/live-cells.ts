import type { CellOutcome } from '../../domain/values.ts';
import { rowOf, rowsOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

/** A cell of one account: a region and a resource type. */
export interface Cell {
  readonly region: string;
  readonly resourceType: string;
}

/**
 * Lists the cells of an account with at least one resource that is not deleted. The recursive query is a loose index
 * scan: it reads one index entry per cell, not one per resource.
 */
export async function listLiveCells(tenant: Tenant, accountId: string): Promise<readonly Cell[]> {
  const ofAccount = sql`r.organization_id = ${tenant.organizationId} and r.aws_account_id = ${accountId}`;
  const rows = await rowsOf<{ region: string; resourceType: string }>(
    tenant,
    sql`with recursive cells as (
       (select r.region, r.resource_type from resources r where ${ofAccount}
        order by r.region, r.resource_type limit 1)
       union all
       select next.region, next.resource_type from cells c cross join lateral (
         select r.region, r.resource_type from resources r
         where ${ofAccount} and (r.region, r.resource_type) > (c.region, c.resource_type)
         order by r.region, r.resource_type limit 1) next
     )
     select region, resource_type from cells c where exists (
       select from resources r where ${ofAccount} and r.region = c.region and r.resource_type = c.resource_type
         and r.status <> 'deleted')`,
  );
  return rows.map(({ region, resourceType }) => ({ region, resourceType }));
}

/**
 * Lists the active resources of a cell, with the outcome of the cell in the scan. `complete`: whether this scan has read the
 * cell to its end. The outcome of an earlier scan is not used: since then the resources may have become `unobserved`, for
 * example because their account was excluded.
 */
export async function listKnownResources(
  tenant: Tenant,
  {
    scanId,
    accountId,
    region,
  }: { readonly scanId: string; readonly accountId: string; readonly region: string },
  resourceType: string,
): Promise<{
  complete: boolean;
  outcome: CellOutcome | undefined;
  resources: readonly { nativeId: string; arn: string | undefined; name: string | undefined }[];
}> {
  const ofCell = sql`organization_id = ${tenant.organizationId} and aws_account_id = ${accountId}
    and region = ${region} and resource_type = ${resourceType}`;
  const cell = await rowOf<{ outcome: CellOutcome }>(
    tenant,
    sql`select outcome from coverage_cells where ${ofCell} and scan_id = ${scanId}`,
  );
  const resources = await rowsOf<{ nativeId: string; arn: string | undefined; name: string | undefined }>(
    tenant,
    sql`select native_id as "nativeId", arn, name from resources where ${ofCell} and status = 'active'`,
  );
  return { complete: cell?.outcome === 'complete', outcome: cell?.outcome, resources };
}
