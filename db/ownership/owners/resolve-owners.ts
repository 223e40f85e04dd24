import { activeMembershipStatuses } from '../../../domain/inventory/resource-filter.ts';
import { confidenceRank } from '../../fragments/confidence-rank.ts';
import { selectProjectClaims } from '../../mapping/projects/project-claims.ts';
import { rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';

/**
 * Returns a query for the owners of resources: `(resource_id, source, team_id, user_id, confidence, application_id,
 * repository_id, rule_id)`. The first of the levels `rule`, `application` and `repository` with an active owner decides;
 * only its owners are returned. An owner has one row per application or repository that gives it. Inactive teams,
 * deactivated users and archived applications count as none.
 * @param ids A query with one column: the ids of the resources.
 */
export function ownersOf(organizationId: string, ids: Sql): Sql {
  return sql`(
    with asked as materialized (select distinct id from (${ids}) given (id))
    select ${columns} from asked join ${ruleOwners(organizationId)} o on o.resource_id = asked.id
    union all
    select ${columns} from asked join ${applicationOwners(organizationId)} o on o.resource_id = asked.id
      where ${hasNone('asked.id', [ruleOwners(organizationId)])}
    union all
    (select distinct on (o.resource_id, o.team_id, o.repository_id) ${columns}
      from asked join ${repositoryOwners(organizationId)} o on o.resource_id = asked.id
      where ${hasNone('asked.id', [ruleOwners(organizationId), applicationOwners(organizationId)])}
      order by o.resource_id, o.team_id, o.repository_id, ${confidenceRank('o.confidence')}))`;
}

/**
 * Returns a query for the ids of the resources that one of the teams owns, or any team without `teamIds`, as {@link ownersOf}
 * decides; ids may repeat.
 */
export function ownedIds(organizationId: string, teamIds: readonly string[] | undefined): Sql {
  const byTeam = isOneOf(teamIds);
  return sql`(
    select o.resource_id from ${ruleOwners(organizationId)} o where ${byTeam}
    union all
    select o.resource_id from ${applicationOwners(organizationId)} o
      where ${byTeam} and ${hasNone('o.resource_id', [ruleOwners(organizationId)])}
    union all
    select o.resource_id from ${repositoryOwners(organizationId)} o
      where ${byTeam} and ${hasNone('o.resource_id', [ruleOwners(organizationId), applicationOwners(organizationId)])})`;
}

/** Returns the condition that one of the teams, or any team without `teamIds`, owns the resource with the id in `idColumn`. */
export function isOwnedBy(
  organizationId: string,
  idColumn: string,
  teamIds: readonly string[] | undefined,
): Sql {
  const id = rawSql(idColumn);
  const byTeam = sql`o.resource_id = ${id} and ${isOneOf(teamIds)}`;
  return sql`(exists (select from ${ruleOwners(organizationId)} o where ${byTeam})
    or (${hasNone(idColumn, [ruleOwners(organizationId)])} and (
      exists (select from ${applicationOwners(organizationId)} o where ${byTeam})
      or (${hasNone(idColumn, [applicationOwners(organizationId)])}
        and exists (select from ${repositoryOwners(organizationId)} o where ${byTeam})))))`;
}

function isOneOf(teamIds: readonly string[] | undefined): Sql {
  return teamIds === undefined ? rawSql('o.team_id is not null') : sql`o.team_id = any(${teamIds}::uuid[])`;
}

/** Returns the condition that the resource with the id in `idColumn` has no owner, as {@link ownersOf} decides. */
export function isUnowned(organizationId: string, idColumn: string): Sql {
  return hasNone(idColumn, [
    ruleOwners(organizationId),
    applicationOwners(organizationId),
    repositoryOwners(organizationId),
  ]);
}

const columns = rawSql(
  'o.resource_id, o.source, o.team_id, o.user_id, o.confidence, o.application_id, o.repository_id, o.rule_id',
);

function hasNone(idColumn: string, levels: readonly Sql[]): Sql {
  const conditions = levels.map(
    (owners) => sql`not exists (select from ${owners} higher where higher.resource_id = ${rawSql(idColumn)})`,
  );
  return conditions.reduce((all, condition) => sql`${all} and ${condition}`);
}

/** The owners that rules give to resources: rows as of {@link ownersOf}. */
export function ruleOwners(organizationId: string): Sql {
  return sql`(select r.resource_id, 'rule' as source, r.team_id, null::uuid as user_id, r.confidence,
      null::uuid as application_id, null::uuid as repository_id, r.rule_id
    from resource_teams r
    join teams t on t.organization_id = ${organizationId} and t.id = r.team_id and t.is_active
    where r.organization_id = ${organizationId})`;
}

/** The active owners of the applications of resources: rows as of {@link ownersOf}. */
export function applicationOwners(organizationId: string): Sql {
  return sql`(select m.resource_id, 'application' as source, w.team_id, w.user_id, m.confidence, m.application_id,
      null::uuid as repository_id, null::uuid as rule_id
    from memberships m
    join applications a on a.organization_id = ${organizationId} and a.id = m.application_id and a.archived_at is null
    join application_owners w on w.organization_id = ${organizationId} and w.application_id = m.application_id
      and w.kind = 'owner'
    left join teams t on t.organization_id = ${organizationId} and t.id = w.team_id
    left join users u on u.organization_id = ${organizationId} and u.id = w.user_id
    where m.organization_id = ${organizationId} and ${belongs} and (t.is_active or u.status = 'active'))`;
}

/** The active teams of the repositories that manage resources: rows as of {@link ownersOf}; they can repeat. */
export function repositoryOwners(organizationId: string): Sql {
  return sql`(select c.resource_id, 'repository' as source, l.team_id, null::uuid as user_id, c.confidence,
      null::uuid as application_id, p.repository_id, null::uuid as rule_id
    from ${selectProjectClaims(organizationId)} c
    join iac_projects p on p.organization_id = ${organizationId} and p.id = c.iac_project_id
    join repository_teams l on l.organization_id = ${organizationId} and l.repository_id = p.repository_id
    join teams t on t.organization_id = ${organizationId} and t.id = l.team_id and t.is_active)`;
}

const belongs = rawSql(`m.status in (${activeMembershipStatuses.map((status) => `'${status}'`).join(', ')})`);
