import { RULE_SET_VERSION } from '../../../domain/discovery/declaration/rule-set.ts';
import { originRulesVersion } from '../../../domain/mapping/origin-rules.ts';
import { queueInference } from '../../ownership/inference/inference-queue.ts';
import { lockOrganization } from '../../lock-organization.ts';
import { withoutNestedLoops } from '../../planner-settings.ts';
import { execute, oneRowOf, rowsOf } from '../../query.ts';
import { rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { classifyEntries } from './classify-entries.ts';
import { countEntries } from '../states/count-entries.ts';
import { storeSourceAccounts } from '../states/source-accounts.ts';
import { findMatches } from './find-matches.ts';
import { listAccountsWithStacks, matchStacks } from './match-stacks.ts';
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
  await countEntries(tenant, [...new Set([stateSourceId, ...matched.changedSourceIds])]);
  const resources = await recomputeManagementStates(tenant, {
    resourceIds: [...new Set([...releasedResourceIds, ...matched.resourceIds])],
  });
  await recordCoverage(tenant);
  return { entries: matched.entries, resources };
}

/** Versions of the rules that make entries and origins. After a change of them the next match of an account reads everything. */
const matchingRules = `${RULE_SET_VERSION} ${originRulesVersion}`;
/** A transaction that stored a change before the last match began, and was committed after it, is not older. */
const overlap = rawSql(`interval '1 hour'`);

/**
 * Matches an account after a scan, and computes the management states of its resources and the evidence of all accounts. Reads the
 * resources that changed since the last match, with the entries that claim or may claim them, and the entries of the account
 * without a resource. It reads all entries and resources of the account when that was requested ({@link requestAccountMatch}), at
 * least once a day, and after a change of the rules. Idempotent.
 */
export async function rematchAccount(tenant: Tenant, awsAccountId: string): Promise<MatchCounts> {
  await lockOrganization(tenant, 'mapping');
  const since = await beginMatch(tenant, awsAccountId);
  const changed = since === undefined ? undefined : await listChangedResources(tenant, awsAccountId, since);
  const matched = await matchEntries(
    tenant,
    changed === undefined ? ofAccount(tenant, awsAccountId) : ofChanges(tenant, awsAccountId, changed),
  );
  await storeSourceAccounts(tenant, matched.stateSourceIds);
  await countEntries(tenant, matched.changedSourceIds);
  const ofStacks = await matchStacks(
    tenant,
    awsAccountId,
    since === undefined ? undefined : { since, resourceIds: changed ?? [] },
  );
  const resources = await recomputeManagementStates(tenant, {
    awsAccountIds: changed === undefined ? [awsAccountId] : [],
    resourceIds: [...matched.resourceIds, ...(changed ?? []), ...ofStacks],
  });
  await recordCoverage(tenant);
  return { entries: matched.entries, resources };
}

/** Stores that a match begins. Returns since when it reads changes; `undefined` when it reads everything. */
async function beginMatch(tenant: Tenant, awsAccountId: string): Promise<string | undefined> {
  const { organizationId } = tenant;
  const ofAccountRow = sql`organization_id = ${organizationId} and id = ${awsAccountId}`;
  const { since } = await oneRowOf<{ since: string | undefined }>(
    tenant,
    sql`select (select (m.matched_at - ${overlap})::text from mapping_accounts m
        where m.organization_id = ${organizationId} and m.aws_account_id = ${awsAccountId}
          and m.matched_rules = ${matchingRules} and m.fully_matched_at > now() - interval '1 day'
          and not exists (select from aws_accounts where ${ofAccountRow} and match_all)) as since`,
  );
  const isFull = since === undefined;
  if (isFull)
    await execute(tenant, sql`update aws_accounts set match_all = false where ${ofAccountRow} and match_all`);
  await execute(
    tenant,
    sql`insert into mapping_accounts (organization_id, aws_account_id, matched_at, fully_matched_at, matched_rules)
      select organization_id, id, now(), now(), ${matchingRules} from aws_accounts where ${ofAccountRow}
      on conflict on constraint mapping_accounts_pkey do update set matched_at = excluded.matched_at,
        fully_matched_at = case when ${isFull} then excluded.fully_matched_at else mapping_accounts.fully_matched_at end,
        matched_rules = excluded.matched_rules`,
  );
  return since;
}

