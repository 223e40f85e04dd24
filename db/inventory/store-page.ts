import type { ObservedResource } from '../../domain/discovery/observation/observed-resource.ts';
import { unreadableToStore } from '../../domain/discovery/observation/unreadable-part.ts';
import { newId } from '../new-id.ts';
import { execute, rowsOf } from '../query.ts';
import { rowset } from '../rowset.ts';
import { rawSql, sql } from '../sql.ts';
import type { Sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import type { Attempt } from '../discovery/attempt.ts';
import {
  decide,
  earlierRuleSet,
  isUnchanged,
  withEarlierParts,
  withUnreadKeys,
} from './compare-observation.ts';
import type { Document, Rules } from './compare-observation.ts';
import { findKnownResources } from './find-known-resources.ts';
import type { KnownResource } from './find-known-resources.ts';
import {
  contentColumns,
  contentOf,
  observedCreatedAt,
  managementState,
  observedOrigin,
  stateOfOrigin,
} from './observed-columns.ts';
import { deleteRowsOfUsingAccounts, storeSharedReferences } from './shared-resources.ts';
import { storeStackResources } from './stack-resource-store.ts';
import { refreshVolatile } from './refresh-volatile.ts';

export interface PageCounts {
  /** Resources that no earlier page of this attempt had. */
  readonly seen: number;
  readonly created: number;
  readonly updated: number;
}

/**
 * Stores a page of observed resources with set-based statements: inserts new resources and updates changed ones, each
 * with a revision and a change. If only volatile values differ, it updates them without a revision and a change. For an
 * unchanged resource, only inserts its id into the unlogged seen-set. Idempotent.
 * The caller has locked the lease of the task, so that no two pages of a cell are stored concurrently.
 */
export async function storePage(
  tenant: Tenant,
  attempt: Attempt,
  resources: readonly ObservedResource[],
  rules: Rules,
): Promise<PageCounts> {
  const page = await storeSharedReferences(tenant, attempt, distinct(resources));
  const known = await findKnownResources(tenant, attempt, page, rules.ruleSet);
  const newlySeen = known[0]?.newlySeen ?? 0;
  const knownPositions = new Set(known.map(({ position }) => position));
  const created = page.filter((_, index) => !knownPositions.has(index + 1));
  if (created.length > 0) await insertNew(tenant, attempt, created, rules.ruleSet);
  const differing = known.filter(({ differs }) => differs);
  const updated = differing.length > 0 ? await updateChanged(tenant, attempt, page, differing, rules) : 0;
  await refreshVolatile(
    tenant,
    page,
    known.filter(({ differs, volatileDiffers }) => volatileDiffers && !differs),
  );
  const appeared = differing.flatMap(({ status, position }) =>
    status === 'active' ? [] : (page[position - 1] ?? []),
  );
  await deleteRowsOfUsingAccounts(tenant, attempt, [...created, ...appeared]);
  await storeStackResources(tenant, attempt, page);
  return { seen: newlySeen + created.length, created: created.length, updated };
}

/** Returns the last observation of each resource. A list that changes during pagination can return a resource twice. */
function distinct(resources: readonly ObservedResource[]): readonly ObservedResource[] {
  const byIdentity = new Map<string, ObservedResource>();
  for (const resource of resources) byIdentity.set(`${resource.resourceType} ${resource.nativeId}`, resource);
  return [...byIdentity.values()];
}

/**
 * The `since` of a change is the time at which the last complete attempt of the cell began: that attempt read the resource
 * later, so a change made while it listed the cell can be after its read. The ledger still has that time, because it is
 * updated when the task finishes.
 */
const lastCompleted = rawSql(`completed as (
       select c.resource_type, c.last_complete_begun_at as since from coverage_cells c join context x
         on c.organization_id = x.organization_id and c.aws_account_id = x.aws_account_id and c.region = x.region
     )`);

async function insertNew(
  tenant: Tenant,
  attempt: Attempt,
  resources: readonly ObservedResource[],
  ruleSet: number,
): Promise<void> {
  const rows = resources.map((resource) => ({
    ...contentOf(resource),
    id: newId(),
    unreadable: unreadableToStore(resource.unreadable ?? [], undefined),
  }));
  await execute(
    tenant,
    sql`with ${scanContext(tenant, attempt)}, ${lastCompleted}, observed as materialized (
       select * from ${rowset('o', { id: 'uuid', resourceType: 'text', nativeId: 'text', ...contentColumns }, rows)}
     ), inserted as (
       insert into resources (organization_id, id, aws_account_id, region, resource_type, native_id, arn, name,
                              management_state, origin, created_at_source, owner_account_number, config_hash, rule_set,
                              unreadable)
       select organization_id, id, aws_account_id, region, resource_type, native_id, arn, name,
              ${stateOfOrigin(rawSql('origin'))}, origin, created_at_source, owner_account_number, config_hash,
              ${ruleSet}::integer, unreadable
       from observed, context
     ), documents as (
       insert into resource_documents (organization_id, resource_id, revision, configuration, volatile, tags)
       select organization_id, id, 1, configuration, volatile, tags from observed, context
     ), revisions as (
       insert into resource_revisions (organization_id, resource_id, revision, config_hash, rule_set, scan_id,
                                       configuration, tags)
       select organization_id, id, 1, config_hash, ${ruleSet}::integer, scan_id, configuration, tags
       from observed, context
     ), recorded as (
       insert into changes (organization_id, resource_id, aws_account_id, region, resource_type, kind, source,
                            scan_id, revision, since)
       select organization_id, id, aws_account_id, region, resource_type, 'created', 'scan', scan_id, 1, since
       from observed cross join context left join completed using (resource_type)
     )
     insert into seen_resources (organization_id, task_id, attempt, resource_id)
     select organization_id, ${attempt.taskId}::uuid, ${attempt.attempt}::integer, id from observed, context`,
  );
}

/** Stored documents that are in memory at once. Each has up to 512 K characters, also when the observed ones are small. */
const documentsAtOnce = 25;

/** Updates known resources that differ from the page. Returns the number of changes recorded. */
async function updateChanged(
  tenant: Tenant,
  attempt: Attempt,
  page: readonly ObservedResource[],
  differing: readonly KnownResource[],
  rules: Rules,
): Promise<number> {
  let changes = 0;
  for (let start = 0; start < differing.length; start += documentsAtOnce)
    changes += await updateSome(
      tenant,
      attempt,
      page,
      differing.slice(start, start + documentsAtOnce),
      rules,
    );
  return changes;
}

async function updateSome(
  tenant: Tenant,
  attempt: Attempt,
  page: readonly ObservedResource[],
  differing: readonly KnownResource[],
  rules: Rules,
): Promise<number> {
  const rows = await rowsOf<Document>(
    tenant,
    sql`select resource_id, revision, configuration, volatile, tags from resource_documents
     where organization_id = ${tenant.organizationId} and resource_id = any(${differing.map(({ id }) => id)}::uuid[])`,
  );
  const documents = new Map(rows.map((row) => [row.resourceId, row]));
  const updates = differing.flatMap((known) => {
    const seen = page[known.position - 1];
    const document = documents.get(known.id);
    if (seen === undefined || document === undefined) return [];
    const row = withUnreadKeys(known, document, seen.resourceType, rules);
    const observed = withEarlierParts(row, document, seen, rules);
    const decision = decide(row, document, observed, rules);
    return isUnchanged(row, document, observed, decision, rules)
      ? []
      : [{ row, observed, document, decision }];
  });
  if (updates.length === 0) return 0;
  const written = updates.map(({ row, observed, document, decision }) => ({
    ...contentOf(observed),
    id: row.id,
    unreadable: unreadableToStore(
      observed.unreadable ?? [],
      row.unreadable ?? [],
      earlierRuleSet(row, rules),
    ),
    // A row of a newer rule set keeps the configuration that the newer worker wrote.
    ...(row.ruleSet > rules.ruleSet
      ? { configHash: row.configHash, ruleSet: row.ruleSet, configuration: document.configuration }
      : { ruleSet: rules.ruleSet }),
    revision: document.revision + (decision.revised ? 1 : 0),
    revised: decision.revised,
    kind: decision.change,
    paths: decision.diff.map(({ path }) => path),
    diff: decision.diff,
  }));
  const columns = {
    id: 'uuid',
    resourceType: 'text',
    ...contentColumns,
    ruleSet: 'integer',
    revision: 'integer',
    revised: 'boolean',
    kind: 'text',
    paths: 'text[]',
    diff: 'jsonb',
  } as const;
  await execute(
    tenant,
    sql`with ${scanContext(tenant, attempt)}, ${lastCompleted}, o as materialized (
       select * from ${rowset('o', columns, written)}
     ), rows as (
       update resources r set arn = o.arn, name = o.name, status = 'active', deleted_at = null,
              config_hash = o.config_hash, rule_set = o.rule_set, management_state = ${managementState},
              origin = ${observedOrigin}, created_at_source = ${observedCreatedAt}, owner_account_number = o.owner_account_number,
              unreadable = o.unreadable,
              last_changed_at = case when o.kind is null then r.last_changed_at else now() end
       from o, context c where r.organization_id = c.organization_id and r.id = o.id
     ), documents as (
       update resource_documents d set revision = o.revision, configuration = o.configuration,
              volatile = o.volatile, tags = o.tags
       from o, context c where d.organization_id = c.organization_id and d.resource_id = o.id
     ), revisions as (
       insert into resource_revisions (organization_id, resource_id, revision, config_hash, rule_set, scan_id,
                                       configuration, tags, diff)
       select organization_id, id, revision, config_hash, rule_set, scan_id, configuration, tags, diff
       from o, context where revised
     )
     insert into changes (organization_id, resource_id, aws_account_id, region, resource_type, kind, source, scan_id,
                          revision, paths, diff, since)
     select organization_id, id, aws_account_id, region, resource_type, kind, 'scan', scan_id, revision, paths, diff,
            since
     from o cross join context left join completed using (resource_type) where kind is not null`,
  );
  return updates.filter(({ decision }) => decision.change !== undefined).length;
}

/** A common table expression with the organization, account, region and scan of the attempt. */
function scanContext({ organizationId }: Tenant, { accountId, region, scanId }: Attempt): Sql {
  return sql`context as (
       select ${organizationId}::uuid as organization_id, ${accountId}::uuid as aws_account_id, ${region}::text as region,
              ${scanId}::uuid as scan_id)`;
}
