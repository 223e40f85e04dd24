import { queueInference } from '../../ownership/inference/inference-queue.ts';
import { lockOrganization } from '../../lock-organization.ts';
import { withoutNestedLoops } from '../../planner-settings.ts';
import { oneRowOf } from '../../query.ts';
import { rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { classifyEntries } from './classify-entries.ts';
import { countEntries } from '../states/count-entries.ts';
import { storeSourceAccounts } from '../states/source-accounts.ts';
import { findMatches } from './find-matches.ts';
import { recomputeManagementStates } from './management-state.ts';
import { recordCoverage } from '../coverage/coverage-history-store.ts';

/** What a matching wrote. */
export interface MatchCounts {
  /** Entries whose match, class or reason changed. */
  readonly entries: number;
  /** Resources whose management state changed. */
  readonly resources: number;
}

/**
 * Matches the new, changed and unmatched entries of a source after its entries were stored, and computes the management
 * states that follow. Entries with a resource are only read when the resource is no longer active. Idempotent.
 *
 * @param releasedResourceIds resources that changed or deleted entries claimed before
 */
export async function matchSource(
  tenant: Tenant,
  stateSourceId: string,
  releasedResourceIds: readonly string[] = [],
): Promise<MatchCounts> {
  await lockOrganization(tenant, 'mapping');
  await queueInference(tenant, 'resource', releasedResourceIds);
  const matched = await matchEntries(
    tenant,
    sql`e.state_source_id = ${stateSourceId} and (e.resource_id is null or ${isGone(tenant)})`,
  );
  await storeSourceAccounts(tenant, [...new Set([stateSourceId, ...matched.stateSourceIds])]);
  await countEntries(tenant, { stateSourceId });
  const resources = await recomputeManagementStates(tenant, {
    resourceIds: [...new Set([...releasedResourceIds, ...matched.resourceIds])],
  });
  await recordCoverage(tenant);
  return { entries: matched.entries, resources };
}

/**
 * Matches the entries that name the account or no account, those without a resource, and those of its resources, after a scan
 * of the account, and computes the management states of its resources. Idempotent.
 */
export async function rematchAccount(tenant: Tenant, awsAccountId: string): Promise<MatchCounts> {
  await lockOrganization(tenant, 'mapping');
  const { organizationId } = tenant;
  const matched = await matchEntries(
    tenant,
    sql`(e.resource_id is null or e.aws_account_number is null
      or e.aws_account_number = (select a.account_id from aws_accounts a
        where a.organization_id = ${organizationId} and a.id = ${awsAccountId})
      or e.resource_id in (select r.id from resources r
        where r.organization_id = ${organizationId} and r.aws_account_id = ${awsAccountId}))`,
  );
  await storeSourceAccounts(tenant, matched.stateSourceIds);
  if (matched.entries > 0) await countEntries(tenant, {});
  const resources = await recomputeManagementStates(tenant, {
    awsAccountIds: [awsAccountId],
    resourceIds: matched.resourceIds,
  });
  await recordCoverage(tenant);
  return { entries: matched.entries, resources };
}

/**
 * Applies what no sync and no scan reports: sources that became overdue or count no longer, scans that became too old,
 * resources that are no longer scanned, and a new day of the coverage history. Writes only rows that change.
 */
export async function refreshMapping(tenant: Tenant): Promise<MatchCounts> {
  await lockOrganization(tenant, 'mapping');
  const matched = await matchEntries(
    tenant,
    sql`(e.resource_id is null or e.aws_account_number is null or e.resource_id in (
      select r.id from resources r where r.organization_id = ${tenant.organizationId} and r.status <> 'active'))`,
  );
  await storeSourceAccounts(tenant, matched.stateSourceIds);
  if (matched.entries > 0) await countEntries(tenant, {});
  const resources = await recomputeManagementStates(tenant, { resourceIds: matched.resourceIds });
  await recordCoverage(tenant);
  return { entries: matched.entries, resources };
}

/** Matches every entry and computes every management state of the organization. Idempotent. */
export async function rematchOrganization(tenant: Tenant): Promise<MatchCounts> {
  await lockOrganization(tenant, 'mapping');
  const { entries, stateSourceIds } = await matchEntries(tenant, rawSql('true'));
  await storeSourceAccounts(tenant, stateSourceIds);
  await countEntries(tenant, {});
  const resources = await recomputeManagementStates(tenant);
  await recordCoverage(tenant);
  return { entries, resources };
}

function isGone({ organizationId }: Tenant): Sql {
  return sql`not exists (select from resources r where r.organization_id = ${organizationId}
    and r.id = e.resource_id and r.status = 'active')`;
}

/**
 * Matches the entries that meet `scope`, a condition on `state_entries e`. Writes only entries whose result changes.
 * Returns their number, the sources of those that claim another resource, and the resources that they claimed before or claim
 * now, which it queues for inference.
 */
async function matchEntries(
  tenant: Tenant,
  scope: Sql,
): Promise<{
  readonly entries: number;
  readonly stateSourceIds: readonly string[];
  readonly resourceIds: readonly string[];
}> {
  const { organizationId } = tenant;
  // The tables have no statistics about entries that this transaction inserted. A nested loop over them would take
  // quadratic time; a hash join takes a pass over the inventory.
  const row = await withoutNestedLoops(tenant, () =>
    oneRowOf<{ entries: number; stateSourceIds: string[]; resourceIds: string[] }>(
      tenant,
      sql`with entry as materialized (
        select e.state_source_id, e.address, e.role, e.resource_type, e.aws_account_number, e.region, e.candidates,
               e.resource_id, e.method, e.confidence, e.class, e.reason
        from state_entries e where e.organization_id = ${organizationId} and ${scope}
      ), ${findMatches(organizationId)}, ${classifyEntries(organizationId)}, changed as materialized (
        select d.* from decided d
        where (d.resource_id, d.method, d.confidence, d.class, d.reason)
          is distinct from (d.new_resource_id, d.new_method, d.new_confidence, d.new_class, d.new_reason)
      ), written as (
        update state_entries e set resource_id = c.new_resource_id, method = c.new_method,
               confidence = c.new_confidence, class = c.new_class, reason = c.new_reason, updated_at = now()
        from changed c where e.organization_id = ${organizationId} and e.state_source_id = c.state_source_id
          and e.address = c.address
      ), claimed as materialized (
        select distinct id from (
          select resource_id as id from changed union all select new_resource_id from changed) ids
        where id is not null
      ), queued as (
        insert into inference_queue (organization_id, kind, subject_id)
        select ${organizationId}::uuid, 'resource', id from claimed
      )
      select (select count(*) from changed) as entries,
        coalesce((select array_agg(distinct state_source_id) from changed where resource_id is distinct from new_resource_id),
          '{}') as state_source_ids,
        coalesce((select array_agg(id) from claimed), '{}') as resource_ids`,
    ),
  );
  return row;
}
