import { defined } from '../../../domain/defined.ts';
import { activeMembershipStatuses } from '../../../domain/inventory/resource-filter.ts';
import { confidenceRank } from '../../fragments/confidence-rank.ts';
import { execute, rowsOf } from '../../query.ts';
import { allOf, anyOf, sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { countEdges, edgesBetween } from './edges-between.ts';
import { accountsOfRoot, findBoundary, isBoundary } from './find-boundary.ts';
import { findNeighbours } from './find-neighbours.ts';
import { maximumEdges, maximumOfType } from './graph.ts';
import type { Graph, GraphNodeRow, GraphRequest, GraphRoot } from './graph.ts';
import { selectNodes } from './graph-node.ts';
import type { NodeRow } from './graph-node.ts';
import { graphScope } from './graph-scope.ts';
import type { GraphScope } from './graph-scope.ts';
import { groupLevels } from './group-level.ts';
import { readGroupGraph } from './read-group-graph.ts';
import type { EdgeRow } from './relationship-row.ts';

/** The nodes that a walk found. */
interface Walk {
  /** Depths by id, in the order in which the nodes were found. */
  readonly depths: ReadonlyMap<string, number>;
  /** Ids of nodes whose edges a limit cut. */
  readonly cut: ReadonlySet<string>;
  readonly truncated: boolean;
  readonly members?: Members;
}

/** The members of the application that is the root. */
interface Members {
  readonly edges: readonly EdgeRow[];
  /** The number of members that a limit left out. */
  readonly hidden: number;
}

/**
 * Reads the graph of a resource or application, breadth first, or of all resources that match the filter. Runs a fixed number of
 * statements per depth, each of which reads a limited number of edges per node. The caller opens a snapshot transaction.
 * Returns `undefined` if the root does not exist, or did not at `filter.asOf`.
 */
export async function readGraph(tenant: Tenant, request: GraphRequest): Promise<Graph | undefined> {
  const { root, filter, types, directions } = request;
  const scope = await graphScope(
    tenant,
    filter,
    root === undefined ? { types, onlyMatches: true } : { types, directions },
  );
  if (root !== undefined && isBoundary(root)) return readBoundary(tenant, scope, root, request);
  if (root !== undefined && !(await rootExists(tenant, scope, root))) return undefined;
  if (request.level !== 'resource') return readGroupGraph(tenant, scope, groupLevels[request.level], request);
  const walk =
    root === undefined
      ? await listMatches(tenant, scope, request)
      : await walkFrom(tenant, scope, root, request);
  return describe(tenant, scope, walk, root);
}

/** The relationships between the resources of accounts and others; the others need not match the filters. */
async function readBoundary(
  tenant: Tenant,
  members: GraphScope,
  root: GraphRoot,
  { filter, types, directions, depth: maximumDepth, limit }: GraphRequest,
): Promise<Graph | undefined> {
  const accountIds = await accountsOfRoot(tenant, root);
  if (accountIds.length === 0) return undefined;
  const scope = await graphScope(tenant, { includeDeleted: filter.includeDeleted }, { types, directions });
  const { inner, outer, isCut } = await findBoundary(tenant, members, accountIds, limit);
  const depths = new Map([...inner.map((id) => [id, 0] as const), ...outer.map((id) => [id, 1] as const)]);
  const walk = await walkOn(tenant, scope, { depths, parents: outer, depth: 1, isCut }, maximumDepth, limit);
  const graph = await describe(tenant, scope, { ...walk, cut: new Set([...walk.cut, ...outer]) }, undefined);
  // The ends have other relationships that were not asked for.
  return { ...graph, truncated: walk.truncated };
}

/** Goes on with a walk to further depths. */
async function walkOn(
  tenant: Tenant,
  scope: GraphScope,
  start: {
    readonly depths: Map<string, number>;
    readonly parents: readonly string[];
    readonly depth: number;
    readonly isCut: boolean;
  },
  maximumDepth: number,
  limit: number,
): Promise<Walk> {
  const { depths } = start;
  const cut = new Set<string>();
  let { parents, isCut } = start;
  for (let depth = start.depth + 1; depth <= maximumDepth && parents.length > 0 && !isCut; depth += 1) {
    const room = limit - depths.size;
    const neighbours = await findNeighbours(tenant, scope, {
      parents,
      known: [...depths.keys()],
      maximumOfType,
      limit: room,
      isRoot: false,
    });
    for (const id of neighbours.capped) cut.add(id);
    parents = neighbours.found.slice(0, room);
    isCut = neighbours.found.length > room;
    for (const id of parents) depths.set(id, depth);
  }
  return { depths, cut, truncated: isCut || cut.size > 0 };
}

/** Without a root: the resources that match, by id. */
async function listMatches(tenant: Tenant, scope: GraphScope, { limit }: GraphRequest): Promise<Walk> {
  const rows = await rowsOf<{ readonly id: string }>(
    tenant,
    sql`${scope.matches} order by r.id limit ${limit + 1}`,
  );
  const ids = rows.slice(0, limit).map(({ id }) => id);
  const truncated = rows.length > limit;
  return { depths: new Map(ids.map((id) => [id, 0])), cut: new Set(truncated ? ids : []), truncated };
}

async function walkFrom(
  tenant: Tenant,
  scope: GraphScope,
  root: GraphRoot,
  { depth: maximumDepth, limit }: GraphRequest,
): Promise<Walk> {
  const depths = new Map([[root.id, 0]]);
  const cut = new Set<string>();
  let parents: readonly string[] = [root.id];
  let reachedLimit = false;
  let members: Members | undefined;
  for (let depth = 1; depth <= maximumDepth && parents.length > 0 && !reachedLimit; depth += 1) {
    const room = limit - depths.size;
    const isRoot = depth === 1;
    let found: readonly string[];
    if (isRoot && root.type === 'application') {
      members = await findMembers(tenant, scope, root.id, room);
      if (members.hidden > 0) cut.add(root.id);
      found = members.edges.map(({ targetId }) => targetId);
      reachedLimit = members.hidden > 0;
    } else {
      const neighbours = await findNeighbours(tenant, scope, {
        parents,
        known: [...depths.keys()],
        maximumOfType: isRoot ? limit : maximumOfType,
        limit: room,
        isRoot,
      });
      for (const id of neighbours.capped) cut.add(id);
      found = neighbours.found.slice(0, room);
      reachedLimit = neighbours.found.length > room;
    }
    for (const id of found) depths.set(id, depth);
    parents = found;
  }
  if (reachedLimit) for (const [id, depth] of depths) if (depth < maximumDepth) cut.add(id);
  return defined({ depths, cut, truncated: reachedLimit, members });
}

/** Returns whether the root exists, deleted or not; with `asOf`, whether a resource was known then. */
async function rootExists(tenant: Tenant, { asOf }: GraphScope, root: GraphRoot): Promise<boolean> {
  const { organizationId } = tenant;
  const known =
    asOf === undefined
      ? sql`true`
      : sql`exists (select from resource_history h where h.organization_id = ${organizationId}
          and h.resource_id = ${root.id} and h.valid_from <= ${asOf} and h.valid_to > ${asOf})`;
  const found = await execute(
    tenant,
    root.type === 'application'
      ? sql`select from applications where organization_id = ${organizationId} and id = ${root.id}`
      : sql`select from resources where organization_id = ${organizationId} and id = ${root.id} and ${known}`,
  );
  return found > 0;
}

/** Returns the edges from an application to its members, by confidence and resource. */
async function findMembers(
  tenant: Tenant,
  scope: GraphScope,
  applicationId: string,
  limit: number,
): Promise<Members> {
  const { organizationId } = tenant;
  const conditions = allOf([
    sql`m.organization_id = ${organizationId} and m.application_id = ${applicationId}`,
    ...anyOf('m.status', activeMembershipStatuses),
    scope.contains('m.resource_id'),
  ]);
  const edges = await rowsOf<EdgeRow>(
    tenant,
    sql`select m.id, m.application_id as source_id, m.resource_id as target_id, 'has_member' as relationship_type,
          m.confidence, 'active' as status, m.updated_at as last_observed_at
        from memberships m where ${conditions}
        order by ${confidenceRank('m.confidence')}, m.resource_id limit ${limit + 1}`,
  );
  if (edges.length <= limit) return { edges, hidden: 0 };
  const [counted] = await rowsOf<{ readonly members: number }>(
    tenant,
    sql`select count(*)::integer as members from memberships m where ${conditions}`,
  );
  return { edges: edges.slice(0, limit), hidden: (counted?.members ?? 0) - limit };
}

/** Reads nodes, edges and the numbers of hidden edges. */
async function describe(
  tenant: Tenant,
  scope: GraphScope,
  walk: Walk,
  root: GraphRoot | undefined,
): Promise<Graph> {
  const { organizationId } = tenant;
  const ids = [...walk.depths.keys()];
  const read = await edgesBetween(tenant, scope, ids, maximumEdges + 1);
  const inner = read.slice(0, maximumEdges);
  const members = walk.members?.edges ?? [];
  const hidden = await countHidden(tenant, scope, walk, root, inner);
  const rows = await rowsOf<NodeRow>(
    tenant,
    selectNodes(organizationId, sql`select unnest(${ids}::uuid[])`, scope.asOf),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  if (root?.type === 'application') byId.set(root.id, await applicationNode(tenant, root.id));
  const nodes = ids.flatMap((id): readonly GraphNodeRow[] => {
    const row = byId.get(id);
    const count = hidden.get(id) ?? 0;
    if (row === undefined) return [];
    return [{ ...row, depth: walk.depths.get(id) ?? 0, ...(count > 0 ? { hiddenEdges: count } : {}) }];
  });
  return {
    nodes,
    edges: [...members, ...inner],
    truncated: walk.truncated || hidden.size > 0 || read.length > maximumEdges,
  };
}

async function applicationNode(tenant: Tenant, id: string): Promise<NodeRow> {
  const [row] = await rowsOf<Pick<NodeRow, 'id' | 'name'>>(
    tenant,
    sql`select id, name from applications where organization_id = ${tenant.organizationId} and id = ${id}`,
  );
  return {
    entityType: 'application',
    id,
    name: row?.name ?? id,
    resourceType: undefined,
    awsAccountId: undefined,
    accountId: undefined,
    region: undefined,
  };
}

/** Returns the number of edges of cut nodes that are not in the response, if there are any. */
async function countHidden(
  tenant: Tenant,
  scope: GraphScope,
  { cut, members }: Walk,
  root: GraphRoot | undefined,
  edges: readonly EdgeRow[],
): Promise<ReadonlyMap<string, number>> {
  const hidden = new Map<string, number>();
  if (members !== undefined && members.hidden > 0 && root !== undefined) hidden.set(root.id, members.hidden);
  const ids = [...cut].filter((id) => !(root?.type === 'application' && id === root.id));
  if (ids.length === 0) return hidden;
  const shown = new Map<string, number>();
  const add = (id: string) => shown.set(id, (shown.get(id) ?? 0) + 1);
  for (const { sourceId: source, targetId: target } of edges) {
    if (scope.directions.includes('outgoing')) add(source);
    if (scope.directions.includes('incoming')) add(target);
  }
  for (const [id, total] of await countEdges(tenant, scope, ids, root?.id)) {
    const count = total - (shown.get(id) ?? 0);
    if (count > 0) hidden.set(id, count);
  }
  return hidden;
}
