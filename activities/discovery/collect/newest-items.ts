import type { TypeCollector } from '../../../domain/discovery/declaration/collector.ts';
import type { RawItem } from '../../../domain/discovery/observation/observe.ts';
import { first } from '../../../domain/json/path.ts';

/** The newest items of one list, of the types whose declaration has `newest`. */
export interface NewestItems {
  /** Adds a page of items. Returns the items to collect now: all of them, or none for a type with `newest`. */
  keep(type: TypeCollector, items: readonly RawItem[]): readonly RawItem[];
  /** Returns the newest items of each type with `newest`, when the list has been read to its end. */
  kept(): readonly (readonly [TypeCollector, readonly RawItem[]])[];
}

/** Holds at most `count` items and one page per type. */
export function newestItems(): NewestItems {
  const found = new Map<TypeCollector, { total: number; items: RawItem[] }>();
  return {
    keep(type, items) {
      const { newest } = type.list;
      if (newest === undefined) return items;
      const { total, items: earlier } = found.get(type) ?? { total: 0, items: [] };
      const timeOf = (item: RawItem): string => {
        const time = first(item, newest.by);
        return typeof time === 'string' ? time : '';
      };
      const sorted = [...earlier, ...items].sort((left, right) =>
        timeOf(left) < timeOf(right) ? 1 : timeOf(left) > timeOf(right) ? -1 : 0,
      );
      found.set(type, { total: total + items.length, items: sorted.slice(0, newest.count) });
      return [];
    },
    kept: () =>
      [...found].map(([type, { total, items }]) => [
        type,
        items.map((item) => (type.list.newest ? { ...item, [type.list.newest.total]: total } : item)),
      ]),
  };
}
