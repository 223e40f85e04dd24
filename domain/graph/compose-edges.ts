import { byCodeUnit } from '../json/canonical.ts';
import type { CompositionRule } from './edge-rule.ts';

/** An active edge of a resource in the middle. */
export interface InnerEdge {
  readonly id: string;
  readonly sourceId: string;
  readonly targetId: string;
  readonly type: string;
  /** Type of the end that is not in the middle; `undefined` for an external node of unknown type. */
  readonly otherType: string | undefined;
}

export interface Composition {
  readonly rule: string;
  readonly firstId: string;
  readonly secondId: string;
  readonly sourceId: string;
  readonly targetId: string;
  readonly type: string;
}

/** Compositions of one rule through one resource. */
const maximumCompositions = 10_000;

/**
 * Returns the compositions through one resource. At most 10,000 of each rule: the first edges by id, then as many second
 * edges by id as the limit allows, at least one.
 */
export function composeEdges(
  middleId: string,
  throughType: string,
  edges: readonly InnerEdge[],
  rules: readonly CompositionRule[],
): readonly Composition[] {
  const ordered = edges.toSorted((one, other) => byCodeUnit(one.id, other.id));
  return rules
    .filter((rule) => rule.throughType === throughType)
    .flatMap(({ id: rule, first, second, relation: type }) => {
      const firsts = ordered
        .filter((edge) => fits(edge, first) && middleOf(edge, first.reversed === true) === middleId)
        .slice(0, maximumCompositions);
      const most = Math.max(1, Math.floor(maximumCompositions / Math.max(1, firsts.length)));
      const seconds = ordered
        .filter((edge) => fits(edge, second) && middleOf(edge, second.reversed !== true) === middleId)
        .slice(0, most);
      return firsts.flatMap((one) =>
        seconds.flatMap((other) => {
          const sourceId = first.reversed === true ? one.targetId : one.sourceId;
          const targetId = second.reversed === true ? other.sourceId : other.targetId;
          return one.id === other.id || sourceId === targetId
            ? []
            : [{ rule, firstId: one.id, secondId: other.id, sourceId, targetId, type }];
        }),
      );
    });
}

function fits(edge: InnerEdge, { relation, types }: CompositionRule['first']): boolean {
  return (
    edge.type === relation &&
    (types.length === 0 || (edge.otherType !== undefined && types.includes(edge.otherType)))
  );
}

function middleOf(edge: InnerEdge, isSource: boolean): string {
  return isSource ? edge.sourceId : edge.targetId;
}
