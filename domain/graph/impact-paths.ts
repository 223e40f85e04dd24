import { byCodeUnit } from '../json/canonical.ts';
import type { RelationshipType } from '../values.ts';

/**
 * A relationship from a resource of the previous depth to another node. `id` is that node. `rank`: index in `confidences` of the
 * lowest confidence on the path that ends with the relationship. `how`: index in `failureKinds` of the weakest failure of the path.
 * `fails`: the node is affected. `spreads`: paths go on from it.
 */
export interface ImpactStep {
  readonly id: string;
  readonly parentId: string;
  readonly relationshipId: string;
  readonly relationshipType: RelationshipType;
  readonly rank: number;
  readonly how: number;
  readonly fails: boolean;
  readonly spreads: boolean;
}

/** A node of a path. The relationship is the one from the previous node; the root has none. */
export interface ImpactPathNode {
  readonly id: string;
  readonly relationshipId?: string;
  readonly relationshipType?: RelationshipType;
}

/** A node from which the next depth is searched. */
export interface FrontierNode {
  readonly id: string;
  readonly rank: number;
  readonly how: number;
}

interface ReachedNode {
  /** The last step of the shortest path. */
  readonly first: PathEnd;
  /** The last step of the shortest path on which every relationship fails. */
  readonly failing: PathEnd | undefined;
  /** The last step of the shortest path that goes on. Longer paths go through it. */
  readonly spreading: PathEnd | undefined;
}

interface PathEnd {
  readonly depth: number;
  readonly step: ImpactStep;
}

/**
 * The nodes that impact analysis has reached, and the best path to each: one on which every relationship fails before others, then
 * the shortest, then the one with the best confidence, then the smallest ids of the previous node and the relationship. A node can
 * be reached first by a path that ends there, and by a longer path that goes on.
 */
export class ImpactPaths {
  readonly #rootId: string;
  readonly #reached = new Map<string, ReachedNode>();
  #frontier: readonly FrontierNode[];

  constructor(rootId: string) {
    this.#rootId = rootId;
    this.#frontier = [{ id: rootId, rank: 0, how: 0 }];
  }

  get rootId(): string {
    return this.#rootId;
  }

  /** The nodes from which paths go on, found at the last depth. */
  get frontier(): readonly FrontierNode[] {
    return this.#frontier;
  }

  get size(): number {
    return this.#reached.size;
  }

  /** The nodes without the root, in the order in which they were reached: by depth, confidence of the path and id. */
  get ids(): readonly string[] {
    return [...this.#reached.keys()];
  }

  /** The root, and nodes from which paths went on at an earlier depth. They are not searched again. */
  get closed(): readonly string[] {
    const spreading = [...this.#reached].flatMap(([id, node]) => (node.spreading === undefined ? [] : [id]));
    return [this.#rootId, ...spreading];
  }

  /** Nodes that only paths reach which end there. */
  get open(): readonly string[] {
    return [...this.#reached].flatMap(([id, { spreading }]) => (spreading === undefined ? [id] : []));
  }

  /**
   * Adds the steps that were found from the frontier: for each node at most the best one that goes on, the best that fails and
   * ends, and the best that does not fail.
   */
  add(depth: number, steps: readonly ImpactStep[]): void {
    const ordered = steps.toSorted(compareSteps);
    const frontier: FrontierNode[] = [];
    for (const step of ordered) {
      const known = this.#reached.get(step.id);
      if (known?.spreading !== undefined || step.id === this.#rootId) continue;
      const end = { depth, step };
      const failing = known?.failing ?? (step.fails ? end : undefined);
      const spreading = step.spreads ? end : undefined;
      this.#reached.set(step.id, { first: known?.first ?? end, failing, spreading });
      if (spreading !== undefined) frontier.push({ id: step.id, rank: step.rank, how: step.how });
    }
    this.#frontier = frontier;
  }

  depthOf(id: string): number {
    return this.#endOf(id)?.depth ?? 0;
  }

  /** Whether a path reaches the node on which every relationship fails. */
  fails(id: string): boolean {
    return this.#reached.get(id)?.failing !== undefined;
  }

  /** Returns the index in `failureKinds` of the weakest failure on the path to the node. */
  howOf(id: string): number {
    return this.#endOf(id)?.step.how ?? 0;
  }

  /** Returns the path from the root to a node, with both. */
  pathTo(id: string): readonly ImpactPathNode[] {
    const path: ImpactPathNode[] = [];
    let end = this.#endOf(id);
    while (end !== undefined) {
      const { relationshipId, relationshipType, parentId } = end.step;
      path.push({ id: end.step.id, relationshipId, relationshipType });
      end = this.#reached.get(parentId)?.spreading;
    }
    return [{ id: this.#rootId }, ...path.toReversed()];
  }

  #endOf(id: string): PathEnd | undefined {
    const node = this.#reached.get(id);
    return node?.failing ?? node?.first;
  }
}

function compareSteps(a: ImpactStep, b: ImpactStep): number {
  return (
    a.rank - b.rank ||
    byCodeUnit(a.id, b.id) ||
    byCodeUnit(a.parentId, b.parentId) ||
    byCodeUnit(a.relationshipId, b.relationshipId)
  );
}
