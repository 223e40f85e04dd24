import { joinEnvironment } from '../../applications/join-environment.ts';
import { rowsOf } from '../../query.ts';
import { rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import type { GroupLevel } from './group-level.ts';

/** Nodes with the same application, team or environment. `id` and `name` are null for nodes without one. */
export interface ImpactGroup {
  readonly id: string | undefined;
  readonly name: string | undefined;
  /** Nodes that fail. */
  readonly resources: number;
  readonly touched: number;
  /** Index in the given nodes of the first node of the group that fails; without one, of its first node. */
  readonly first: number;
}

export interface VisitedNode {
  readonly id: string;
  readonly fails: boolean;
}

/** Groups nodes by the groups of a level. A node counts in each of its groups. */
export async function groupByLevel(
  tenant: Tenant,
  nodes: readonly VisitedNode[],
  level: GroupLevel,
): Promise<readonly ImpactGroup[]> {
  const { organizationId } = tenant;
  return groupBy(
    tenant,
    nodes,
    sql`select distinct g.resource_id, n.id, n.name
      from (${level.groupsOf(organizationId, sql`select id from given`)}) g
      join ${rawSql(level.table)} n on n.organization_id = ${organizationId} and n.id = g.group_id`,
  );
}

/** Groups nodes by environment. */
export async function groupByEnvironment(
  tenant: Tenant,
  nodes: readonly VisitedNode[],
): Promise<readonly ImpactGroup[]> {
  const { organizationId } = tenant;
  return groupBy(
    tenant,
    nodes,
    sql`select r.id as resource_id, e.id, e.name from given
      join resources r on r.organization_id = ${organizationId} and r.id = given.id
      ${joinEnvironment(organizationId)}
      where e.id is not null`,
  );
}

/** @param keys A query with `(resource_id, id, name)`, which can read `given (id, fails, position)`. */
async function groupBy(
  tenant: Tenant,
  nodes: readonly VisitedNode[],
  keys: Sql,
): Promise<readonly ImpactGroup[]> {
  return rowsOf<ImpactGroup>(
    tenant,
    sql`with given as materialized (select * from unnest(${nodes.map(({ id }) => id)}::uuid[], ${nodes.map(({ fails }) => fails)}::boolean[])
          with ordinality g (id, fails, position)),
        keys as materialized (${keys})
      select k.id, k.name, (count(*) filter (where given.fails))::integer as resources, count(*)::integer as touched,
        coalesce(min(given.position) filter (where given.fails), min(given.position))::integer - 1 as first
      from given left join keys k on k.resource_id = given.id
      group by k.id, k.name
      order by k.id is null, resources desc, touched desc, k.name, k.id`,
  );
}
