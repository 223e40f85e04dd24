import type { Json, MutableJson } from '../../json/json.ts';
import type { ListCall, TypeCollector } from './collector.ts';
import { meetsConditions } from './condition.ts';
import { hasEnded } from './has-ended.ts';
import { tagsInItem } from '../observation/observe.ts';
import type { RawItem } from '../observation/observe.ts';
import { first, select, setOwn } from '../../json/path.ts';
import { toJson } from '../../json/to-json.ts';

/**
 * Returns the items of a page of a list call that are resources of the type, with the values that the collector copies from
 * the parent and from the input of the call. The items are copies.
 */
export function itemsOfPage(type: TypeCollector, page: Json, parent: RawItem, input: object): RawItem[] {
  const { list } = type;
  const outers = select(page, list.items);
  const items =
    list.inner === undefined
      ? outers.map((item) => toItem(item, list.as))
      : outers.flatMap((outer) => innerItems(outer, list));
  const fields = Object.entries(type.fromParent ?? {}).map(
    ([key, path]) => [key, first(parent, path)] as const,
  );
  const inputs = Object.entries(list.fromInput ?? {}).map(
    ([key, name]) => [key, toJson(Reflect.get(input, name))] as const,
  );
  for (const item of items) {
    for (const [key, value] of [...fields, ...inputs]) {
      if (value !== undefined) setOwn(item, key, value as MutableJson);
    }
  }
  return items.filter(
    (item) => !hasEnded(type, item) && meetsConditions(item, tagsInItem(type, item), list.only ?? []),
  );
}

function innerItems(outer: Json, list: ListCall): RawItem[] {
  const carried = Object.entries(list.carry ?? {}).map(
    ([key, path]) => [key, first(outer, path) ?? null] as const,
  );
  return select(outer, list.inner ?? '').map((item) => ({
    ...toItem(item, list.as),
    ...(Object.fromEntries(carried) as RawItem),
  }));
}

/** Converts an item to an object. Returns a copy, because each type that is read from the page modifies its items. */
export function toItem(item: Json, as: string | undefined): RawItem {
  if (as !== undefined) return { [as]: structuredClone(item) as MutableJson };
  return (item !== null && typeof item === 'object' ? structuredClone(item) : {}) as RawItem;
}
