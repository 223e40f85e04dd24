import { failingEnds } from '../../../domain/graph/failure-propagation.ts';
import type { Confidence, RelationshipDirection, RelationshipType } from '../../../domain/values.ts';

/** An edge of the table `relationships`. */
export interface NaiveEdge {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly type: RelationshipType;
  readonly confidence: Confidence;
}

/** A path from the root: its last node, its edges, and whether it goes on. */
export interface NaivePath {
  readonly node: string;
  readonly nodes: readonly string[];
  readonly edges: readonly NaiveEdge[];
  readonly rank: number;
  readonly goesOn: boolean;
}

const ranks: readonly Confidence[] = ['high', 'medium', 'low'];

/** Impact analysis by enumeration of every path without repeated nodes. Returns the best path to each node, by node. */
export function traverseNaively(
  edges: readonly NaiveEdge[],
  root: string,
  direction: RelationshipDirection,
  depth: number,
): ReadonlyMap<string, NaivePath> {
  const best = new Map<string, NaivePath>();
  const extend = (path: NaivePath) => {
    if (path.edges.length >= depth || !path.goesOn) return;
    for (const edge of edges) {
      const step = stepOf(edge, path.node, direction);
      if (step === undefined || path.nodes.includes(step.node)) continue;
      const longer = {
        node: step.node,
        nodes: [...path.nodes, step.node],
        edges: [...path.edges, edge],
        rank: Math.max(path.rank, ranks.indexOf(edge.confidence)),
        goesOn: step.goesOn,
      };
      const known = best.get(step.node);
      if (known === undefined || isBetter(longer, known)) best.set(step.node, longer);
      extend(longer);
    }
  };
  extend({ node: root, nodes: [root], edges: [], rank: 0, goesOn: true });
  return best;
}

function stepOf(
  { source, target, type, confidence }: NaiveEdge,
  node: string,
  direction: RelationshipDirection,
): { readonly node: string; readonly goesOn: boolean } | undefined {
  const failing = failingEnds[type];
  const sourceFails = failing === 'source' || failing === 'both';
  const targetFails = failing === 'target' || failing === 'both';
  const [near, far] = direction === 'incoming' ? [target, source] : [source, target];
  if (near === node) return { node: far, goesOn: sourceFails && confidence !== 'low' };
  if (far === node && targetFails) return { node: near, goesOn: confidence !== 'low' };
  return undefined;
}

/** Shorter, then better confidence, then the smaller previous node and edge; equal until then: the better path before. */
function isBetter(a: NaivePath, b: NaivePath): boolean {
  if (a.edges.length !== b.edges.length) return a.edges.length < b.edges.length;
  if (a.rank !== b.rank) return a.rank < b.rank;
  for (let last = a.edges.length - 1; last >= 0; last -= 1) {
    const rankOf = (path: NaivePath) =>
      Math.max(0, ...path.edges.slice(0, last + 1).map(({ confidence }) => ranks.indexOf(confidence)));
    const keyOf = (path: NaivePath) => [rankOf(path), path.nodes[last] ?? '', path.edges[last]?.id ?? ''];
    const [left, right] = [keyOf(a).join(' '), keyOf(b).join(' ')];
    if (left !== right) return left < right;
  }
  return false;
}
