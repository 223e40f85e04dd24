import { activeMembershipStatuses } from '../../../domain/inventory/resource-filter.ts';
import { ownedIds, ownersOf } from '../../ownership/owners/resolve-owners.ts';
import { allOf, anyOf, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { NodeRow } from './graph-node.ts';

/** The groups into which a level of the graph merges resources. The rows of its queries can repeat. */
export interface GroupLevel {
  readonly entityType: NodeRow['entityType'];
  /** The table of the groups, with the columns `id` and `name`. */
  readonly table: 'applications' | 'teams';
  /** Query for `(group_id, resource_id)` of the resources of groups. */
  readonly membersOf: (organizationId: string, groupIds: readonly string[]) => Sql;
  /** Query for `(group_id, resource_id)` of the groups of resources. `ids` is a query with one column. */
  readonly groupsOf: (organizationId: string, ids: Sql) => Sql;
}

/** The applications that resources belong to. */
const applicationLevel: GroupLevel = {
  entityType: 'application',
  table: 'applications',
  membersOf: (organizationId, groupIds) =>
    memberships(organizationId, anyOf('m.application_id', groupIds, 'uuid')),
  // `offset 0`: one index scan per resource, also for tables without statistics.
  groupsOf: (organizationId, ids) =>
    sql`select m.group_id, m.resource_id from (${ids}) given (id)
      cross join lateral (${memberships(organizationId, [sql`m.resource_id = given.id`])} offset 0) m`,
};

function memberships(organizationId: string, conditions: readonly Sql[]): Sql {
  return sql`select m.application_id as group_id, m.resource_id from memberships m
    where m.organization_id = ${organizationId}
      and ${allOf([...anyOf('m.status', activeMembershipStatuses), ...conditions])}`;
}

/** The teams that own resources, as `GET /resources/{id}/ownership` returns them. */
const teamLevel: GroupLevel = {
  entityType: 'team',
  table: 'teams',
  membersOf: (organizationId, groupIds) =>
    sql`select o.team_id as group_id, o.resource_id
      from ${ownersOf(organizationId, ownedIds(organizationId, groupIds))} o
      where o.team_id = any(${groupIds}::uuid[])`,
  groupsOf: (organizationId, ids) =>
    sql`select o.team_id as group_id, o.resource_id from ${ownersOf(organizationId, ids)} o
      where o.team_id is not null`,
};

export const groupLevels: Readonly<Record<'application' | 'team', GroupLevel>> = {
  application: applicationLevel,
  team: teamLevel,
};
