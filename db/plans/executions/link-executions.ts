import { withPlannerSettings } from '../../planner-settings.ts';
import { execute } from '../../query.ts';
import { joinSql, rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { projectOf, pullRequestOf, repositoryOf } from './execution-links.ts';

/** Rows of one statement. The next call links the rest. */
const maximumRows = 5000;

/**
 * Links executions to repositories, projects and pull requests that appeared after their reports, and marks applies and
 * destroys for `explainDueReport`. Returns the number of links. Skips executions that another transaction has locked.
 */
export async function linkExecutions(tenant: Tenant): Promise<number> {
  const repositories = await link(tenant, {
    column: 'repository_id',
    target: repositoryOf(tenant.organizationId),
    keys: ['repository_name'],
    nullableKeys: ['repository_provider'],
  });
  return (
    repositories + (await linkToProjects(tenant, sql`true`)) + (await linkToPullRequests(tenant, sql`true`))
  );
}

/** As {@link linkExecutions}, for the projects of one repository. */
export async function linkExecutionsToProjects(tenant: Tenant, repositoryId: string): Promise<number> {
  return linkToProjects(tenant, sql`e.repository_id = ${repositoryId}`);
}

/** As {@link linkExecutions}, for one pull request. */
export async function linkExecutionsToPullRequest(
  tenant: Tenant,
  repositoryId: string,
  number: number,
): Promise<number> {
  return linkToPullRequests(
    tenant,
    sql`e.repository_id = ${repositoryId} and e.pull_request_number = ${number}`,
  );
}

function linkToProjects(tenant: Tenant, scope: Sql): Promise<number> {
  return link(tenant, {
    column: 'iac_project_id',
    target: projectOf(tenant.organizationId),
    keys: ['repository_id', 'project_path'],
    nullableKeys: ['tool_name'],
    scope,
  });
}

function linkToPullRequests(tenant: Tenant, scope: Sql): Promise<number> {
  return link(tenant, {
    column: 'pull_request_id',
    target: pullRequestOf(tenant.organizationId),
    keys: ['repository_id', 'pull_request_number'],
    scope,
  });
}

interface Link {
  readonly column: 'repository_id' | 'iac_project_id' | 'pull_request_id';
  /** The id of the record of an execution `e`, which has the columns of the keys only. */
  readonly target: Sql;
  readonly keys: readonly string[];
  readonly nullableKeys?: readonly string[];
  readonly scope?: Sql;
}

/** Resolves each combination of keys once: many executions have the same repository, project or pull request. */
async function link(
  tenant: Tenant,
  { column, target, keys, nullableKeys = [], scope = sql`true` }: Link,
): Promise<number> {
  const name = rawSql(column);
  const allKeys = [...keys, ...nullableKeys];
  const present = keys.map((key) => rawSql(`e.${key} is not null`));
  const unlinked = sql`e.organization_id = ${tenant.organizationId} and e.${name} is null
    and ${joinSql(present, ' and ')} and ${scope}`;
  const sameKeys = [
    ...keys.map((key) => rawSql(`e.${key} = found.${key}`)),
    ...nullableKeys.map((key) => rawSql(`e.${key} is not distinct from found.${key}`)),
  ];
  const statement = sql`with keys as materialized (
        select distinct ${rawSql(allKeys.map((key) => `e.${key}`).join(', '))} from executions e where ${unlinked}
      ), found as materialized (
        select * from (select e.*, ${target} as target from keys e) resolved where target is not null
      ), due as materialized (
        select e.id, found.target from executions e join found on ${joinSql(sameKeys, ' and ')}
        where ${unlinked} limit ${maximumRows} for update of e skip locked
      )
      update executions u set ${name} = due.target, updated_at = now(),
        explanation_due = u.explanation_due or u.kind in ('apply', 'destroy')
      from due
      where u.organization_id = ${tenant.organizationId} and u.id = due.id`;
  // Without statistics, Postgres would join executions and keys by a nested loop.
  return withPlannerSettings(tenant, maximumRows, () => execute(tenant, statement));
}
