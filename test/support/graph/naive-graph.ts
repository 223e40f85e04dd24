import type { GraphRequest } from '../../../db/graph/read/graph.ts';
import { failureDefaults } from '../../../domain/graph/failure-propagation.ts';
import type { Confidence, RelationshipDirection, RelationshipType } from '../../../domain/values.ts';

export interface NaiveNode {
  readonly id: string;
  readonly kind: 'resource' | 'external';
  readonly type: string;
  readonly region: string;
  /** When a resource was discovered and deleted, in milliseconds. */
  readonly from: number;
  readonly deletedAt: number | null;
}

export interface NaiveEdge {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly type: RelationshipType;
  readonly confidence: Confidence;
  /** When the edge was active; the last period can end with `null`. */
  readonly periods: readonly (readonly [from: number, to: number | null])[];
}

export interface NaiveWorld {
  readonly nodes: readonly NaiveNode[];
  readonly edges: readonly NaiveEdge[];
  /** Applications with their members, all with high confidence. The first one is the root of some requests. */
  readonly applications: readonly NaiveGroup[];
  /** Teams with the resources that they own. A resource has at most one. */
  readonly teams: readonly NaiveGroup[];
}

export interface NaiveGroup {
  readonly id: string;
  readonly members: readonly string[];
}

export interface NaiveGraph {
  readonly nodes: readonly { readonly id: string; readonly depth: number; readonly hidden?: number }[];
  /** `source target type`, sorted. */
  readonly edges: readonly string[];
  readonly truncated: boolean;
}

interface Step {
  readonly other: string;
  readonly type: string;
  readonly rank: number;
}

const maximumOfType = 50;
const rankOf = (confidence: Confidence) => ['high', 'medium', 'low'].indexOf(confidence);

/** Reference implementation of the graph of a request, without SQL. */
export function readGraphNaively(world: NaiveWorld, request: GraphRequest): NaiveGraph {
  if (request.level !== 'resource') return readGroupsNaively(world, request);
  const { root, depth: maximumDepth, limit } = request;
  const { isFiltered, directions, nodes, edges, contains } = scopeOf(world, request);
  const members = world.applications.find(({ id }) => id === root?.id)?.members ?? [];

  const stepsOf = (id: string): readonly Step[] =>
    edges.flatMap(({ source, target, type, confidence }) => [
      ...(source === id && directions.includes('outgoing')
        ? [{ other: target, type, rank: rankOf(confidence) }]
        : []),
      ...(target === id && directions.includes('incoming')
        ? [{ other: source, type, rank: rankOf(confidence) }]
        : []),
    ]);

  const depths = new Map<string, number>();
  const cut = new Set<string>();
  let reachedLimit = false;
  let hiddenMembers = 0;

  if (root === undefined) {
    const matches = [...nodes.keys()].filter(contains).toSorted(compareText);
    for (const id of matches.slice(0, limit)) depths.set(id, 0);
    reachedLimit = matches.length > limit;
  } else {
    depths.set(root.id, 0);
    let parents = [root.id];
    for (let depth = 1; depth <= maximumDepth && !reachedLimit; depth += 1) {
      const found: string[] = [];
      if (depth === 1 && root.type === 'application')
        found.push(...members.filter(contains).toSorted(compareText));
      else
        for (const parent of parents)
          for (const id of neighboursOf(parent, depth === 1)) if (!found.includes(id)) found.push(id);
      const room = limit - depths.size;
      const added = found.filter((id) => !depths.has(id) && contains(id));
      if (added.length > room) reachedLimit = true;
      if (root.type === 'application' && depth === 1) hiddenMembers = Math.max(0, added.length - room);
      parents = added.slice(0, room);
      for (const id of parents) depths.set(id, depth);
    }
  }

  function neighboursOf(parent: string, isRoot: boolean): readonly string[] {
    const steps = stepsOf(parent).filter(({ other }) => (isFiltered || isRoot ? contains(other) : true));
    const best = new Map<string, Step>();
    for (const step of steps) {
      const key = `${step.type} ${step.other}`;
      const known = best.get(key);
      if (known === undefined || step.rank < known.rank) best.set(key, step);
    }
    const distinct = [...best.values()];
    const passed = [...new Set(distinct.map(({ type }) => type))].flatMap((wanted) => {
      const ofType = distinct.filter(({ type }) => type === wanted);
      const sorted = ofType.toSorted((a, b) => a.rank - b.rank || compareText(a.other, b.other));
      if (isRoot) return sorted;
      if (sorted.length > maximumOfType) cut.add(parent);
      return sorted.slice(0, maximumOfType);
    });
    return passed
      .toSorted((a, b) => a.rank - b.rank || compareText(a.type, b.type) || compareText(a.other, b.other))
      .map(({ other }) => other);
  }

  if (reachedLimit)
    for (const [id, depth] of depths) if (root === undefined || depth < maximumDepth) cut.add(id);
  const hiddenOf = (id: string) => {
    if (root?.type === 'application' && id === root.id) return hiddenMembers;
    if (!cut.has(id)) return 0;
    const counted = stepsOf(id).filter(({ other }) => !isFiltered || contains(other) || other === root?.id);
    return counted.filter(({ other }) => !depths.has(other)).length;
  };
  const shown = [...depths].map(([id, depth]) => {
    const hidden = hiddenOf(id);
    return { id, depth, ...(hidden > 0 ? { hidden } : {}) };
  });
  const inner = edges.filter(({ source, target }) => depths.has(source) && depths.has(target));
  const memberEdges =
    root?.type === 'application'
      ? members
          .filter((id) => depths.get(id) === 1 && contains(id))
          .map((id) => `${root.id} ${id} has_member`)
      : [];
  return {
    nodes: shown,
    edges: [
      ...memberEdges,
      ...inner.map(({ source, target, type }) => `${source} ${target} ${type}`),
    ].toSorted(compareText),
    truncated: reachedLimit || shown.some(({ hidden }) => hidden !== undefined),
  };
}

