/** Many tests wait at the same time, and most checks are requests that take the processor from the awaited work. */
const [shortestPauseMs, longestPauseMs] = [100, 1000];

/**
 * Repeats `check` until it returns a value other than `undefined` and `false`, and does not throw. Pauses for a tenth of the
 * time that it has waited, between 0.1 s and 1 s.
 *
 * @param what - names the awaited condition in the error
 * @returns the value
 * @throws Error after the given number of seconds
 */
export async function eventually<T>(
  what: string,
  check: () => Promise<T | undefined | false>,
  seconds = 240,
): Promise<T> {
  const start = Date.now();
  const deadline = start + seconds * 1000;
  let last: unknown;
  for (;;) {
    try {
      const value = await check();
      if (value !== undefined && value !== false) return value;
      last = undefined;
    } catch (error) {
      last = error;
    }
    if (Date.now() > deadline) throw new Error(`waited ${seconds} s for ${what}`, { cause: last });
    const pause = Math.min(longestPauseMs, Math.max(shortestPauseMs, (Date.now() - start) / 10));
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
