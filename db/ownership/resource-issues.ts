import { activeMembershipStatuses } from '../../domain/inventory/resource-filter.ts';
import type { OwnershipIssueKind } from '../../domain/values.ts';
import { selectProjectClaims } from '../mapping/project-claims.ts';
import { execute } from '../query.ts';
import { rawSql, sql } from '../sql.ts';
import type { Sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import { countInferenceScope } from './inference-scope.ts';
import { withPlannerSettings } from './planner-settings.ts';
import { ownersOf } from './resolve-owners.ts';

/** Names of applications or repositories in the detail of an issue. */
const listedNames = 5;

/**
 * Opens and resolves the issues `unowned_resource` and `conflicting_owners` of all resources, or of those in
 * `inference_scope`. Writes only issues that change.
 */
export async function refreshResourceIssues(tenant: Tenant, scope: 'all' | 'queued'): Promise<void> {
  const { organizationId } = tenant;
  const size = scope === 'all' ? undefined : await countInferenceScope(tenant);
  await withPlannerSettings(tenant, size, async () => {
    await refresh(tenant, scope, 'unowned_resource', unowned(organizationId, scope));
    await refresh(tenant, scope, 'conflicting_owners', conflicting(organizationId, scope));
  });
}

/** `wanted`: common table expressions, of which `wanted` has the columns `target_id` and `detail` of the open issues. */
async function refresh(
  tenant: Tenant,
  scope: 'all' | 'queued',
  kind: OwnershipIssueKind,
  wanted: Sql,
): Promise<void> {
  const { organizationId } = tenant;
  const isOpen = sql`i.organization_id = ${organizationId} and i.kind = ${kind} and i.resolved_at is null`;
  await execute(
    tenant,
    sql`with ${wanted}, resolved as (
        update ownership_issues i set resolved_at = now()
        where ${isOpen} and ${inScope(organizationId, 'i.target_id', scope)}
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
function unowned(organizationId: string, scope: 'all' | 'queued'): Sql {
  return sql`unassigned as materialized (
      select r.id from resources r
      where r.organization_id = ${organizationId} and r.status = 'active'
        and r.management_state not in ('child', 'default', 'ignored') and ${inScope(organizationId, 'r.id', scope)}
        and not exists (select from ${liveMemberships(organizationId)} m where m.resource_id = r.id)
    ), wanted as materialized (
      select u.id as target_id, 'The resource has no application and no owner.' as detail from unassigned u
      where not exists (select from ${ownersOf(organizationId, sql`select id from unassigned`)} o
        where o.resource_id = u.id)
    )`;
}

/** Resources that get their owners from several applications, or else from several repositories, without a common one. */
function conflicting(organizationId: string, scope: 'all' | 'queued'): Sql {
  return sql`candidates as materialized (
      select m.resource_id as id from ${liveMemberships(organizationId)} m
      where ${inScope(organizationId, 'm.resource_id', scope)} group by 1 having count(*) > 1
      union
      select c.resource_id from ${selectProjectClaims(organizationId)} c
      join iac_projects p on p.organization_id = ${organizationId} and p.id = c.iac_project_id
      join repository_teams l on l.organization_id = ${organizationId} and l.repository_id = p.repository_id
      where ${inScope(organizationId, 'c.resource_id', scope)} group by 1 having count(distinct p.repository_id) > 1
    ), owner as materialized (
      select o.resource_id, o.source, coalesce(o.application_id, o.repository_id) as giver,
             coalesce(o.team_id, o.user_id) as owner_id
      from ${ownersOf(organizationId, sql`select id from candidates`)} o where o.source <> 'rule'
    ), given as materialized (
      select resource_id, source, count(distinct giver) as givers, array_agg(distinct giver) as giver_ids
      from owner group by 1, 2 having count(distinct giver) > 1
    ), shared as materialized (
      select g.resource_id from given g join owner o on o.resource_id = g.resource_id
      group by g.resource_id, g.givers, o.owner_id having count(distinct o.giver) = g.givers
    ), wanted as materialized (
      select g.resource_id as target_id, case g.source when 'application' then 'The applications of the resource'
          else 'The repositories of the resource' end || ' have no owner in common: ' || names.list || '.' as detail
      from given g
      join resources r on r.organization_id = ${organizationId} and r.id = g.resource_id and r.status <> 'deleted'
      cross join lateral (
        select string_agg(name, ', ' order by place) filter (where place <= ${listedNames})
          || case when count(*) > ${listedNames} then ' and others' else '' end as list
        from (
          select name, row_number() over (order by name, id) as place from (
            select a.id, a.name from applications a
            where a.organization_id = ${organizationId} and a.id = any(g.giver_ids)
            union all
            select p.id, p.full_name from repositories p
            where p.organization_id = ${organizationId} and p.id = any(g.giver_ids)
          ) named
        ) placed
      ) names
      where g.resource_id not in (select resource_id from shared)
    )`;
}

/** The memberships that count, in applications that are not archived. */
function liveMemberships(organizationId: string): Sql {
  return sql`(select m.resource_id, m.application_id from memberships m
    join applications a on a.organization_id = ${organizationId} and a.id = m.application_id and a.archived_at is null
    where m.organization_id = ${organizationId} and m.status = any(${activeMembershipStatuses}::text[]))`;
}

function inScope(organizationId: string, column: string, scope: 'all' | 'queued'): Sql {
  return scope === 'all'
    ? rawSql('true')
    : sql`${rawSql(column)} in (select s.resource_id from inference_scope s
        where s.organization_id = ${organizationId})`;
}