async function listChangedResources(
  tenant: Tenant,
  awsAccountId: string,
  since: string,
): Promise<readonly string[]> {
  const rows = await rowsOf<{ id: string }>(
    tenant,
    sql`select id from resources where organization_id = ${tenant.organizationId} and aws_account_id = ${awsAccountId}
      and (last_changed_at >= ${since}::timestamptz or deleted_at >= ${since}::timestamptz or status = 'unobserved')`,
  );
  return rows.map(({ id }) => id);
}

/** The entries that name the account or no account, those without a resource, and those of the account's resources. */
function ofAccount({ organizationId }: Tenant, awsAccountId: string): Sql {
  return sql`(e.resource_id is null or e.aws_account_number is null
    or e.aws_account_number = (select a.account_id from aws_accounts a
      where a.organization_id = ${organizationId} and a.id = ${awsAccountId})
    or e.resource_id in (select r.id from resources r
      where r.organization_id = ${organizationId} and r.aws_account_id = ${awsAccountId}))`;
}

/**
 * The entries of the account without a resource, whose class a scan changes; with changed resources also those that claim one of
 * them or another resource with its identifiers, those without a place, and those of the accounts that share one of them.
 */
function ofChanges({ organizationId }: Tenant, awsAccountId: string, changed: readonly string[]): Sql {
  const unmatched = sql`select e.state_source_id, e.address from state_entries e
    where e.organization_id = ${organizationId} and e.resource_id is null and e.aws_account_number in (
      select a.account_id from aws_accounts a where a.organization_id = ${organizationId} and a.id = ${awsAccountId}`;
  if (changed.length === 0) return sql`(e.state_source_id, e.address) in (${unmatched}))`;
  return sql`(e.state_source_id, e.address) in (
    with changed as materialized (
      select r.id, r.resource_type, r.native_id, r.arn, r.owner_account_number from resources r
      where r.organization_id = ${organizationId} and r.id = any(${changed}::uuid[])
    ), alike as (
      select id from changed
      union
      select r.id from changed c join resources r on r.organization_id = ${organizationId}
        and r.aws_account_id = ${awsAccountId} and r.resource_type = c.resource_type
        and (r.native_id = c.native_id or r.arn = c.arn)
    )
    ${unmatched} union all select owner_account_number from changed where owner_account_number is not null)
    union
    select e.state_source_id, e.address from state_entries e
    where e.organization_id = ${organizationId} and e.resource_id in (select id from alike)
    union
    select e.state_source_id, e.address from state_entries e
    where e.organization_id = ${organizationId} and e.aws_account_number is null)`;
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
  await countEntries(tenant, matched.changedSourceIds);
  const resources = await recomputeManagementStates(tenant, { resourceIds: matched.resourceIds });
  await recordCoverage(tenant);
  return { entries: matched.entries, resources };
}

/** Matches every entry and computes every management state of the organization. Idempotent. */
export async function rematchOrganization(tenant: Tenant): Promise<MatchCounts> {
  await lockOrganization(tenant, 'mapping');
  const { entries, stateSourceIds, changedSourceIds } = await matchEntries(tenant, rawSql('true'));
  await storeSourceAccounts(tenant, stateSourceIds);
  await countEntries(tenant, changedSourceIds);
  for (const awsAccountId of await listAccountsWithStacks(tenant))
    await matchStacks(tenant, awsAccountId, undefined);
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
  /** The sources of all changed entries. */
  readonly changedSourceIds: readonly string[];
  readonly resourceIds: readonly string[];
}> {
  const { organizationId } = tenant;
  // The tables have no statistics about entries that this transaction inserted. A nested loop over them would take
  // quadratic time; a hash join takes a pass over the inventory.
  const row = await withoutNestedLoops(tenant, () =>
    oneRowOf<{
      entries: number;
      stateSourceIds: string[];
      changedSourceIds: string[];
      resourceIds: string[];
    }>(
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
        coalesce((select array_agg(distinct state_source_id) from changed), '{}') as changed_source_ids,
        coalesce((select array_agg(id) from claimed), '{}') as resource_ids`,
    ),
  );
  return row;
}
