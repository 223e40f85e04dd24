import { isRelated } from '../../../domain/ownership/condition.ts';
import { managedIds } from '../../mapping/projects/project-states.ts';
import { execute, oneRowOf, rowsOf } from '../../query.ts';
import { joinSql, rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import type { EvaluatedRule } from './evaluated-rule.ts';
import { followedEdge } from './evaluate-related.ts';
import { addMatchesToScope } from './match-resources.ts';
import { loadRuleContext } from './rule-context.ts';
import { maximumScopedResources } from './take-inference-queue.ts';
import type { TakenQueue } from './take-inference-queue.ts';

/** A run over more changed rules evaluates all resources: each of these rules would read the inventory once. */
const maximumChangedRules = 50;

/**
 * Inserts into `inference_scope` the resources that the queued changes concern. `rules` are the rules of the run. Returns
 * `all` when every resource is evaluated.
 */
export async function fillInferenceScope(
  tenant: Tenant,
  taken: TakenQueue,
  rules: readonly EvaluatedRule[],
): Promise<'all' | 'queued'> {
  if (taken.all) return 'all';
  const ruleIds = await listChangedRules(tenant, taken);
  const changedRules = rules.filter(({ id }) => ruleIds.includes(id));
  if (changedRules.length > maximumChangedRules) return 'all';
  await addResources(tenant, [
    ...ofRecords(tenant.organizationId, taken),
    ...ofRules(tenant.organizationId, ruleIds),
    ...(await ofProjects(tenant, taken)),
  ]);
  if ((await addMatches(tenant, changedRules)) > maximumScopedResources) return 'all';
  if (!rules.some(({ conditions }) => isRelated(conditions))) return 'queued';
  await addNeighbours(tenant);
  return (await countInferenceScope(tenant)) > maximumScopedResources ? 'all' : 'queued';
}

/** Adds the resources that rules match, until the scope exceeds its limit. Returns the number of resources in the scope. */
async function addMatches(tenant: Tenant, rules: readonly EvaluatedRule[]): Promise<number> {
  let size = await countInferenceScope(tenant);
  if (rules.length === 0) return size;
  const context = await loadRuleContext(tenant);
  for (const { conditions } of rules) {
    if (size > maximumScopedResources) break;
    size += await addMatchesToScope(tenant, conditions, context);
  }
  return size;
}

/** Empties `inference_scope`. */
export async function clearInferenceScope(tenant: Tenant): Promise<void> {
  await execute(tenant, sql`delete from inference_scope where organization_id = ${tenant.organizationId}`);
}

/** Lists the changed rules, and those whose outcome names a changed application or team. */
async function listChangedRules(tenant: Tenant, taken: TakenQueue): Promise<readonly string[]> {
  const rows = await rowsOf<{ id: string }>(
    tenant,
    sql`select i.id from inference_rules i where i.organization_id = ${tenant.organizationId}
        and i.application_id = any(${taken.idsOf('application')}::uuid[])
      union select i.id from inference_rules i where i.organization_id = ${tenant.organizationId}
        and i.team_id = any(${taken.idsOf('team')}::uuid[])
      union select unnest(${taken.idsOf('rule')}::uuid[])`,
  );
  return rows.map(({ id }) => id);
}

/** The resources of changed accounts and sources, and the members of changed applications and of those that teams own. */
function ofRecords(organizationId: string, taken: TakenQueue): readonly Sql[] {
  const applicationIds = sql`select unnest(${taken.idsOf('application')}::uuid[])
    union all select w.application_id from application_owners w
      where w.organization_id = ${organizationId} and w.team_id = any(${taken.idsOf('team')}::uuid[])`;
  return [
    sql`select m.resource_id from memberships m
      where m.organization_id = ${organizationId} and m.application_id in (${applicationIds})`,
    sql`select r.id from resources r where r.organization_id = ${organizationId}
      and r.aws_account_id = any(${taken.idsOf('account')}::uuid[])`,
    sql`select e.resource_id from state_entries e where e.organization_id = ${organizationId}
      and e.state_source_id = any(${taken.idsOf('state_source')}::uuid[]) and e.resource_id is not null`,
  ];
}

/** The resources that have a membership, an environment or a team from a rule. */
function ofRules(organizationId: string, ruleIds: readonly string[]): readonly Sql[] {
  return (['memberships', 'resource_environments', 'resource_teams'] as const).map(
    (table) => sql`select t.resource_id from ${rawSql(table)} t
      where t.organization_id = ${organizationId} and t.rule_id = any(${ruleIds}::uuid[])`,
  );
}

/**
 * The resources of changed projects, and of the projects of repositories that changed or are linked to a changed
 * application or team.
 */
async function ofProjects(tenant: Tenant, taken: TakenQueue): Promise<readonly Sql[]> {
  const { organizationId } = tenant;
  const rows = await rowsOf<{ id: string }>(
    tenant,
    sql`select p.id from iac_projects p where p.organization_id = ${organizationId} and p.repository_id in (
        select unnest(${taken.idsOf('repository')}::uuid[])
        union all select l.repository_id from repository_applications l
          where l.organization_id = ${organizationId} and l.application_id = any(${taken.idsOf('application')}::uuid[])
        union all select l.repository_id from repository_teams l
          where l.organization_id = ${organizationId} and l.team_id = any(${taken.idsOf('team')}::uuid[]))
      union select unnest(${taken.idsOf('project')}::uuid[])`,
  );
  return rows.length === 0
    ? []
    : [
        managedIds(
          organizationId,
          rows.map(({ id }) => id),
        ),
      ];
}

/**
 * Adds the other ends of the edges of the resources in `inference_scope`: whether a `related_to` rule matches them depends on
 * the memberships of these resources. One hop suffices, because memberships of the second phase never count.
 */
async function addNeighbours(tenant: Tenant): Promise<void> {
  const { organizationId } = tenant;
  const ends = [
    { own: 'e.source_id', other: 'e.target_id' },
    { own: 'e.target_id', other: 'e.source_id' },
  ];
  await addResources(
    tenant,
    ends.map(
      ({ own, other }) => sql`select r.id
        from inference_scope s
        join relationships e on e.organization_id = ${organizationId} and ${rawSql(own)} = s.resource_id and ${followedEdge}
        join resources r on r.organization_id = ${organizationId} and r.id = ${rawSql(other)}
        where s.organization_id = ${organizationId}`,
    ),
  );
}

/** Adds the resources of queries with one column, their id. */
async function addResources(tenant: Tenant, queries: readonly Sql[]): Promise<void> {
  const { organizationId } = tenant;
  await execute(
    tenant,
    sql`insert into inference_scope (organization_id, resource_id)
      select distinct ${organizationId}::uuid, found.id
      from (${joinSql(queries, ' union all ')}) as found(id)
      on conflict do nothing`,
  );
}

/** Returns the number of resources in `inference_scope`. */
export async function countInferenceScope(tenant: Tenant): Promise<number> {
  const { size } = await oneRowOf<{ size: number }>(
    tenant,
    sql`select count(*) as size from inference_scope where organization_id = ${tenant.organizationId}`,
  );
  return size;
}
