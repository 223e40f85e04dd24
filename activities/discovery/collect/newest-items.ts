import type { TypeCollector } from '../../../domain/discovery/declaration/collector.ts';
import type { RawItem } from '../../../domain/discovery/observation/observe.ts';
import { first } from '../../../domain/json/path.ts';

/** The newest items of one list, of the types whose declaration has `newest`. Holds at most `count` items and one page per type. */
export class NewestItems {
  readonly #found = new Map<TypeCollector, { readonly total: number; readonly items: readonly RawItem[] }>();

  /** Adds a page of items. Returns the items to collect now: all of them, or none for a type with `newest`. */
  keep(type: TypeCollector, items: readonly RawItem[]): readonly RawItem[] {
    const { newest } = type.list;
    if (newest === undefined) return items;
    const { total, items: earlier } = this.#found.get(type) ?? { total: 0, items: [] };
    const timeOf = (item: RawItem): string => {
      const time = first(item, newest.by);
      return typeof time === 'string' ? time : '';
    };
    const sorted = [...earlier, ...items].sort((left, right) =>
      timeOf(left) < timeOf(right) ? 1 : timeOf(left) > timeOf(right) ? -1 : 0,
    );
    this.#found.set(type, { total: total + items.length, items: sorted.slice(0, newest.count) });
    return [];
  }

  /** Returns the newest items of each type with `newest`, when the list has been read to its end. */
  kept(): readonly (readonly [TypeCollector, readonly RawItem[]])[] {
    return [...this.#found].map(([type, { total, items }]) => [
      type,
      items.map((item) => (type.list.newest ? { ...item, [type.list.newest.total]: total } : item)),
    ]);
  }
}
