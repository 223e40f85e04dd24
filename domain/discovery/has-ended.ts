import type { JsonObject } from '../json.ts';
import type { TypeCollector } from './collector.ts';
import { select } from './path.ts';

/**
 * Returns whether an item is in a final state of its type. Some APIs return states in another case than their model
 * declares (`available` of a VPC endpoint is `Available` there), so case is ignored.
 */
export function hasEnded({ ended = {} }: Pick<TypeCollector, 'ended'>, item: JsonObject): boolean {
  return Object.entries(ended).some(([path, states]) => {
    const final = states.map((state) => state.toLowerCase());
    return select(item, path).some(
      (state) => typeof state === 'string' && final.includes(state.toLowerCase()),
    );
  });
}
