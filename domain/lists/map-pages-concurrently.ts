/**
 * Maps the items of pages with at most `limit` calls of `map` in flight. A page is listed when the items of the previous
 * page have been started, so a slow item delays no other. After the first rejection, or when `isStopping` returns `true`,
 * it starts no further item and waits until the calls in flight have settled. Deterministic: workflows use it.
 *
 * @param after - where to continue: the last item of an earlier call; `null` to begin
 * @param list - returns the items after an item; an empty page ends the list
 * @returns the last started item when `isStopping` ended the list, otherwise `null`
 * @throws the first error of `map` or `list`
 */
export async function mapPagesConcurrently<T>(
  { after, limit, isStopping }: { after: T | null; limit: number; isStopping: () => boolean },
  list: (after: T | null) => Promise<readonly T[]>,
  map: (item: T) => Promise<void>,
): Promise<T | null> {
  const inFlight = new Set<Promise<void>>();
  const failures: unknown[] = [];
  let last = after;
  const start = (item: T) => {
    const call: Promise<void> = map(item)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => inFlight.delete(call));
    inFlight.add(call);
    last = item;
  };
  const startAll = async (): Promise<boolean> => {
    for (;;) {
      const page = await list(last);
      if (page.length === 0) return true;
      for (const item of page) {
        if (inFlight.size >= limit) await Promise.race(inFlight);
        if (failures.length > 0 || isStopping()) return false;
        start(item);
      }
    }
  };
  try {
    const complete = await startAll();
    await Promise.all(inFlight);
    if (failures.length > 0) throw failures[0];
    return complete ? null : last;
  } finally {
    // `list` may have thrown.
    await Promise.all(inFlight);
  }
}
