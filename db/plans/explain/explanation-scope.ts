import { creatingTypes, identifyingAttributes } from '../../../domain/plans/explain/explain-create.ts';
import { resourceTypesOfRules } from '../../../domain/mapping/rules/mapping-rule.ts';
import { withPlannerSettings } from '../../planner-settings.ts';
import { rowOf, rowsOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { planValueDays } from '../plans/delete-plan-values.ts';
import { executionsOfPlans, listPlansOfExecution } from './executions-of-plans.ts';
import { lookUpRows } from '../plans/look-up-rows.ts';
import { sinceOfChange } from './explanation-candidates.ts';

/** The changes to explain again. */
export type ExplanationScope =
  | { readonly accountId: string; readonly since: Date }
  | { readonly changeIds: readonly string[] }
  | { readonly planId: string }
  | { readonly executionId: string };

/** Changes of one call, newest first. */
const maximumChanges = 20_000;

/** Explanations of changes that are older than the values of plans stay. */
const oldest = sql`c.detected_at > now() - make_interval(days => ${planValueDays})`;

/** Lists the ids of the changes that a scope names, in ascending order. */
export async function listChangesInScope(
  tenant: Tenant,
  scope: ExplanationScope,
): Promise<readonly string[]> {
  if ('accountId' in scope)
    return listDetected(
      tenant,
      sql`c.aws_account_id = ${scope.accountId} and c.detected_at >= ${scope.since}`,
    );
  if ('changeIds' in scope)
    return scope.changeIds.length === 0
      ? []
      : listDetected(tenant, sql`c.id = any(${scope.changeIds}::uuid[])`);
  const { organizationId } = tenant;
  const planIds = 'planId' in scope ? [scope.planId] : await listPlansOfExecution(tenant, scope.executionId);
  if (planIds.length === 0) return [];
  const plans = sql`unnest(${planIds}::uuid[])`;
  const windows =
    'planId' in scope
      ? sql`select p.id as plan_id, p.created_at as planned_at, null::timestamptz as started_at,
               null::timestamptz as finished_at
             from ${lookUpRows(organizationId, 'plans', 'id', sql`${scope.planId}::uuid`)} p
             union all
             select plan_id, planned_at, started_at, finished_at
             from (${executionsOfPlans(organizationId, plans)}) used`
      : sql`select plan_id, planned_at, started_at, finished_at
             from (${executionsOfPlans(organizationId, plans, sql`e.id = ${scope.executionId}`)}) used`;
  const found = await rowsOf<PlanWindow>(
    tenant,
    sql`select plan_id, min(least(planned_at, started_at)) as from_time,
        max(greatest(planned_at + interval '24 hours', started_at + interval '24 hours',
          finished_at + interval '15 minutes')) as to_time
      from (${windows}) w group by plan_id`,
  );
  return found.length === 0 ? [] : listOfPlans(tenant, found);
}

/** The time of a plan and its executions. */
interface PlanWindow {
  readonly planId: string;
  readonly fromTime: Date;
  readonly toTime: Date;
}

/** Lists changes that meet a condition; none when the organization has no plan and no merged pull request. */
async function listDetected(tenant: Tenant, condition: Sql): Promise<readonly string[]> {
  const { organizationId } = tenant;
  const found = await rowOf<{ found: boolean }>(
    tenant,
    sql`select exists (select from plans where organization_id = ${organizationId})
      or exists (select from pull_requests where organization_id = ${organizationId} and state = 'merged') as found`,
  );
  if (found?.found !== true) return [];
  return idsOf(
    tenant,
    sql`select c.id from changes c
      where c.organization_id = ${organizationId} and ${condition} and ${oldest}
      order by c.id desc limit ${maximumChanges}`,
  );
}

/**
 * Lists the changes that overlap the time of plans or their executions, with a day after the start of each: an execution had
 * that much while it ran, and its plan before it was applied. They are changes of resources that the plans change, and created
 * resources with a name of one that they create.
 */
async function listOfPlans(tenant: Tenant, windows: readonly PlanWindow[]): Promise<readonly string[]> {
  const { organizationId } = tenant;
  const planIds = windows.map(({ planId: id }) => id);
  const from = new Date(Math.min(...windows.map(({ fromTime: time }) => time.getTime())));
  const to = new Date(Math.max(...windows.map(({ toTime: time }) => time.getTime())));
  // Arrays in place of joins: Postgres knows their lengths, and has no statistics of the inserted changes of the plan.
  const resources = await rowsOf<{ readonly id: string }>(
    tenant,
    sql`select distinct resource_id as id from plan_changes
      where organization_id = ${organizationId} and plan_id = any(${planIds}::uuid[]) and resource_id is not null`,
  );
  const resourceIds = resources.map(({ id }) => id);
  const names = await listPlannedNames(tenant, planIds);
  const inTime = sql`c.detected_at >= ${from} and ${sinceOfChange} <= ${to} and ${oldest}`;
  const mapped = sql`select c.id from changes c
    where c.organization_id = ${organizationId} and c.resource_id = any(${resourceIds}::uuid[]) and ${inTime}`;
  const created = sql`select c.id from changes c
    join resources r on r.organization_id = ${organizationId} and r.id = c.resource_id
    where c.organization_id = ${organizationId} and c.kind in ('created', 'reappeared') and c.occurred_at >= ${from} and ${inTime}
      and (r.name = any(${names}::text[]) or r.native_id = any(${names}::text[]) or r.arn = any(${names}::text[]))`;
  const found = names.length === 0 ? mapped : sql`${mapped} union ${created}`;
  return withPlannerSettings(tenant, maximumChanges, () =>
    idsOf(tenant, sql`select id from (${found}) found order by id desc limit ${maximumChanges}`),
  );
}

/** Lists the values of the identifying attributes of the resources that plans create. */
async function listPlannedNames(tenant: Tenant, planIds: readonly string[]): Promise<readonly string[]> {
  const rows = await rowsOf<{ readonly name: string }>(
    tenant,
    sql`select distinct pc.after ->> a.name as name
      from plan_changes pc
      cross join lateral jsonb_array_elements_text(${JSON.stringify(attributesOfTypes)}::jsonb -> pc.resource_type) a (name)
      where pc.organization_id = ${tenant.organizationId} and pc.plan_id = any(${planIds}::uuid[])
        and pc.class in ('create', 'replace') and pc.after ->> a.name is not null`,
  );
  return rows.map(({ name }) => name);
}

/** The identifying attributes of the Terraform types that create resources of the inventory. */
const attributesOfTypes = Object.fromEntries(
  [...resourceTypesOfRules].flatMap((resourceType) =>
    creatingTypes(resourceType).map((type) => [type, identifyingAttributes(type)] as const),
  ),
);

async function idsOf(tenant: Tenant, statement: Sql): Promise<readonly string[]> {
  const rows = await rowsOf<{ id: string }>(tenant, statement);
  return rows.map(({ id }) => id).toReversed();
}
