import { decideChange } from '../../domain/inventory/decide-change.ts';
import type { Decision, ObservedState } from '../../domain/inventory/decide-change.ts';
import type { ObservedResource } from '../../domain/discovery/observed-resource.ts';
import type { JsonObject } from '../../domain/json.ts';
import type { ResourceStatus } from '../../domain/values.ts';
import { newId } from '../new-id.ts';
import { queryOf } from '../tenant.ts';
import type { Tenant } from '../tenant.ts';
import { postgresJson } from './postgres-json.ts';

/** One attempt of a task: whose seen-set a page belongs to. */
export interface Attempt {
  readonly scanId: string;
  readonly taskId: string;
  readonly attempt: number;
  readonly accountId: string;
  readonly region: string;
}

/** The rules of today, and how to apply them to what is stored. */
export interface Rules {
  readonly ruleSet: number;
  renormalise(stored: {
    readonly resourceType: string;
    readonly configuration: JsonObject;
    readonly tags: Readonly<Record<string, string>>;
  }): ObservedState;
}

export interface PageCounts {
  /** Resources that this attempt had not seen before. */
  readonly seen: number;
  readonly created: number;
  readonly updated: number;
}

/**
 * Stores what a page shows, set by set: new resources are inserted, changed ones updated, each with its revision and
 * its change; unchanged ones are only noted in the unlogged seen-set. A page that comes again changes nothing. The
 * caller holds the lock of the task's row, so that no two pages of a cell are stored at the same time.
 */
export async function storePage(
  tenant: Tenant,
  attempt: Attempt,
  resources: readonly ObservedResource[],
  rules: Rules,
): Promise<PageCounts> {
  const page = distinct(resources);
  const known = await findKnown(tenant, attempt, page, rules.ruleSet);
  const seenAgain = known[0]?.newly_seen ?? 0;
  const places = new Set(known.map(({ n }) => n));
  const fresh = page.filter((_, index) => !places.has(index + 1));
  if (fresh.length > 0) await insertNew(tenant, attempt, fresh, rules.ruleSet);
  const touched = known.filter(({ touched: differs }) => differs);
  const updated = touched.length > 0 ? await updateChanged(tenant, attempt, page, touched, rules) : 0;
  return { seen: seenAgain + fresh.length, created: fresh.length, updated };
}

/** The last observation of each; a list that changes while it is paged names one twice. */
function distinct(resources: readonly ObservedResource[]): readonly ObservedResource[] {
  const byIdentity = new Map<string, ObservedResource>();
  for (const resource of resources) byIdentity.set(`${resource.resourceType} ${resource.nativeId}`, resource);
  return [...byIdentity.values()];
}

interface Known {
  /** Place in the page, from 1. */
  readonly n: number;
  readonly id: string;
  readonly status: ResourceStatus;
  readonly config_hash: string;
  readonly rule_set: number;
  /** Of all of the page; the same in every row. */
  readonly newly_seen: number;
  /** Whether anything of the row may have to be written. */
  readonly touched: boolean;
}

/**
 * A change found by a scan happened after the cell's completion before it: the window in which its cause is sought. The
 * ledger still holds that completion while the change is written.
 */
const lastCompleted = `completed as (
       select c.resource_type, c.last_complete_at as since from coverage_cells c join place p
         on c.organization_id = p.organization_id and c.aws_account_id = p.aws_account_id and c.region = p.region
     )`;

/** The state that an origin rule gives, unless code has said otherwise. */
const managementState = `case when r.management_state in ('unknown', 'child', 'default')
  then coalesce(o.origin, 'unknown') else r.management_state end`;

