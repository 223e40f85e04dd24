/**
 * Repeats `check` until it returns a value other than `undefined` and `false`, and does not throw.
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
  const deadline = Date.now() + seconds * 1000;
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
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
