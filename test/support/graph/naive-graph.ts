import type { GraphRequest } from '../../../db/graph/graph.ts';
import type { Confidence, RelationshipType } from '../../../domain/values.ts';

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
  /** Members of an application, all with high confidence. */
  readonly application: { readonly id: string; readonly members: readonly string[] };
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
  const { root, filter, types, depth: maximumDepth, limit } = request;
  const time = filter.asOf?.getTime();
  const directions = (root === undefined ? undefined : request.directions) ?? ['outgoing', 'incoming'];
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
    if (node.kind === 'external') return !isFiltered;
    const exists =
      time === undefined
        ? node.deletedAt === null
        : node.from <= time && (node.deletedAt === null || node.deletedAt > time);
    return (
      exists &&
      (filter.resourceTypes?.includes(node.type) ?? true) &&
      (filter.regions?.includes(node.region) ?? true)
    );
  };
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
        found.push(...world.application.members.filter(contains).toSorted(compareText));
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
  const members =
    root?.type === 'application'
      ? world.application.members
          .filter((id) => depths.get(id) === 1 && contains(id))
          .map((id) => `${root.id} ${id} has_member`)
      : [];
  return {
    nodes: shown,
    edges: [...members, ...inner.map(({ source, target, type }) => `${source} ${target} ${type}`)].toSorted(
      compareText,
    ),
    truncated: reachedLimit || shown.some(({ hidden }) => hidden !== undefined),
  };
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
