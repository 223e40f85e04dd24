import { errors } from '../../../domain/errors.ts';
import type { PlanClass } from '../../../domain/plans/read/planned-change.ts';
import { containsText } from '../../fragments/contains-text.ts';
import { oneRowOf, rowOf, rowsOf } from '../../query.ts';
import { allOf, anyOf, joinSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { afterPosition } from '../executions/list-position.ts';
import type { ListPosition } from '../executions/list-position.ts';
import type { Plan, PlanChange } from './plan.ts';

export interface PlanFilters {
  readonly iac_project_id?: readonly string[] | undefined;
  readonly repository_id?: readonly string[] | undefined;
  readonly pull_request_id?: readonly string[] | undefined;
  readonly execution_id?: readonly string[] | undefined;
  readonly commit_sha?: readonly string[] | undefined;
  /** From this `created_at` on. */
  readonly since?: Date | undefined;
  /** Before this `created_at`. */
  readonly until?: Date | undefined;
}

/** A plan with `created_at` as a text with microseconds, for the position in the list. */
export type ListedPlan = Plan & { readonly position: string };

/** Lists plans, newest first. Reads one row more than the limit. */
export async function listPlans(
  tenant: Tenant,
  filters: PlanFilters,
  limit: number,
  after: ListPosition,
): Promise<readonly ListedPlan[]> {
  const conditions = [...conditionsOf(tenant, filters), ...afterPosition('p', after)];
  return rowsOf<ListedPlan>(
    tenant,
    sql`select p.*, p.created_at::text as position from plans p where ${allOf(conditions)} order by p.created_at desc, p.id desc limit ${limit + 1}`,
  );
}

/** Counts the plans that match. */
export async function countPlans(tenant: Tenant, filters: PlanFilters): Promise<number> {
  const { total } = await oneRowOf<{ total: number }>(
    tenant,
    sql`select count(*) as total from plans p where ${allOf(conditionsOf(tenant, filters))}`,
  );
  return total;
}

function conditionsOf({ organizationId }: Tenant, filters: PlanFilters): readonly Sql[] {
  return [
    sql`p.organization_id = ${organizationId}`,
    ...anyOf('p.iac_project_id', filters.iac_project_id, 'uuid'),
    ...anyOf('p.repository_id', filters.repository_id, 'uuid'),
    ...anyOf('p.pull_request_id', filters.pull_request_id, 'uuid'),
    ...anyOf('p.execution_id', filters.execution_id, 'uuid'),
    ...anyOf('p.commit_sha', filters.commit_sha),
    ...(filters.since === undefined ? [] : [sql`p.created_at >= ${filters.since}`]),
    ...(filters.until === undefined ? [] : [sql`p.created_at < ${filters.until}`]),
  ];
}

/** @throws CatalogueError `not_found` */
export async function getPlan(tenant: Tenant, id: string): Promise<Plan> {
  const plan = await rowOf<Plan>(
    tenant,
    sql`select * from plans where organization_id = ${tenant.organizationId} and id = ${id}`,
  );
  if (plan === undefined) throw errors.notFound();
  return plan;
}

export interface PlanChangeFilters {
  /** Classes of the summary. */
  readonly action?: readonly PlanClass[] | undefined;
  /** Terraform types. */
  readonly resource_type?: readonly string[] | undefined;
  readonly resource_id?: readonly string[] | undefined;
  readonly mapped?: boolean | undefined;
  /** A part of the address or the previous address; case-insensitive. */
  readonly q?: string | undefined;
}

export type ListedPlanChange = PlanChange & {
  /** False after the values were deleted. A change has a value before or after it. */
  readonly hasValues: boolean;
};

/** Lists the changes of a plan in the order of the plan. Reads one row more than the limit. */
export async function listPlanChanges(
  tenant: Tenant,
  planId: string,
  filters: PlanChangeFilters,
  limit: number,
  after: number | undefined,
): Promise<readonly ListedPlanChange[]> {
  const { action, mapped, q } = filters;
  const conditions = [
    sql`c.organization_id = ${tenant.organizationId} and c.plan_id = ${planId}`,
    ...(action === undefined
      ? []
      : [
          sql`(${joinSql(
            action.map((name) => conditionsOfClass[name] ?? sql`c.class = ${name}`),
            ' or ',
          )})`,
        ]),
    ...anyOf('c.resource_type', filters.resource_type),
    ...anyOf('c.resource_id', filters.resource_id, 'uuid'),
    ...(mapped === undefined ? [] : [sql`(c.resource_id is not null) = ${mapped}`]),
    ...(q === undefined ? [] : [containsText('concat_ws(chr(10), c.address, c.previous_address)', q)]),
    ...(after === undefined ? [] : [sql`c.position > ${after}`]),
  ];
  return rowsOf<ListedPlanChange>(
    tenant,
    sql`select c.*, (c.before is not null or c.after is not null) as has_values from plan_changes c where ${allOf(conditions)} order by c.position limit ${limit + 1}`,
  );
}

/** The classes that the summary counts apart from the class of the actions. Drift and deferred changes have no class. */
const conditionsOfClass: Readonly<Partial<Record<PlanClass, Sql>>> = {
  import: sql`(c.import_id is not null and c.origin is null)`,
  move: sql`(c.previous_address is not null and c.origin is null)`,
  forget: sql`('forget' = any(c.actions) and c.origin is null)`,
  drift: sql`c.origin = 'drift'`,
};