async function findKnown(
  tenant: Tenant,
  attempt: Attempt,
  page: readonly ObservedResource[],
  ruleSet: number,
): Promise<readonly Known[]> {
  const { rows } = await queryOf(tenant).raw<{ rows: Known[] }>(
    `with observed as (
       select * from jsonb_to_recordset(?::jsonb)
         as o(n integer, resource_type text, native_id text, config_hash text, arn text, name text, origin text)
     ), known as (
       select o.n, r.id, r.status, r.config_hash, r.rule_set,
              (r.status, r.config_hash, r.rule_set, r.arn, r.name, r.management_state)
                is distinct from ('active', o.config_hash, greatest(?, r.rule_set), o.arn, o.name, ${managementState})
              as touched
       from observed o join resources r on r.organization_id = ? and r.aws_account_id = ? and r.region = ?
         and r.resource_type = o.resource_type and r.native_id = o.native_id
     ), seen as (
       insert into seen_resources (organization_id, task_id, attempt, resource_id)
       select ?, ?, ?, id from known on conflict do nothing returning resource_id
     )
     select k.*, (select count(*) from seen) as newly_seen from known k`,
    [
      postgresJson(
        page.map((resource, index) => ({
          n: index + 1,
          resource_type: resource.resourceType,
          native_id: resource.nativeId,
          config_hash: resource.configHash,
          arn: resource.arn,
          name: resource.name,
          origin: resource.origin ?? null,
        })),
      ),
      ruleSet,
      tenant.organizationId,
      attempt.accountId,
      attempt.region,
      tenant.organizationId,
      attempt.taskId,
      attempt.attempt,
    ],
  );
  return rows;
}

async function insertNew(
  tenant: Tenant,
  attempt: Attempt,
  resources: readonly ObservedResource[],
  ruleSet: number,
): Promise<void> {
  await queryOf(tenant).raw(
    `with place as (
       select ?::uuid as organization_id, ?::uuid as aws_account_id, ?::text as region, ?::uuid as scan_id,
              ?::integer as rule_set, ?::uuid as task_id, ?::integer as attempt
     ), ${lastCompleted}, observed as materialized (
       select * from jsonb_to_recordset(?::jsonb) as o(
         id uuid, resource_type text, native_id text, arn text, name text, origin text, config_hash text,
         configuration jsonb, volatile jsonb, tags jsonb)
     ), inserted as (
       insert into resources (organization_id, id, aws_account_id, region, resource_type, native_id, arn, name,
                              management_state, config_hash, rule_set)
       select organization_id, id, aws_account_id, region, resource_type, native_id, arn, name,
              coalesce(origin, 'unknown'), config_hash, rule_set
       from observed, place
     ), documents as (
       insert into resource_documents (organization_id, resource_id, revision, configuration, volatile, tags)
       select organization_id, id, 1, configuration, volatile, tags from observed, place
     ), revisions as (
       insert into resource_revisions (organization_id, resource_id, revision, config_hash, rule_set, scan_id,
                                       configuration, tags)
       select organization_id, id, 1, config_hash, rule_set, scan_id, configuration, tags from observed, place
     ), noted as (
       insert into changes (organization_id, resource_id, aws_account_id, region, resource_type, kind, source,
                            scan_id, revision, since)
       select organization_id, id, aws_account_id, region, resource_type, 'created', 'scan', scan_id, 1, since
       from observed cross join place left join completed using (resource_type)
     )
     insert into seen_resources (organization_id, task_id, attempt, resource_id)
     select organization_id, task_id, attempt, id from observed, place`,
    [
      ...placeOf(tenant, attempt),
      ruleSet,
      attempt.taskId,
      attempt.attempt,
      postgresJson(
        resources.map((resource) => ({
          id: newId(),
          resource_type: resource.resourceType,
          native_id: resource.nativeId,
          ...contentOf(resource),
        })),
      ),
    ],
  );
}

interface Document {
  readonly resource_id: string;
  readonly revision: number;
  readonly configuration: JsonObject;
  readonly tags: Readonly<Record<string, string>>;
}

