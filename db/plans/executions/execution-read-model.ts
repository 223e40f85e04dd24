import { errors } from '../../../domain/errors.ts';
import { oneRowOf, rowOf, rowsOf } from '../../query.ts';
import { allOf, anyOf, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import type { Execution } from './execution.ts';
import { afterPosition } from './list-position.ts';
import type { ListPosition } from './list-position.ts';
import { selectTouched } from './touched-resources.ts';
import type { TouchingChange } from './touched-resources.ts';

/** An execution in a list. */
export type ListedExecution = Execution & {
  /** `created_at` with its microseconds. */
  readonly position: string;
};

/** Values of a field are combined with OR. */
export interface ExecutionFilter {
  readonly repositoryIds?: readonly string[] | undefined;
  readonly projectIds?: readonly string[] | undefined;
  readonly pullRequestIds?: readonly string[] | undefined;
  readonly externalIds?: readonly string[] | undefined;
  readonly kinds?: readonly string[] | undefined;
  readonly statuses?: readonly string[] | undefined;
  /** In lower case. */
  readonly commits?: readonly string[] | undefined;
  /** Inclusive. */
  readonly since?: Date | undefined;
  /** Exclusive. */
  readonly until?: Date | undefined;
}

/** @throws CatalogueError `not_found`. */
export async function getExecution(tenant: Tenant, id: string): Promise<Execution> {
  const found = await rowOf<Execution>(
    tenant,
    sql`select e.* from executions e where e.organization_id = ${tenant.organizationId} and e.id = ${id}`,
  );
  if (found === undefined) throw errors.notFound();
  return found;
}

/** Lists executions, newest first. Reads one row more than the limit. */
export async function listExecutions(
  tenant: Tenant,
  filter: ExecutionFilter,
  limit: number,
  after: ListPosition,
): Promise<readonly ListedExecution[]> {
  return rowsOf<ListedExecution>(
    tenant,
    sql`select e.*, e.created_at::text as position from executions e where ${onPage(tenant, conditionsOf(filter), after)}
      order by e.created_at desc, e.id desc limit ${limit + 1}`,
  );
}

/** Counts the executions that match. */
export async function countExecutions(tenant: Tenant, filter: ExecutionFilter): Promise<number> {
  const { total } = await oneRowOf<{ total: number }>(
    tenant,
    sql`select count(*) as total from executions e where ${onPage(tenant, conditionsOf(filter), undefined)}`,
  );
  return total;
}

function conditionsOf(filter: ExecutionFilter): readonly Sql[] {
  return [
    ...anyOf('e.repository_id', filter.repositoryIds, 'uuid'),
    ...anyOf('e.iac_project_id', filter.projectIds, 'uuid'),
    ...anyOf('e.pull_request_id', filter.pullRequestIds, 'uuid'),
    ...anyOf('e.external_id', filter.externalIds),
    ...anyOf('e.kind', filter.kinds),
    ...anyOf('e.status', filter.statuses),
    ...anyOf('e.commit_sha', filter.commits),
    ...(filter.since === undefined ? [] : [sql`e.created_at >= ${filter.since}`]),
    ...(filter.until === undefined ? [] : [sql`e.created_at < ${filter.until}`]),
  ];
}

/** An execution with the changes of its plans to one resource, in the order of the plans. */
export type ResourceExecution = ListedExecution & { readonly touched: readonly TouchingChange[] };

/** Lists the executions that touched a resource, newest first. Reads one row more than the limit. */
export async function listResourceExecutions(
  tenant: Tenant,
  resourceId: string,
  limit: number,
  after: ListPosition,
): Promise<readonly ResourceExecution[]> {
  return rowsOf<ResourceExecution>(
    tenant,
    sql`select e.*, e.created_at::text as position, t.touched
      from (
        select execution_id, jsonb_agg(jsonb_build_object('plan_id', plan_id, 'address', address, 'actions', actions)
          order by plan_id, position) as touched
        from (${selectTouched(tenant.organizationId, sql`${resourceId}::uuid`)}) touched
        group by execution_id
      ) t
      join executions e on e.organization_id = ${tenant.organizationId} and e.id = t.execution_id
      where ${onPage(tenant, [], after)}
      order by e.created_at desc, e.id desc limit ${limit + 1}`,
  );
}

function onPage({ organizationId }: Tenant, conditions: readonly Sql[], after: ListPosition): Sql {
  return allOf([sql`e.organization_id = ${organizationId}`, ...conditions, ...afterPosition('e', after)]);
}
