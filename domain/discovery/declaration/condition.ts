import type { JsonObject } from '../../json/json.ts';
import type { ItemCondition, OriginRule } from './collector.ts';
import type { ResourceOrigin } from '../../values.ts';
import { select } from '../../json/path.ts';

/**
 * Whether an item with its tags meets all conditions.
 *
 * @param account number of the scanned account; without it, no value is the number of another account
 */
export function meetsConditions(
  item: JsonObject,
  tags: Readonly<Record<string, string>>,
  conditions: readonly ItemCondition[],
  account?: string,
): boolean {
  return conditions.every((condition) => holds(item, tags, condition, account));
}

/** Returns the origin of the first rule whose conditions the item meets, or `undefined`. */
export function originOf(
  item: JsonObject,
  tags: Readonly<Record<string, string>>,
  rules: readonly OriginRule[],
  account: string,
): ResourceOrigin | undefined {
  return rules.find((rule) => meetsConditions(item, tags, rule.when, account))?.origin;
}

function holds(
  item: JsonObject,
  tags: Readonly<Record<string, string>>,
  condition: ItemCondition,
  account: string | undefined,
): boolean {
  if ('tag' in condition) return Object.hasOwn(tags, condition.tag);
  const values = select(item, condition.path);
  if ('present' in condition) return values.length > 0 === condition.present;
  if ('equals' in condition) return values.includes(condition.equals);
  if ('equalsPath' in condition) {
    const other = select(item, condition.equalsPath);
    return values.some((value) => other.includes(value));
  }
  if ('differsFromPath' in condition) {
    const other = select(item, condition.differsFromPath);
    return !values.some((value) => other.includes(value));
  }
  if ('noneOf' in condition) {
    return !values.some((value) => typeof value === 'string' && condition.noneOf.includes(value));
  }
  if ('otherAccount' in condition) {
    const isOther = values.some((value) => typeof value === 'string' && isOtherAccount(value, account));
    return isOther === condition.otherAccount;
  }
  if ('startsWith' in condition) {
    return values.some((value) => typeof value === 'string' && value.startsWith(condition.startsWith));
  }
  if ('uuidAfter' in condition) {
    const { uuidAfter: before } = condition;
    return values.some(
      (value) =>
        typeof value === 'string' &&
        value.slice(0, -uuidLength).endsWith(before) &&
        uuid.test(value.slice(-uuidLength)),
    );
  }
  return values.some((value) => typeof value === 'string' && value.includes(condition.includes));
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const uuidLength = 36;

function isOtherAccount(value: string, account: string | undefined): boolean {
  return account !== undefined && /^\d{12}$/.test(value) && value !== account;
}
