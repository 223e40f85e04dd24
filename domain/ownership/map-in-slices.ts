/** At 2 ns per operation a slice takes 1 ms, on a busy machine less than 10 ms. */
export const sliceOperations = 500_000;

/**
 * Maps items. Yields its number of operations after each slice of {@link sliceOperations}, so that the caller can return to
 * the event loop. A slice exceeds the limit by less than `cost`.
 *
 * @param cost the number of operations of one item
 */
export function* mapInSlices<T, R>(
  items: readonly T[],
  cost: number,
  map: (item: T) => R,
): Generator<number, readonly R[]> {
  const results: R[] = [];
  let operations = 0;
  for (const item of items) {
    results.push(map(item));
    operations += cost;
    if (operations < sliceOperations) continue;
    yield operations;
    operations = 0;
  }
  if (operations > 0) yield operations;
  return results;
}
