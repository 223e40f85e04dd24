import { defined } from '../../../domain/defined.ts';
import type { CandidateChange, ExplanationCandidate } from '../../../domain/plans/explain/explain-change.ts';
import { creatingTypes, identifyingAttributes } from '../../../domain/plans/explain/explain-create.ts';
import type { Json } from '../../../domain/json/json.ts';
import { voidsClaim } from '../../mapping/match/correction-conditions.ts';
import { selectProjectSources } from '../../mapping/projects/project-entries.ts';
import { rowsOf } from '../../query.ts';
import { rowset } from '../../rowset.ts';
import { rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { withBulkPlannerSettings } from '../plans/bulk-planner-settings.ts';
import { listExecutionsOfPlans } from './executions-of-plans.ts';
import type { ExecutionOfPlan } from './executions-of-plans.ts';

/** A change of a page, as far as its candidates depend on it. */
export interface ChangeToExplain {
  readonly id: string;
  readonly kind: string;
  readonly resourceType: string;
  readonly nativeId: string;
  readonly arn: string | undefined;
  readonly name: string | undefined;
}

/** Planned changes of one change that are compared, newest plan first. */
const maximumPlanned = 20;

/** The `since` of a change without an earlier observation of its cell is a day before its detection. */
export const sinceOfChange = rawSql(`coalesce(c.since, c.detected_at - interval '24 hours')`);

/** Returns the executions, plans and pull requests that may have caused the changes of a page, by the id of the change. */
export async function listExplanationCandidates(
  tenant: Tenant,
  changes: readonly ChangeToExplain[],
): Promise<ReadonlyMap<string, readonly ExplanationCandidate[]>> {
  const rows = await withBulkPlannerSettings(tenant, changes, () => listPlannedChanges(tenant, changes));
  const uses = await listExecutionsOfPlans(tenant, [...new Set(rows.map(({ planId: id }) => id))]);
  const ids = changes.map(({ id }) => id);
  const requests = await withBulkPlannerSettings(tenant, ids, () => listMergedPullRequests(tenant, ids));
  const candidates = new Map<string, ExplanationCandidate[]>(changes.map(({ id }) => [id, []]));
  for (const [changeId, plannedRows] of Map.groupBy(rows, ({ changeId }) => changeId))
    for (const [planId, planned] of Map.groupBy(plannedRows, ({ planId: id }) => id))
      candidates.get(changeId)?.push(...candidatesOfPlan(planned, uses.get(planId) ?? []));
  for (const { changeId, id, mergedAt: startedAt } of requests)
    candidates.get(changeId)?.push({ kind: 'pull_request', id, startedAt, hasFailed: false, changes: [] });
  return candidates;
}

interface PlannedRow {
  readonly changeId: string;
  readonly planId: string;
  readonly isMapped: boolean;
  readonly plannedAt: Date;
  readonly executionKind: string;
  readonly isErrored: boolean;
  readonly hasValues: boolean;
  readonly address: string;
  readonly resourceType: string;
  readonly actions: readonly string[];
  readonly changedPaths: readonly string[];
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

/** The executions that applied a plan; the plan itself when no apply or destroy of its commit and project is known. */
function candidatesOfPlan(
  planned: readonly PlannedRow[],
  uses: readonly ExecutionOfPlan[],
): readonly ExplanationCandidate[] {
  const [first] = planned;
  if (first === undefined) return [];
  const { planId, plannedAt, executionKind: kind, isErrored } = first;
  const changes = planned.map(candidateChangeOf);
  const executions = uses
    .filter(({ isOwnOrNewest: isUsed }) => isUsed)
    .map(({ executionId: id, status, startedAt, finishedAt }): ExplanationCandidate => ({
      kind: 'execution',
      id,
      startedAt,
      ...defined({ finishedAt }),
      hasFailed: status === 'failed' || status === 'cancelled',
      changes,
    }));
  if (uses.length > 0 || kind !== 'plan' || isErrored) return executions;
  return [{ kind: 'plan', id: planId, startedAt: plannedAt, hasFailed: false, changes }];
}

/** Values that were deleted cannot be compared. */
const deletedValue: Json = { $omitted: 'deleted' };

function candidateChangeOf(row: PlannedRow): CandidateChange {
  return {
    address: row.address,
    terraformType: row.resourceType,
    actions: row.actions,
    isMapped: row.isMapped,
    changedPaths: row.changedPaths,
    ...(row.hasValues
      ? { before: row.before ?? null, after: row.after ?? null }
      : { before: deletedValue, after: deletedValue }),
  };
}

/** Drift and deferred changes are not applied, and a forgotten resource stays as it is. */
const isApplied = rawSql(`pc.origin is null and pc.class is distinct from 'drift'
  and pc.actions && array['create', 'update', 'delete']`);

/**
 * Lists planned changes: of the changed resource; and for created resources those that create one of its type with its name
 * or address.
 */
async function listPlannedChanges(
  tenant: Tenant,
  changes: readonly ChangeToExplain[],
): Promise<readonly PlannedRow[]> {
  const { organizationId } = tenant;
  const created = changes.filter(({ kind }) => kind === 'created' || kind === 'reappeared');
  const matches = [
    matchesByMapping(organizationId),
    ...(created.length === 0 ? [] : matchesOfCreated(organizationId, created)),
  ];
  return rowsOf<PlannedRow>(
    tenant,
    sql`with page as materialized (
       select c.id, c.kind, c.resource_id, c.resource_type, ${sinceOfChange} as since, c.detected_at, r.name, r.native_id, r.arn
       from changes c join resources r on r.organization_id = c.organization_id and r.id = c.resource_id
       where c.organization_id = ${organizationId} and c.id = any(${changes.map(({ id }) => id)}::uuid[])
     ), matches as (
       select change_id, plan_id, position, bool_or(is_mapped) as is_mapped
       from (${unionOf(matches)}) found group by 1, 2, 3
     ), ranked as (
       select m.*, p.created_at, p.is_errored, p.execution_id, p.values_deleted_at is null as has_values,
              row_number() over (partition by m.change_id order by p.created_at desc, m.plan_id, m.position) as rank
       from matches m join plans p on p.organization_id = ${organizationId} and p.id = m.plan_id
     )
     select k.change_id, k.plan_id, k.is_mapped, k.created_at as planned_at, e.kind as execution_kind, k.is_errored, k.has_values,
            pc.address, pc.resource_type, pc.actions, pc.changed_paths, pc.before, pc.after
     from ranked k
     join executions e on e.organization_id = ${organizationId} and e.id = k.execution_id and e.kind <> 'drift'
     join plan_changes pc on pc.organization_id = ${organizationId} and pc.plan_id = k.plan_id and pc.position = k.position
     where k.rank <= ${maximumPlanned}
     order by k.change_id, k.rank`,
  );
}

/** The maximum time from a plan to its changes: a plan may wait for its approval. */
const planWindow = sql`interval '30 days'`;

const plansOfPage = (organizationId: string): Sql =>
  sql`plans p on p.organization_id = ${organizationId} and p.created_at > page.since - ${planWindow}`;

function matchesByMapping(organizationId: string): Sql {
  return sql`select page.id as change_id, pc.plan_id, pc.position, true as is_mapped
    from page
    join plan_changes pc on pc.organization_id = ${organizationId} and pc.resource_id = page.resource_id and ${isApplied}
    join ${plansOfPage(organizationId)} and p.id = pc.plan_id`;
}

function matchesOfCreated(organizationId: string, created: readonly ChangeToExplain[]): readonly Sql[] {
  const types = [...new Set(created.map(({ resourceType: type }) => type))].flatMap((resourceType) =>
    creatingTypes(resourceType).map((terraformType) => ({
      resourceType,
      terraformType,
      attributes: identifyingAttributes(terraformType),
    })),
  );
  const texts = created.flatMap(({ name, nativeId, arn }) =>
    [name, nativeId, arn].filter((text) => text !== undefined),
  );
  // Postgres looks up the array by hash. Any name of the resource and any identifying attribute; the rules compare again.
  const byName = sql`select n.id, pc.plan_id, pc.position, false
    from (
      select page.id, page.resource_type, page.since, v.text
      from page cross join lateral (values (page.name), (page.native_id), (page.arn)) v(text)
      where page.kind in ('created', 'reappeared') and v.text is not null
    ) n
    join (
      select t.resource_type, pc.plan_id, pc.position, p.created_at, pc.after ->> a.name as text
      from ${rowset('t', { resourceType: 'text', terraformType: 'text', attributes: 'jsonb' }, types)}
      join plan_changes pc on pc.organization_id = ${organizationId} and pc.resource_type = t.terraform_type
        and pc.class in ('create', 'replace') and ${isApplied}
      join plans p on p.organization_id = ${organizationId} and p.id = pc.plan_id
        and p.created_at > (select min(page.since) from page) - ${planWindow}
      cross join lateral jsonb_array_elements_text(t.attributes) a(name)
      where pc.after ->> a.name = any(${texts}::text[])
    ) pc on pc.resource_type = n.resource_type and pc.text = n.text
      and pc.created_at > n.since - ${planWindow}`;
  const byAddress = sql`select page.id, pc.plan_id, pc.position, true
    from page
    join state_entries e on e.organization_id = ${organizationId} and e.resource_id = page.resource_id
    join state_sources s on s.organization_id = ${organizationId} and s.id = e.state_source_id and s.counted
    join (${selectProjectSources(organizationId)}) l on l.state_source_id = e.state_source_id
    join ${plansOfPage(organizationId)} and p.iac_project_id = l.iac_project_id
    join plan_changes pc on pc.organization_id = ${organizationId} and pc.plan_id = p.id and pc.address = e.address
      and pc.class in ('create', 'replace') and ${isApplied}
    where page.kind in ('created', 'reappeared')
      and not exists (select from mapping_corrections c where ${voidsClaim(organizationId)})`;
  return [byName, byAddress];
}

function unionOf(queries: readonly Sql[]): Sql {
  return queries.reduce((one, other) => sql`${one} union all ${other}`);
}

interface MergedPullRequest {
  readonly changeId: string;
  readonly id: string;
  readonly mergedAt: Date;
}

/** Lists the pull requests of projects that manage the changed resources, merged at most a day before the change. */
async function listMergedPullRequests(
  tenant: Tenant,
  changeIds: readonly string[],
): Promise<readonly MergedPullRequest[]> {
  const { organizationId } = tenant;
  return rowsOf<MergedPullRequest>(
    tenant,
    sql`with page as materialized (
       select c.id, c.resource_id, ${sinceOfChange} as since, c.detected_at from changes c
       where c.organization_id = ${organizationId} and c.id = any(${changeIds}::uuid[])
     ), managing as (
       select e.resource_id, l.iac_project_id
       from page
       join state_entries e on e.organization_id = ${organizationId} and e.resource_id = page.resource_id
       join state_sources s on s.organization_id = ${organizationId} and s.id = e.state_source_id and s.counted
       join (${selectProjectSources(organizationId)}) l on l.state_source_id = e.state_source_id
       where not exists (select from mapping_corrections c where ${voidsClaim(organizationId)})
       union
       select c.resource_id, c.iac_project_id
       from page join mapping_corrections c on c.organization_id = ${organizationId} and c.resource_id = page.resource_id
       where c.action = 'link' and c.iac_project_id is not null
     )
     select distinct page.id as change_id, r.id, r.merged_at
     from page
     join managing m on m.resource_id = page.resource_id
     join pull_request_projects l on l.organization_id = ${organizationId} and l.iac_project_id = m.iac_project_id
     join pull_requests r on r.organization_id = ${organizationId} and r.id = l.pull_request_id and r.state = 'merged'
       and r.merged_at between page.since - interval '24 hours' and page.detected_at`,
  );
}
