/**
 * Divides `items` into groups of `size`. Returns a function that calls `work` with the group of an item, once for each group.
 */
export function inGroups<T, R>(
  items: readonly T[],
  size: number,
  work: (group: readonly T[]) => Promise<R>,
): (item: T) => Promise<R> {
  const results = new Map<number, Promise<R>>();
  return (item) => {
    const group = Math.floor(items.indexOf(item) / size);
    const result = results.get(group) ?? work(items.slice(group * size, (group + 1) * size));
    results.set(group, result);
    return result;
  };
}
