import type { ObservedResource } from '../../domain/discovery/observation/observed-resource.ts';
import { storesSharedResource } from '../../domain/inventory/stores-shared-resource.ts';
import type { SharedResourceFacts } from '../../domain/inventory/stores-shared-resource.ts';
import { newId } from '../new-id.ts';
import { execute, rowsOf } from '../query.ts';
import { rowset } from '../rowset.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import type { Attempt } from '../discovery/attempt.ts';

/**
 * Stores the references of the attempt's account to resources that other accounts own. Returns the resources of the page
 * whose rows the account stores. Marks its rows of the other resources as deleted, without a change, because another account
 * has the row.
 */
export async function storeSharedReferences(
  tenant: Tenant,
  attempt: Attempt,
  page: readonly ObservedResource[],
): Promise<readonly ObservedResource[]> {
  const foreign = page.filter(({ home }) => home !== undefined);
  if (foreign.length === 0) return page;
  await upsertReferences(tenant, attempt, foreign);
  const facts = await readFacts(tenant, attempt, foreign);
  const released = foreign.flatMap((resource, index) => {
    const known = facts.get(index + 1);
    if (known === undefined || storesSharedResource(attempt.accountId, known)) return [];
    return [{ resource, hasRow: known.hasRow }];
  });
  const rows = released.flatMap(({ resource, hasRow }) => (hasRow ? [resource] : []));
  if (rows.length > 0) {
    await execute(
      tenant,
      sql`update resources r set status = 'deleted', deleted_at = now()
        from ${rowset('o', { resourceType: 'text', nativeId: 'text' }, rows)}
        where r.organization_id = ${tenant.organizationId} and r.aws_account_id = ${attempt.accountId}
          and r.region = ${attempt.region} and r.resource_type = o.resource_type and r.native_id = o.native_id
          and r.status <> 'deleted'`,
    );
  }
  const omitted = new Set(released.map(({ resource }) => resource));
  return page.filter((resource) => !omitted.has(resource));
}

/**
 * Marks the rows that using accounts have stored for resources of the attempt's account as deleted, without a change, because
 * the owner now has the rows.
 *
 * @param appeared resources whose rows were inserted, or were not active before
 */
export async function deleteRowsOfUsingAccounts(
  tenant: Tenant,
  attempt: Attempt,
  appeared: readonly ObservedResource[],
): Promise<void> {
  const arns = appeared.flatMap(({ arn, home }) => (arn === undefined || home !== undefined ? [] : [arn]));
  if (arns.length === 0) return;
  await execute(
    tenant,
    sql`update resources r set status = 'deleted', deleted_at = now()
      from aws_accounts a
      where a.organization_id = ${tenant.organizationId} and a.id = ${attempt.accountId}
        and r.organization_id = ${tenant.organizationId} and r.owner_account_number = a.account_id
        and r.owner_account_number is not null and r.arn = any(${arns}::text[]) and r.status <> 'deleted'`,
  );
}

const referenceColumns = {
  resourceType: 'text',
  nativeId: 'text',
  arn: 'text',
  ownerAccountNumber: 'text',
} as const;

async function upsertReferences(
  tenant: Tenant,
  attempt: Attempt,
  foreign: readonly ObservedResource[],
): Promise<void> {
  const rows = foreign.flatMap((resource) => {
    const ownerAccountNumber = resource.home?.awsAccountNumber;
    return ownerAccountNumber === undefined ? [] : [{ ...resource, id: newId(), ownerAccountNumber }];
  });
  if (rows.length === 0) return;
  const { organizationId } = tenant;
  await execute(
    tenant,
    sql`with observed as materialized (
       select * from ${rowset('o', { id: 'uuid', ...referenceColumns }, rows)}
     ), known as (
       select o.*, f.id as known_id,
              (f.arn, f.owner_account_number) is distinct from (o.arn, o.owner_account_number) as differs
       from observed o left join shared_references f on f.organization_id = ${organizationId}
         and f.aws_account_id = ${attempt.accountId} and f.region = ${attempt.region}
         and f.resource_type = o.resource_type and f.native_id = o.native_id
     ), stored as (
       insert into shared_references (organization_id, id, aws_account_id, region, resource_type, native_id, arn,
                                      owner_account_number)
       select ${organizationId}::uuid, id, ${attempt.accountId}::uuid, ${attempt.region}::text, resource_type, native_id,
              arn, owner_account_number
       from known where differs
       on conflict on constraint shared_references_identity_key do update
         set arn = excluded.arn, owner_account_number = excluded.owner_account_number)
     insert into seen_resources (organization_id, task_id, attempt, resource_id)
     select ${organizationId}::uuid, ${attempt.taskId}::uuid, ${attempt.attempt}::integer, coalesce(known_id, id)
     from known on conflict do nothing`,
  );
}

