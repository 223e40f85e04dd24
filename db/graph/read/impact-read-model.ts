import type { ImpactPaths } from '../../../domain/graph/impact-paths.ts';
import { failureKinds } from '../../../domain/values.ts';
import type { FailureKind, RelationshipDirection, RelationshipType } from '../../../domain/values.ts';
import { rowsOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { selectNodes } from './graph-node.ts';
import type { NodeRow } from './graph-node.ts';
import { groupByEnvironment, groupByLevel } from './group-impact.ts';
import type { ImpactGroup } from './group-impact.ts';
import { groupLevels } from './group-level.ts';
import { traverseImpact } from './traverse-impact.ts';

/** Nodes that the traversal visits. */
const maximumVisited = 10_000;
/** Nodes that are returned one by one. */
const maximumListed = 500;

/** A node of a path with the relationship from the previous node. The root has none. */
export interface ImpactPathStep {
  readonly node: NodeRow;
  readonly relationshipId?: string;
  readonly relationshipType?: RelationshipType;
}

export interface ImpactedNode {
  readonly node: NodeRow;
  readonly depth: number;
  /** Whether the node fails. Others have a relationship that fails nothing, or one with low confidence. */
  readonly fails: boolean;
  /** What happens to the node: the weakest failure on the path. */
  readonly how: FailureKind;
  /** From the root to the node, with both. */
  readonly path: readonly ImpactPathStep[];
}

/** Visited nodes with the same application, team or environment. `key` is null for nodes without one. */
export interface ImpactGroupRow {
  readonly key: { readonly id: string; readonly name: string } | undefined;
  /** Nodes that fail. */
  readonly resources: number;
  /** All visited nodes. */
  readonly touched: number;
  /** To the nearest node of the group that fails; else to the nearest one. */
  readonly path: readonly ImpactPathStep[];
}

export interface ImpactRow {
  readonly root: NodeRow;
  readonly truncated: boolean;
  readonly depthReached: boolean;
  readonly nodes: readonly ImpactedNode[];
  /** The number of visited nodes that fail. */
  readonly failing: number;
  readonly byApplication: readonly ImpactGroupRow[];
  readonly byTeam: readonly ImpactGroupRow[];
  readonly byEnvironment: readonly ImpactGroupRow[];
}

/**
 * Returns the nodes that fail with a resource (`incoming`) or that it needs (`outgoing`), within `depth` relationships. Visits
 * at most 10,000 nodes: the groups count all of them, `nodes` lists the first 500. Returns `undefined` if the resource does
 * not exist.
 *
 * @param fails only nodes that fail, or only those that do not
 */
export async function findImpact(
  tenant: Tenant,
  rootId: string,
  direction: RelationshipDirection,
  depth: number,
  fails?: boolean,
): Promise<ImpactRow | undefined> {
  const root = await findRoot(tenant, rootId);
  if (root === undefined) return undefined;
  const request = { rootId: root.id, direction, depth, maximumNodes: maximumVisited };
  const { paths, truncated, depthReached } = await traverseImpact(tenant, request);
  const visited = paths.ids
    .filter((id) => fails === undefined || paths.fails(id) === fails)
    .map((id) => ({ id, fails: paths.fails(id) }));
  const groups = {
    byApplication: await groupByLevel(tenant, visited, groupLevels.application),
    byTeam: await groupByLevel(tenant, visited, groupLevels.team),
    byEnvironment: await groupByEnvironment(tenant, visited),
  };
  // A node that fails by a longer path than the shortest is at the depth of that path.
  const listed = visited
    .slice(0, maximumListed)
    .map(({ id }) => id)
    .toSorted((a, b) => paths.depthOf(a) - paths.depthOf(b));
  const firstOf = ({ first }: ImpactGroup) => visited[first]?.id ?? root.id;
  const shown = [...listed, ...Object.values(groups).flatMap((list) => list.map(firstOf))];
  const presentPath = await pathPresenter(tenant, paths, shown);
  const present = (group: ImpactGroup): ImpactGroupRow => ({
    key: group.id === undefined || group.name === undefined ? undefined : { id: group.id, name: group.name },
    resources: group.resources,
    touched: group.touched,
    path: presentPath(firstOf(group)),
  });
  return {
    root,
    truncated,
    depthReached,
    failing: visited.filter((node) => node.fails).length,
    nodes: listed.flatMap((id) => {
      const path = presentPath(id);
      const node = path.at(-1)?.node;
      const how = failureKinds[paths.howOf(id)] ?? 'observes';
      return node?.id === id ? [{ node, depth: paths.depthOf(id), fails: paths.fails(id), how, path }] : [];
    }),
    byApplication: groups.byApplication.map(present),
    byTeam: groups.byTeam.map(present),
    byEnvironment: groups.byEnvironment.map(present),
  };
}

async function findRoot(tenant: Tenant, id: string): Promise<NodeRow | undefined> {
  const rows = await rowsOf<NodeRow>(
    tenant,
    sql`select n.* from ${selectNodes(tenant.organizationId, sql`select ${id}::uuid`)} n
      where n.entity_type = 'resource'`,
  );
  return rows[0];
}

/** Returns a function that returns the path to one of the given nodes. */
async function pathPresenter(
  tenant: Tenant,
  paths: ImpactPaths,
  ids: readonly string[],
): Promise<(id: string) => readonly ImpactPathStep[]> {
  const pathIds = new Set(ids.flatMap((id) => paths.pathTo(id).map((step) => step.id)));
  const rows = await rowsOf<NodeRow>(
    tenant,
    sql`select * from ${selectNodes(tenant.organizationId, sql`select unnest(${[...pathIds]}::uuid[])`)} n`,
  );
  const nodes = new Map(rows.map((row) => [row.id, row]));
  return (id) =>
    paths.pathTo(id).flatMap(({ id: nodeId, ...relationship }) => {
      const node = nodes.get(nodeId);
      return node === undefined ? [] : [{ node, ...relationship }];
    });
}
