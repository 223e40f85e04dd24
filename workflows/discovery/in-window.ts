/** Does `work` for every item, `size` at a time, in order. The first failure is thrown when those under way have ended. */
export async function inWindow<T, R>(
  items: readonly T[],
  size: number,
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  const failures: unknown[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < items.length && failures.length === 0) {
      const item = items[next] as T;
      next += 1;
      try {
        results.push(await work(item));
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(size, items.length) }, lane));
  if (failures.length > 0) throw failures[0];
  return results;
}
