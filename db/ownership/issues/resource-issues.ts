import { activeMembershipStatuses } from '../../../domain/inventory/resource-filter.ts';
import type { OwnershipIssueKind } from '../../../domain/values.ts';
import { execute } from '../../query.ts';
import { rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { countInferenceScope } from '../inference/inference-scope.ts';
import { withPlannerSettings } from '../../planner-settings.ts';
import { applicationOwners, repositoryOwners, ruleOwners } from '../owners/resolve-owners.ts';

/** Names of applications or repositories in the detail of an issue. */
const listedNames = 5;

/** Up to this number of resources, each table is searched by their ids. */
const fewResources = 5000;

/** Returns the condition that the id in a column is one of the evaluated resources. */
type InScope = (column: string) => Sql;

/**
 * Opens and resolves the issues `unowned_resource` and `conflicting_owners` of all resources, or of those in
 * `inference_scope`. Writes only issues that change.
 */
export async function refreshResourceIssues(tenant: Tenant, scope: 'all' | 'queued'): Promise<void> {
  const { organizationId } = tenant;
  const inScope = await scopeCondition(tenant, scope);
  // The owners of resources have no statistics, so every join is a hash join.
  await withPlannerSettings(tenant, undefined, async () => {
    await refresh(tenant, inScope, 'unowned_resource', unowned(organizationId, inScope));
    await refresh(tenant, inScope, 'conflicting_owners', conflicting(organizationId, inScope));
  });
}

async function scopeCondition(tenant: Tenant, scope: 'all' | 'queued'): Promise<InScope> {
  if (scope === 'all') return () => rawSql('true');
  const ids = sql`select s.resource_id from inference_scope s where s.organization_id = ${tenant.organizationId}`;
  const isFew = (await countInferenceScope(tenant)) <= fewResources;
  return (column) =>
    isFew ? sql`${rawSql(column)} = any(array(${ids}))` : sql`${rawSql(column)} in (${ids})`;
}

/** `wanted`: common table expressions, of which `wanted` has the columns `target_id` and `detail` of the open issues. */
async function refresh(
  tenant: Tenant,
  inScope: InScope,
  kind: OwnershipIssueKind,
  wanted: Sql,
): Promise<void> {
  const { organizationId } = tenant;
  const isOpen = sql`i.organization_id = ${organizationId} and i.kind = ${kind} and i.resolved_at is null`;
  await execute(
    tenant,
    sql`with ${wanted}, resolved as (
        update ownership_issues i set resolved_at = now()
        where ${isOpen} and ${inScope('i.target_id')}
          and not exists (select from wanted w where w.target_id = i.target_id)
      )
      insert into ownership_issues as n (organization_id, kind, target_type, target_id, detail)
      select ${organizationId}::uuid, ${kind}::text, 'resource', w.target_id, w.detail
      from wanted w
      where not exists (select from ownership_issues i
        where ${isOpen} and i.target_id = w.target_id and i.detail = w.detail)
      on conflict (organization_id, kind, target_id) where resolved_at is null
        do update set detail = excluded.detail`,
  );
}

/** Active resources, except children, defaults and ignored ones, without an application and without an owner. */
function unowned(organizationId: string, inScope: InScope): Sql {
  return sql`assigned as materialized (
      select m.resource_id from memberships m
      join applications a on a.organization_id = ${organizationId} and a.id = m.application_id and a.archived_at is null
      where m.organization_id = ${organizationId} and m.status = any(${activeMembershipStatuses}::text[])
        and ${inScope('m.resource_id')}
      union all
      select o.resource_id from ${ruleOwners(organizationId)} o where ${inScope('o.resource_id')}
      union all
      select o.resource_id from ${repositoryOwners(organizationId)} o where ${inScope('o.resource_id')}
    ), wanted as materialized (
      select r.id as target_id, 'The resource has no application and no owner.' as detail from resources r
      where r.organization_id = ${organizationId} and r.status = 'active'
        and r.management_state not in ('child', 'default', 'ignored') and ${inScope('r.id')}
        and not exists (select from assigned s where s.resource_id = r.id)
    )`;
}

/** Resources whose owners come from several applications, or else from several repositories, without a common owner. */
function conflicting(organizationId: string, inScope: InScope): Sql {
  return sql`ruled as materialized (
      select o.resource_id from ${ruleOwners(organizationId)} o where ${inScope('o.resource_id')}
    ), inherited as materialized (
      select o.resource_id, o.application_id, coalesce(o.team_id, o.user_id) as owner_id
      from ${applicationOwners(organizationId)} o
      where ${inScope('o.resource_id')} and not exists (select from ruled r where r.resource_id = o.resource_id)
    ), owner as materialized (
      select resource_id, 'application' as source, application_id as giver, owner_id from inherited
      union all
      select distinct o.resource_id, 'repository', o.repository_id, o.team_id
      from ${repositoryOwners(organizationId)} o
      where ${inScope('o.resource_id')} and not exists (select from ruled r where r.resource_id = o.resource_id)
        and not exists (select from inherited i where i.resource_id = o.resource_id)
    ), given as materialized (
      select resource_id, source, count(distinct giver) as givers, array_agg(distinct giver) as giver_ids
      from owner group by 1, 2 having count(distinct giver) > 1
    ), shared as materialized (
      select g.resource_id from given g join owner o on o.resource_id = g.resource_id
      group by g.resource_id, g.givers, o.owner_id having count(distinct o.giver) = g.givers
    ), named as materialized (
      select g.resource_id, string_agg(n.name, ', ' order by n.name) filter (where n.place <= ${listedNames})
          || case when count(*) > ${listedNames} then ' and others' else '' end as names
      from given g join (
        select d.resource_id, e.name, row_number() over (partition by d.resource_id order by e.name, e.id) as place
        from (select resource_id, unnest(giver_ids) as giver from given) d
        join (
          select id, name from applications where organization_id = ${organizationId}
          union all
          select id, full_name from repositories where organization_id = ${organizationId}
        ) e on e.id = d.giver
      ) n on n.resource_id = g.resource_id
      group by g.resource_id
    ), wanted as materialized (
      select g.resource_id as target_id, case g.source when 'application' then 'The applications of the resource'
          else 'The repositories of the resource' end || ' have no owner in common: ' || n.names || '.' as detail
      from given g
      join named n on n.resource_id = g.resource_id
      join resources r on r.organization_id = ${organizationId} and r.id = g.resource_id and r.status <> 'deleted'
        and ${inScope('r.id')}
      where not exists (select from shared s where s.resource_id = g.resource_id)
    )`;
}
