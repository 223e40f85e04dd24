/**
 * Takes from several generators at once, at most `limit` running, and gives what they yield as it comes. A running
 * generator does not go on before what it yielded has been taken. When one throws, or the reader stops, all are closed.
 */
export async function* mergeConcurrently<T>(
  generators: Iterable<AsyncGenerator<T>>,
  limit: number,
): AsyncGenerator<T> {
  const waiting = generators[Symbol.iterator]();
  const running = new Map<
    AsyncGenerator<T>,
    Promise<{ from: AsyncGenerator<T>; result: IteratorResult<T> }>
  >();
  const pull = (from: AsyncGenerator<T>): void => {
    const pending = from.next().then((result) => ({ from, result }));
    // Another one may fail first; this one's failure is then of no interest.
    pending.catch(() => undefined);
    running.set(from, pending);
  };
  const start = (): void => {
    const next = waiting.next();
    if (!next.done) pull(next.value);
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
