/** Maps with at most `limit` at work, in order of the items. The first failure fails all. */
export async function mapConcurrently<T, R>(
  items: readonly T[],
  limit: number,
  map: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  async function work(): Promise<void> {
    for (let index = next++; index < items.length; index = next++)
      results[index] = await map(items[index] as T);
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, work));
  return results;
}