/** The nodes and edges that a request can show. */
function scopeOf(world: NaiveWorld, { root, filter, types, ...request }: GraphRequest) {
  const time = filter.asOf === undefined ? undefined : Date.parse(filter.asOf);
  const directions: readonly RelationshipDirection[] = (root === undefined
    ? undefined
    : request.directions) ?? ['outgoing', 'incoming'];
  const isFiltered = root === undefined || filter.resourceTypes !== undefined || filter.regions !== undefined;

  const nodes = new Map(world.nodes.map((node) => [node.id, node]));
  const edges = world.edges.filter(
    (edge) =>
      (types === undefined || types.includes(edge.type)) &&
      edge.periods.some(([from, to]) =>
        time === undefined ? to === null : from <= time && (to === null || to > time),
      ),
  );
  const contains = (id: string) => {
    const node = nodes.get(id);
    if (node === undefined) return false;
    // Edges of an external node move to the resource that appears, so before that time the resource is one.
    const isExternal = node.kind === 'external' || (time !== undefined && node.from > time);
    if (isExternal) return !isFiltered;
    const exists =
      time === undefined ? node.deletedAt === null : node.deletedAt === null || node.deletedAt > time;
    return (
      exists &&
      (filter.resourceTypes?.includes(node.type) ?? true) &&
      (filter.regions?.includes(node.region) ?? true)
    );
  };
  return { isFiltered, directions, nodes, edges, contains };
}

/** As {@link readGraphNaively}, for the levels `application` and `team`. */
function readGroupsNaively(world: NaiveWorld, request: GraphRequest): NaiveGraph {
  const { root, level, depth: maximumDepth, limit } = request;
  const { directions, edges, contains } = scopeOf(world, request);
  const groups = level === 'application' ? world.applications : world.teams;
  const groupsOf = (id: string) =>
    groups.filter(({ members }) => members.includes(id)).map((group) => group.id);
  // `source target` → the best rank of the edges between their members.
  const dependencies = new Map<string, number>();
  for (const { source, target, type, confidence } of edges) {
    if (!contains(source) || !contains(target)) continue;
    const fails = failureDefaults[type].end;
    const pairs = [
      ...(fails === 'source' || fails === 'both' ? [[source, target] as const] : []),
      ...(fails === 'target' || fails === 'both' ? [[target, source] as const] : []),
    ];
    for (const [dependent, other] of pairs)
      for (const from of groupsOf(dependent))
        for (const to of groupsOf(other)) {
          const key = `${from} ${to}`;
          if (from !== to) dependencies.set(key, Math.min(rankOf(confidence), dependencies.get(key) ?? 9));
        }
  }
  const stepsOf = (id: string) =>
    [...dependencies].flatMap(([key, rank]) => {
      const [from = '', to = ''] = key.split(' ');
      return [
        ...(from === id && directions.includes('outgoing') ? [{ other: to, rank }] : []),
        ...(to === id && directions.includes('incoming') ? [{ other: from, rank }] : []),
      ];
    });

  const application = world.applications.find(({ id }) => id === root?.id);
  const start =
    application !== undefined && level === 'application'
      ? [application.id]
      : groups
          .filter(({ members }) => {
            if (root?.type === 'resource') return members.includes(root.id);
            const shown = members.filter(contains);
            return application === undefined
              ? shown.length > 0
              : shown.some((id) => application.members.includes(id));
          })
          .map(({ id }) => id)
          .toSorted(compareText);
  const depths = new Map(start.slice(0, limit).map((id) => [id, 0]));
  const cut = new Set<string>();
  let reachedLimit = start.length > limit;
  let parents = [...depths.keys()];
  for (let depth = 1; root !== undefined && depth <= maximumDepth && !reachedLimit; depth += 1) {
    const found: string[] = [];
    for (const parent of parents) {
      const steps = stepsOf(parent).toSorted((a, b) => a.rank - b.rank || compareText(a.other, b.other));
      const distinct = [...new Set(steps.map(({ other }) => other))];
      if (depth > 1 && distinct.length > maximumOfType) cut.add(parent);
      for (const id of depth > 1 ? distinct.slice(0, maximumOfType) : distinct)
        if (!depths.has(id) && !found.includes(id)) found.push(id);
    }
    const room = limit - depths.size;
    reachedLimit = found.length > room;
    parents = found.slice(0, room);
    for (const id of parents) depths.set(id, depth);
  }
  if (reachedLimit)
    for (const [id, depth] of depths) if (root === undefined || depth < maximumDepth) cut.add(id);
  const shown = [...depths].map(([id, depth]) => {
    const hidden = cut.has(id) ? stepsOf(id).filter(({ other }) => !depths.has(other)).length : 0;
    return { id, depth, ...(hidden > 0 ? { hidden } : {}) };
  });
  return {
    nodes: shown,
    edges: [...dependencies.keys()]
      .filter((key) => key.split(' ').every((id) => depths.has(id)))
      .map((key) => `${key} depends_on`)
      .toSorted(compareText),
    truncated: reachedLimit || shown.some(({ hidden }) => hidden !== undefined),
  };
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
