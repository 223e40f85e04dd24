import { failureDefaults } from '../../../domain/graph/failure-propagation.ts';
import { failureKinds } from '../../../domain/values.ts';
import type { Failure } from '../../../domain/graph/failure-propagation.ts';
import type { Confidence, RelationshipDirection, RelationshipType } from '../../../domain/values.ts';

/** An edge of the table `relationships`. */
export interface NaiveEdge {
  readonly id: string;
  readonly source: string;
  readonly target: string;
  readonly type: RelationshipType;
  readonly confidence: Confidence;
  /** Stored with the edge; absent: the default of its type. */
  readonly failure?: Failure;
}

/** A path from the root: its last node, its edges, whether each of them fails, and whether it goes on. */
export interface NaivePath {
  readonly node: string;
  readonly nodes: readonly string[];
  readonly edges: readonly NaiveEdge[];
  readonly rank: number;
  /** Index of the weakest failure. */
  readonly how: number;
  readonly fails: boolean;
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
      const step = stepOf(edge, path.node, direction, path.edges.length === 0);
      if (step === undefined || path.nodes.includes(step.node)) continue;
      const longer = {
        node: step.node,
        nodes: [...path.nodes, step.node],
        edges: [...path.edges, edge],
        rank: Math.max(path.rank, ranks.indexOf(edge.confidence)),
        how: Math.max(path.how, failureKinds.indexOf(step.how)),
        fails: step.fails,
        goesOn: step.goesOn,
      };
      const known = best.get(step.node);
      if (known === undefined || isBetter(longer, known)) best.set(step.node, longer);
      extend(longer);
    }
  };
  extend({ node: root, nodes: [root], edges: [], rank: 0, how: 0, fails: true, goesOn: true });
  return best;
}

function stepOf(
  { source, target, type, confidence, failure }: NaiveEdge,
  node: string,
  direction: RelationshipDirection,
  isFirst: boolean,
) {
  const { end, kind } = failureDefaults[type];
  const defaultOf = (one: 'source' | 'target') => (end === one || end === 'both' ? kind : 'observes');
  const given = failure ?? { source: defaultOf('source'), target: defaultOf('target'), local: false };
  const [near, far] = direction === 'incoming' ? [target, source] : [source, target];
  const stepTo = (other: string, how: Failure['source']) => {
    const known = confidence === 'low' ? 'observes' : how;
    const isFailing = known === 'stops' || known === 'degrades';
    const isLocal = given.local;
    return direction === 'incoming'
      ? { node: other, how: known, fails: isFailing, goesOn: isFailing && !isLocal }
      : {
          node: other,
          how: known,
          fails: isFailing && (!isLocal || isFirst),
          goesOn: isFailing && (!isLocal || isFirst),
        };
  };
  if (near === node) return stepTo(far, given.source);
  if (far === node && (end === 'target' || end === 'both')) return stepTo(near, given.target);
  return undefined;
}

/**
 * One that fails, then shorter, then better confidence, then the smaller previous node and edge; equal until then: the better
 * path before.
 */
function isBetter(a: NaivePath, b: NaivePath): boolean {
  if (a.fails !== b.fails) return a.fails;
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
