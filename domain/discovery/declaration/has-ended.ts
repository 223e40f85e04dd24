import type { JsonObject } from '../../json/json.ts';
import type { TypeCollector } from './collector.ts';
import { select } from '../../json/path.ts';

/**
 * Returns whether an item is in a final state of its type. Ignores case, because some APIs return states in another case than
 * their model declares (a VPC endpoint is `available`, but the model has `Available`).
 */
export function hasEnded({ ended = {} }: Pick<TypeCollector, 'ended'>, item: JsonObject): boolean {
  return Object.entries(ended).some(([path, states]) => {
    const final = states.map((state) => state.toLowerCase());
    return select(item, path).some(
      (state) => typeof state === 'string' && final.includes(state.toLowerCase()),
    );
  });
}