/** Writes what has changed of known resources. Answers how many changes there were. */
async function updateChanged(
  tenant: Tenant,
  attempt: Attempt,
  page: readonly ObservedResource[],
  touched: readonly Known[],
  rules: Rules,
): Promise<number> {
  const { rows } = await queryOf(tenant).raw<{ rows: Document[] }>(
    `select resource_id, revision, configuration, tags from resource_documents
     where organization_id = ? and resource_id = any(?::uuid[])`,
    [tenant.organizationId, touched.map(({ id }) => id)],
  );
  const documents = new Map(rows.map((row) => [row.resource_id, row]));
  const writes = touched.flatMap((row) => {
    const observed = page[row.n - 1];
    const document = documents.get(row.id);
    if (observed === undefined || document === undefined) return [];
    return [{ row, observed, document, decision: decide(row, document, observed, rules) }];
  });
  await queryOf(tenant).raw(
    `with place as (
       select ?::uuid as organization_id, ?::uuid as aws_account_id, ?::text as region, ?::uuid as scan_id
     ), ${lastCompleted}, o as materialized (
       select * from jsonb_to_recordset(?::jsonb) as o(
         id uuid, resource_type text, arn text, name text, origin text, config_hash text, rule_set integer,
         configuration jsonb, volatile jsonb, tags jsonb, revision integer, revised boolean, kind text,
         paths text[], diff jsonb)
     ), rows as (
       update resources r set arn = o.arn, name = o.name, status = 'active', deleted_at = null,
              config_hash = o.config_hash, rule_set = o.rule_set, management_state = ${managementState},
              last_changed_at = case when o.kind is null then r.last_changed_at else now() end
       from o, place p where r.organization_id = p.organization_id and r.id = o.id
     ), documents as (
       update resource_documents d set revision = o.revision, configuration = o.configuration,
              volatile = o.volatile, tags = o.tags
       from o, place p where d.organization_id = p.organization_id and d.resource_id = o.id
     ), revisions as (
       insert into resource_revisions (organization_id, resource_id, revision, config_hash, rule_set, scan_id,
                                       configuration, tags, diff)
       select organization_id, id, revision, config_hash, rule_set, scan_id, configuration, tags, diff
       from o, place where revised
     )
     insert into changes (organization_id, resource_id, aws_account_id, region, resource_type, kind, source, scan_id,
                          revision, paths, diff, since)
     select organization_id, id, aws_account_id, region, resource_type, kind, 'scan', scan_id, revision, paths, diff,
            since
     from o cross join place left join completed using (resource_type) where kind is not null`,
    [
      ...placeOf(tenant, attempt),
      postgresJson(
        writes.map(({ row, observed, document, decision }) => ({
          id: row.id,
          resource_type: observed.resourceType,
          ...contentOf(observed),
          // A row of newer rules keeps what the newer worker wrote.
          ...(row.rule_set > rules.ruleSet
            ? { config_hash: row.config_hash, rule_set: row.rule_set, configuration: document.configuration }
            : { rule_set: rules.ruleSet }),
          revision: document.revision + (decision.revised ? 1 : 0),
          revised: decision.revised,
          kind: decision.change ?? null,
          paths: decision.diff.map(({ path }) => path),
          diff: decision.diff,
        })),
      ),
    ],
  );
  return writes.filter(({ decision }) => decision.change !== undefined).length;
}

function decide(row: Known, document: Document, observed: ObservedResource, rules: Rules): Decision {
  const { configuration, tags } = document;
  return decideChange(
    { status: row.status, configHash: row.config_hash, ruleSet: row.rule_set, configuration, tags },
    observed,
    rules.ruleSet,
    (stored) => rules.renormalise({ ...stored, resourceType: observed.resourceType }),
  );
}

function placeOf(tenant: Tenant, attempt: Attempt): readonly string[] {
  return [tenant.organizationId, attempt.accountId, attempt.region, attempt.scanId];
}

function contentOf(resource: ObservedResource) {
  return {
    arn: resource.arn,
    name: resource.name,
    origin: resource.origin ?? null,
    config_hash: resource.configHash,
    configuration: resource.configuration,
    volatile: resource.volatile,
    tags: resource.tags,
  };
}
