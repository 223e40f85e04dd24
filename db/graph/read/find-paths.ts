import type { RelationshipType } from '../../../domain/values.ts';
import { addToGroup } from '../../../domain/lists/add-to-group.ts';
import { confidenceRank } from '../../fragments/confidence-rank.ts';
import { rowsOf } from '../../query.ts';
import { allOf, anyOf, joinSql, sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { edgeEnds } from '../edges/edge-ends.ts';
import { selectNodes } from './graph-node.ts';
import type { NodeRow } from './graph-node.ts';
import { lastObserved } from './relationship-row.ts';
import type { EdgeRow } from './relationship-row.ts';

export interface PathRequest {
  readonly from: string;
  readonly to: string;
  readonly types: readonly RelationshipType[] | undefined;
  /** `outgoing`: from source to target. `any`: in both directions. */
  readonly direction: 'outgoing' | 'any';
}

export interface FoundPath {
  readonly nodes: readonly NodeRow[];
  readonly edges: readonly EdgeRow[];
}

export interface FoundPaths {
  readonly paths: readonly FoundPath[];
  /** A limit cut the search, so that there may be others or shorter ones. */
  readonly truncated: boolean;
}

const maximumEdgesOfPath = 8;
const maximumPaths = 10;
/** Neighbours of a node that are followed, those with the best confidence. */
const maximumNeighbours = 1000;
const maximumVisited = 20_000;

interface Step {
  readonly id: string;
  readonly near: string;
  readonly far: string;
}

/** One side of the search: the nodes that it reached, with the steps that lead to each. */
interface Side {
  readonly steps: Map<string, Step[]>;
  frontier: readonly string[];
  depth: number;
}

/**
 * Finds the shortest paths between two nodes: searches from both ends, one statement per depth, always from the end with fewer new
 * nodes. All paths have the same length; of more than ten, the first by the ids of their relationships.
 */
export async function findPaths(tenant: Tenant, request: PathRequest): Promise<FoundPaths> {
  const { from, to } = request;
  const forward: Side = { steps: new Map([[from, []]]), frontier: [from], depth: 0 };
  const backward: Side = { steps: new Map([[to, []]]), frontier: [to], depth: 0 };
  let isCut = false;
  let meeting = from === to ? [from] : [];
  while (meeting.length === 0 && forward.depth + backward.depth < maximumEdgesOfPath) {
    if (forward.frontier.length === 0 || backward.frontier.length === 0) break;
    const isForward = forward.frontier.length <= backward.frontier.length;
    const [side, other] = isForward ? [forward, backward] : [backward, forward];
    const found = await expand(tenant, request, side, isForward);
    isCut ||= found;
    meeting = side.frontier.filter((id) => other.steps.has(id));
    if (forward.steps.size + backward.steps.size > maximumVisited) {
      isCut = true;
      break;
    }
  }
  const routes = joinRoutes(meeting, forward, backward);
  return {
    paths: await describe(tenant, from, routes.slice(0, maximumPaths)),
    truncated: isCut || routes.length > maximumPaths,
  };
}

/** Adds the nodes one step further. Returns whether a limit cut neighbours. */
async function expand(
  tenant: Tenant,
  request: PathRequest,
  side: Side,
  isForward: boolean,
): Promise<boolean> {
  const directions =
    request.direction === 'any'
      ? (['outgoing', 'incoming'] as const)
      : ([isForward ? 'outgoing' : 'incoming'] as const);
  const conditions = allOf([
    sql`e.organization_id = ${tenant.organizationId} and e.status = 'active'`,
    ...anyOf('e.relationship_type', request.types),
  ]);
  const queries = directions.map((direction) => {
    const { near, far } = edgeEnds[direction];
    return sql`select n.id as near, e.far, e.id, e.number from unnest(${side.frontier}::uuid[]) n (id)
      cross join lateral (select e.id, ${far} as far, row_number() over () as number from (
        select e.* from relationships e where ${conditions} and ${near} = n.id
        order by ${confidenceRank('e.confidence')}, e.id limit ${maximumNeighbours + 1}) e) e`;
  });
  const rows = await rowsOf<Step & { readonly number: number }>(tenant, joinSql(queries, ' union all '));
  const next = new Map<string, Step[]>();
  for (const { number, ...step } of rows)
    if (number <= maximumNeighbours && !side.steps.has(step.far)) addToGroup(next, step.far, step);
  for (const [id, steps] of next) side.steps.set(id, steps);
  side.frontier = [...next.keys()];
  side.depth += 1;
  return rows.some(({ number }) => number > maximumNeighbours);
}

type Route = readonly { readonly edgeId: string; readonly nodeId: string }[];

/** Returns the routes through the nodes in which both sides meet, at most one more than are shown. */
function joinRoutes(meeting: readonly string[], forward: Side, backward: Side): readonly Route[] {
  const routes: Route[] = [];
  for (const middle of meeting.toSorted()) {
    const starts = routesTo(forward, middle);
    const ends = routesTo(backward, middle);
    for (const start of starts)
      for (const end of ends) {
        if (routes.length > maximumPaths) return routes;
        const before = start.map(({ id, far }) => ({ edgeId: id, nodeId: far }));
        const after = end.toReversed().map(({ id, near }) => ({ edgeId: id, nodeId: near }));
        routes.push([...before, ...after]);
      }
  }
  return routes;
}

/** Returns the steps from the end of a side to a node, at most eleven ways. */
function routesTo(side: Side, id: string): readonly (readonly Step[])[] {
  const steps = side.steps.get(id) ?? [];
  if (steps.length === 0) return [[]];
  const routes: (readonly Step[])[] = [];
  for (const step of steps.toSorted((a, b) => a.id.localeCompare(b.id))) {
    for (const before of routesTo(side, step.near)) {
      if (routes.length > maximumPaths) return routes;
      routes.push([...before, step]);
    }
  }
  return routes;
}

async function describe(
  tenant: Tenant,
  from: string,
  routes: readonly Route[],
): Promise<readonly FoundPath[]> {
  const { organizationId } = tenant;
  const nodeIds = [...new Set([from, ...routes.flat().map(({ nodeId }) => nodeId)])];
  const edgeIds = [...new Set(routes.flat().map(({ edgeId }) => edgeId))];
  const nodes = await rowsOf<NodeRow>(
    tenant,
    selectNodes(organizationId, sql`select unnest(${nodeIds}::uuid[])`),
  );
  const edges = await rowsOf<EdgeRow>(
    tenant,
    sql`select e.id, e.source_id, e.target_id, e.relationship_type, e.confidence, e.status,
        ${lastObserved(organizationId)} as last_observed_at
      from relationships e where e.organization_id = ${organizationId} and e.id = any(${edgeIds}::uuid[])`,
  );
  const nodeOf = new Map(nodes.map((node) => [node.id, node]));
  const edgeOf = new Map(edges.map((edge) => [edge.id, edge]));
  return routes.map((route) => ({
    nodes: [from, ...route.map(({ nodeId }) => nodeId)].flatMap((id) => nodeOf.get(id) ?? []),
    edges: route.flatMap(({ edgeId }) => edgeOf.get(edgeId) ?? []),
  }));
}
