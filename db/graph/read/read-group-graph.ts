import { byCodeUnit } from '../../../domain/json/canonical.ts';
import { activeMembershipStatuses } from '../../../domain/inventory/resource-filter.ts';
import { confidences } from '../../../domain/values.ts';
import type { RelationshipDirection } from '../../../domain/values.ts';
import { rowsOf } from '../../query.ts';
import { allOf, anyOf, rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { maximumEdges, maximumOfType } from './graph.ts';
import type { Graph, GraphRequest, GraphRoot } from './graph.ts';
import type { GraphScope } from './graph-scope.ts';
import { dependencyEdge, readDependencies } from './group-dependencies.ts';
import type { Dependency } from './group-dependencies.ts';
import type { GroupLevel } from './group-level.ts';

/** The dependencies of groups, per direction and group. They are read once per group. */
type Read = Readonly<Record<RelationshipDirection, Map<string, readonly Dependency[]>>>;

/**
 * Reads the graph of the applications or teams that resources belong to. The groups of the root are at depth 0; without a root,
 * all groups of resources that match the filter. The caller has checked that the root exists.
 */
export async function readGroupGraph(
  tenant: Tenant,
  scope: GraphScope,
  level: GroupLevel,
  { root, depth: maximumDepth, limit }: GraphRequest,
): Promise<Graph> {
  const start = await findStart(tenant, scope, level, root, limit);
  const depths = new Map(start.slice(0, limit).map((id) => [id, 0]));
  const cut = new Set<string>();
  const read: Read = { outgoing: new Map(), incoming: new Map() };
  const load = async (ids: readonly string[], directions: readonly RelationshipDirection[]) => {
    for (const direction of directions) {
      const missing = ids.filter((id) => !read[direction].has(id));
      const rows = await readDependencies(tenant, scope, level, missing, direction);
      for (const id of missing)
        read[direction].set(
          id,
          rows.filter((row) => row.id === id),
        );
    }
  };

  let reachedLimit = start.length > limit;
  let parents = [...depths.keys()];
  for (let depth = 1; root !== undefined && depth <= maximumDepth && parents.length > 0; depth += 1) {
    if (reachedLimit) break;
    await load(parents, scope.directions);
    const found = new Set<string>();
    for (const parent of parents) {
      const neighbours = neighboursOf(parent, scope.directions, read);
      const isCapped = depth > 1 && neighbours.length > maximumOfType;
      if (isCapped) cut.add(parent);
      for (const id of isCapped ? neighbours.slice(0, maximumOfType) : neighbours)
        if (!depths.has(id)) found.add(id);
    }
    const room = limit - depths.size;
    reachedLimit = found.size > room;
    parents = [...found].slice(0, room);
    for (const id of parents) depths.set(id, depth);
  }
  if (reachedLimit)
    for (const [id, depth] of depths) if (root === undefined || depth < maximumDepth) cut.add(id);

  const ids = [...depths.keys()];
  await load(ids, ['outgoing']);
  await load([...cut], scope.directions);
  const edges = ids.flatMap((id) =>
    (read.outgoing.get(id) ?? []).filter(({ otherId }) => depths.has(otherId)),
  );
  const hidden = new Map([...cut].map((id) => [id, countHidden(id, scope.directions, read, depths)]));
  const names = await rowsOf<{ readonly id: string; readonly name: string }>(
    tenant,
    sql`select id, name from ${rawSql(level.table)}
      where organization_id = ${tenant.organizationId} and id = any(${ids}::uuid[])`,
  );
  const nameOf = new Map(names.map(({ id, name }) => [id, name]));
  return {
    nodes: [...depths].map(([id, depth]) => {
      const count = hidden.get(id) ?? 0;
      return {
        entityType: level.entityType,
        id,
        name: nameOf.get(id) ?? id,
        resourceType: undefined,
        awsAccountId: undefined,
        accountId: undefined,
        region: undefined,
        depth,
        ...(count > 0 ? { hiddenEdges: count } : {}),
      };
    }),
    edges: edges.slice(0, maximumEdges).map(dependencyEdge),
    truncated: reachedLimit || edges.length > maximumEdges || [...hidden.values()].some((count) => count > 0),
  };
}

/** Returns the distinct groups that dependencies connect with a group, by confidence and id. */
function neighboursOf(
  id: string,
  directions: readonly RelationshipDirection[],
  read: Read,
): readonly string[] {
  const ranks = new Map<string, number>();
  for (const { otherId, confidence } of directions.flatMap((direction) => read[direction].get(id) ?? [])) {
    const rank = confidences.indexOf(confidence);
    ranks.set(otherId, Math.min(rank, ranks.get(otherId) ?? rank));
  }
  return [...ranks]
    .toSorted(([a, rankA], [b, rankB]) => rankA - rankB || byCodeUnit(a, b))
    .map(([other]) => other);
}

function countHidden(
  id: string,
  directions: readonly RelationshipDirection[],
  read: Read,
  shown: ReadonlyMap<string, number>,
): number {
  return directions
    .flatMap((direction) => read[direction].get(id) ?? [])
    .filter(({ otherId }) => !shown.has(otherId)).length;
}

/** Returns the groups at depth 0 by id, at most `limit + 1`. */
async function findStart(
  tenant: Tenant,
  scope: GraphScope,
  level: GroupLevel,
  root: GraphRoot | undefined,
  limit: number,
): Promise<readonly string[]> {
  if (root?.type === 'application' && level.entityType === 'application') return [root.id];
  const { organizationId } = tenant;
  const ids = startingResources(organizationId, scope, root);
  const rows = await rowsOf<{ readonly id: string }>(
    tenant,
    sql`select distinct g.group_id as id from (${level.groupsOf(organizationId, ids)}) g order by id limit ${limit + 1}`,
  );
  return rows.map(({ id }) => id);
}

function startingResources(organizationId: string, scope: GraphScope, root: GraphRoot | undefined): Sql {
  if (root === undefined) return scope.matches;
  if (root.type === 'resource') return sql`select ${root.id}::uuid`;
  const conditions = [
    sql`m.organization_id = ${organizationId} and m.application_id = ${root.id}`,
    ...anyOf('m.status', activeMembershipStatuses),
    scope.contains('m.resource_id'),
  ];
  return sql`select m.resource_id from memberships m where ${allOf(conditions)}`;
}
