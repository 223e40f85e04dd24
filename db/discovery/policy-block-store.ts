import { execute, rowOf, rowsOf } from '../query.ts';
import { rowset } from '../rowset.ts';
import { rawSql, sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

/** SQL of the end of the current UTC day, when blocks expire. */
export const endOfDay = rawSql(`date_trunc('day', now(), 'UTC') + interval '24 hours'`);

/** One region of an account. */
export interface RegionOfAccount {
  readonly accountId: string;
  readonly region: string;
}

/** A region that a policy of the customer's AWS organization denies. */
export interface BlockedRegion {
  /** The message of AWS. */
  readonly error: string;
  /** Whether the block has expired, so that the region must be probed again. */
  readonly expired: boolean;
}

/** A cell that a policy of the customer's AWS organization denies, with the error of its last attempt. */
export interface BlockedCell {
  readonly resourceType: string;
  readonly errorCode: string | undefined;
  readonly error: string | undefined;
}

/** Finds the block of a region, expired or not. */
export async function findBlockedRegion(
  tenant: Tenant,
  { accountId, region }: RegionOfAccount,
): Promise<BlockedRegion | undefined> {
  return rowOf<BlockedRegion>(
    tenant,
    sql`select error, blocked_until <= now() as expired from blocked_regions
      where organization_id = ${tenant.organizationId} and aws_account_id = ${accountId} and region = ${region}`,
  );
}

/** Lists the regions of an account that are blocked today. */
export async function listBlockedRegions(tenant: Tenant, accountId: string): Promise<readonly string[]> {
  const rows = await rowsOf<{ region: string }>(
    tenant,
    sql`select region from blocked_regions where organization_id = ${tenant.organizationId}
      and aws_account_id = ${accountId} and blocked_until > now() order by region`,
  );
  return rows.map(({ region }) => region);
}

/** Blocks a region until the end of the day, and pauses its CloudTrail feed. */
export async function blockRegion(
  tenant: Tenant,
  { accountId, region }: RegionOfAccount,
  error: string,
): Promise<void> {
  await blockRegions(tenant, accountId, new Map([[region, error]]));
}

/** Deletes the block of a region that is no longer denied. */
export async function unblockRegion(tenant: Tenant, { accountId, region }: RegionOfAccount): Promise<void> {
  await execute(
    tenant,
    sql`delete from blocked_regions where organization_id = ${tenant.organizationId}
      and aws_account_id = ${accountId} and region = ${region}`,
  );
}

/**
 * Replaces the blocks of an account after a validation, which has probed every region. Blocks the denied regions. Deletes the
 * blocks of all cells, and of the other regions and their feeds, so that the next scan and poll read them again.
 *
 * @param denied region → message of AWS
 */
export async function replaceBlocks(
  tenant: Tenant,
  accountId: string,
  denied: ReadonlyMap<string, string>,
): Promise<void> {
  const ofAccount = sql`organization_id = ${tenant.organizationId} and aws_account_id = ${accountId}`;
  const regions = [...denied.keys()];
  await execute(
    tenant,
    sql`with cells as (
       update coverage_cells set blocked_until = null where ${ofAccount} and blocked_until is not null
     ), feeds as (
       update cloudtrail_feeds set blocked_until = null where ${ofAccount} and blocked_until is not null
         and region <> all(${regions}::text[])
     )
     delete from blocked_regions where ${ofAccount} and region <> all(${regions}::text[])`,
  );
  if (denied.size > 0) await blockRegions(tenant, accountId, denied);
}

/** Lists the cells of these types in a region that are blocked today. */
export async function listBlockedCells(
  tenant: Tenant,
  { accountId, region }: RegionOfAccount,
  resourceTypes: readonly string[],
): Promise<readonly BlockedCell[]> {
  const rows = await rowsOf<{
    resourceType: string;
    errorCode: string | undefined;
    error: string | undefined;
  }>(
    tenant,
    sql`select resource_type, error_code, error from coverage_cells
      where organization_id = ${tenant.organizationId} and aws_account_id = ${accountId} and region = ${region}
        and resource_type = any(${resourceTypes}::text[]) and outcome = 'blocked_by_scp' and blocked_until > now()`,
  );
  return rows.map((row) => ({
    resourceType: row.resourceType,
    errorCode: row.errorCode ?? undefined,
    error: row.error ?? undefined,
  }));
}

async function blockRegions(
  tenant: Tenant,
  accountId: string,
  denied: ReadonlyMap<string, string>,
): Promise<void> {
  const given = [...denied].map(([region, error]) => ({ region, error: error.slice(0, 500) }));
  await execute(
    tenant,
    sql`with given as (
       select * from ${rowset('g', { region: 'text', error: 'text' }, given)}
     ), feeds as (
       update cloudtrail_feeds f set status = 'blocked_by_scp', last_error = g.error, next_poll_at = null,
              blocked_until = ${endOfDay}
       from given g where f.organization_id = ${tenant.organizationId} and f.aws_account_id = ${accountId}
         and f.region = g.region
     )
     insert into blocked_regions (organization_id, aws_account_id, region, blocked_until, error)
     select ${tenant.organizationId}::uuid, ${accountId}::uuid, region, ${endOfDay}, error from given order by region
     on conflict on constraint blocked_regions_pkey do update
       set blocked_until = excluded.blocked_until, error = excluded.error`,
  );
}