interface FactsRow {
  readonly position: number;
  readonly hasRow: boolean;
  readonly ownerHasRow: boolean;
  readonly ownerIsPending: boolean;
  readonly otherAccountWithRow: string | undefined;
}

/**
 * Returns the facts by position in `foreign`, from 1. An account counts as scanned by the conditions of
 * `findScannableAccounts`. An owner is pending until a scan of its region has ended or has read the type. Later scans may never
 * read the type: types of tier B are planned only for accounts in which they probably exist.
 */
async function readFacts(
  tenant: Tenant,
  attempt: Attempt,
  foreign: readonly ObservedResource[],
): Promise<ReadonlyMap<number, SharedResourceFacts>> {
  const { organizationId } = tenant;
  const observed = foreign.map((resource, index) => ({
    ...resource,
    position: index + 1,
    ownerAccountNumber: resource.home?.awsAccountNumber,
    homeRegion: resource.home?.region,
  }));
  const rows = await rowsOf<FactsRow>(
    tenant,
    sql`with observed as materialized (
       select * from ${rowset('o', { position: 'integer', ...referenceColumns, homeRegion: 'text' }, observed)}
     )
     select o.position, own.id is not null as has_row, held.id is not null as owner_has_row,
            c.id is not null and a.id is not null and held.id is null and not exists (
              select from coverage_cells l left join runs on runs.organization_id = ${organizationId}
                and runs.id = l.scan_id
              where l.organization_id = ${organizationId} and l.aws_account_id = a.id and l.region = o.home_region
                and (l.resource_type = o.resource_type or runs.finished_at is not null or runs.id is null))
              as owner_is_pending,
            (select min(r.aws_account_id::text) from resources r
              where r.organization_id = ${organizationId} and r.owner_account_number = o.owner_account_number
                and r.owner_account_number is not null and r.arn = o.arn and r.status = 'active'
                and r.aws_account_id <> ${attempt.accountId}) as other_account_with_row
     from observed o
     left join resources own on own.organization_id = ${organizationId} and own.aws_account_id = ${attempt.accountId}
       and own.region = ${attempt.region} and own.resource_type = o.resource_type and own.native_id = o.native_id
       and own.status <> 'deleted'
     left join aws_accounts a on a.organization_id = ${organizationId} and a.deleted_at is null and a.included
       and a.status = 'connected' and (o.home_region = 'global' or o.home_region = any(a.effective_regions))
       and case when o.owner_account_number is null then a.id = ${attempt.accountId}
                else a.account_id = o.owner_account_number end
     left join aws_connections c on c.organization_id = ${organizationId} and c.id = a.connection_id
       and c.status <> 'deleting'
     left join resources held on held.organization_id = ${organizationId} and held.aws_account_id = a.id
       and held.region = o.home_region and held.resource_type = o.resource_type and held.native_id = o.native_id
       and held.status = 'active'`,
  );
  return new Map(
    rows.map((row) => [
      row.position,
      {
        hasRow: row.hasRow,
        ownerHasRow: row.ownerHasRow,
        ownerIsPending: row.ownerIsPending,
        otherAccountWithRow: row.otherAccountWithRow,
      },
    ]),
  );
}
