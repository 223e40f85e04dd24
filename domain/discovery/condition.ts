import type { JsonObject } from '../json.ts';
import type { Condition, OriginRule } from './collector.ts';
import type { ResourceOrigin } from '../values.ts';
import { select } from './path.ts';

/** Whether an item with its tags meets all conditions. */
export function meetsConditions(
  item: JsonObject,
  tags: Readonly<Record<string, string>>,
  conditions: readonly Condition[],
): boolean {
  return conditions.every((condition) => holds(item, tags, condition));
}

/** Returns the origin of the first rule whose conditions the item meets, or `undefined`. */
export function originOf(
  item: JsonObject,
  tags: Readonly<Record<string, string>>,
  rules: readonly OriginRule[],
): ResourceOrigin | undefined {
  return rules.find((rule) => meetsConditions(item, tags, rule.when))?.origin;
}

function holds(item: JsonObject, tags: Readonly<Record<string, string>>, condition: Condition): boolean {
  if ('tag' in condition) return Object.hasOwn(tags, condition.tag);
  const values = select(item, condition.path);
  if ('present' in condition) return values.length > 0 === condition.present;
  if ('equals' in condition) return values.includes(condition.equals);
  if ('equalsPath' in condition) {
    const other = select(item, condition.equalsPath);
    return values.some((value) => other.includes(value));
  }
  if ('noneOf' in condition) {
    return !values.some((value) => typeof value === 'string' && condition.noneOf.includes(value));
  }
  if ('startsWith' in condition) {
    return values.some((value) => typeof value === 'string' && value.startsWith(condition.startsWith));
  }
  return values.some((value) => typeof value === 'string' && value.includes(condition.includes));
}
