/**
 * Runs the generators of `items`, at most `limit` at once, and yields their values in order of arrival. A generator resumes
 * after the consumer has taken its value. When one throws, or the consumer stops, all running generators are closed.
 */
export async function* mergeConcurrently<Item, T>(
  items: readonly Item[],
  limit: number,
  generate: (item: Item) => AsyncGenerator<T>,
): AsyncGenerator<T> {
  const waiting = items.values();
  const running = new Map<
    AsyncGenerator<T>,
    Promise<{ from: AsyncGenerator<T>; result: IteratorResult<T> }>
  >();
  const pull = (from: AsyncGenerator<T>): void => {
    const pending = from.next().then((result) => ({ from, result }));
    // Only the first failure is thrown; this prevents an unhandled rejection of a later one.
    pending.catch(() => undefined);
    running.set(from, pending);
  };
  const start = (): void => {
    const next = waiting.next();
    if (!next.done) pull(generate(next.value));
  };
  for (let count = 0; count < limit; count += 1) start();
  try {
    while (running.size > 0) {
      const { from, result } = await Promise.race(running.values());
      if (result.done) {
        running.delete(from);
        start();
      } else {
        yield result.value;
        pull(from);
      }
    }
  } finally {
    await Promise.allSettled([...running.keys()].map((generator) => generator.return(undefined)));
  }
}
