import { byCodeUnit } from '../json/canonical.ts';
import type { RelationshipType } from '../values.ts';

/**
 * A relationship from a resource of the previous depth to another node. `id` is that node. `rank`: index in `confidences` of the
 * lowest confidence on the path that ends with the relationship. `fails`: the node is affected, so paths go on from it.
 */
export interface ImpactStep {
  readonly id: string;
  readonly parentId: string;
  readonly relationshipId: string;
  readonly relationshipType: RelationshipType;
  readonly rank: number;
  readonly fails: boolean;
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
}

interface ReachedNode {
  readonly depth: number;
  /** The last step of the shortest path. */
  readonly step: ImpactStep;
  /** The last step of the shortest path on which every relationship fails. Longer paths go through it. */
  readonly failing: ImpactStep | undefined;
}

/**
 * The nodes that impact analysis has reached, and the best path to each: the shortest, then the one with the best confidence,
 * then the smallest ids of the previous node and the relationship. A node can be reached first by a path that ends there, and
 * by a longer path that goes on.
 */
export class ImpactPaths {
  readonly #rootId: string;
  readonly #reached = new Map<string, ReachedNode>();
  #frontier: readonly FrontierNode[];

  constructor(rootId: string) {
    this.#rootId = rootId;
    this.#frontier = [{ id: rootId, rank: 0 }];
  }

  /** The nodes from which paths go on, found at the last depth. */
  get frontier(): readonly FrontierNode[] {
    return this.#frontier;
  }

  get size(): number {
    return this.#reached.size;
  }

  /** The nodes without the root, in order of depth, confidence of the path and id. */
  get ids(): readonly string[] {
    return [...this.#reached.keys()];
  }

  /** The root, and nodes whose failing paths were found at an earlier depth. They are not searched again. */
  get closed(): readonly string[] {
    const failing = [...this.#reached].flatMap(([id, { failing: step }]) => (step === undefined ? [] : [id]));
    return [this.#rootId, ...failing];
  }

  /** Nodes that only paths reach which end there. */
  get open(): readonly string[] {
    return [...this.#reached].flatMap(([id, { failing }]) => (failing === undefined ? [id] : []));
  }

  /** Adds the steps that were found from the frontier: for each node at most the best one that fails and the best that does not. */
  add(depth: number, steps: readonly ImpactStep[]): void {
    const ordered = steps.toSorted(compareSteps);
    const frontier: FrontierNode[] = [];
    for (const step of ordered) {
      const known = this.#reached.get(step.id);
      if (known?.failing !== undefined || step.id === this.#rootId) continue;
      const failing = step.fails ? step : undefined;
      if (known === undefined) this.#reached.set(step.id, { depth, step, failing });
      else if (failing !== undefined) this.#reached.set(step.id, { ...known, failing });
      if (failing !== undefined) frontier.push({ id: step.id, rank: step.rank });
    }
    this.#frontier = frontier;
  }

  depthOf(id: string): number {
    return this.#reached.get(id)?.depth ?? 0;
  }

  /** Whether a path reaches the node on which every relationship fails. */
  fails(id: string): boolean {
    return this.#reached.get(id)?.failing !== undefined;
  }

  /** Returns the path from the root to a node, with both. */
  pathTo(id: string): readonly ImpactPathNode[] {
    const path: ImpactPathNode[] = [];
    let step = this.#reached.get(id)?.step;
    while (step !== undefined) {
      const { relationshipId, relationshipType, parentId } = step;
      path.push({ id: step.id, relationshipId, relationshipType });
      step = this.#reached.get(parentId)?.failing;
    }
    return [{ id: this.#rootId }, ...path.toReversed()];
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
