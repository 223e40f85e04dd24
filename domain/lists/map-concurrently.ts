/**
 * Maps `items` with at most `limit` calls of `map` in flight, and returns the results in the order of the items. After
 * the first rejection it starts no further item, waits until the calls in flight have settled, and throws that first
 * error. A failed activity therefore has no work left that would overlap its own retry. Deterministic: workflows use it.
 * @throws RangeError when `limit` is less than 1.
 */
export async function mapConcurrently<T, R>(
  items: readonly T[],
  limit: number,
  map: (item: T) => Promise<R>,
): Promise<R[]> {
  if (!(limit >= 1)) throw new RangeError(`limit must be at least 1, got ${limit}`);
  const results: R[] = [];
  const failures: unknown[] = [];
  let next = 0;
  const mapRemaining = async (): Promise<void> => {
    while (next < items.length && failures.length === 0) {
      const index = next;
      next += 1;
      try {
        results[index] = await map(items[index] as T);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, mapRemaining));
  if (failures.length > 0) throw failures[0];
  return results;
}
