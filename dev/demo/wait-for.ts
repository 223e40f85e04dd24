/**
 * Calls `check` every half second until it returns a value.
 *
 * @param what - names the awaited value in the error
 * @throws Error after `seconds`; 10 minutes by default, because a loaded machine is no failure
 */
export async function waitFor<T>(
  what: string,
  check: () => Promise<T | undefined>,
  seconds = 600,
): Promise<T> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const value = await check();
    if (value !== undefined) return value;
    if (Date.now() > deadline) throw new Error(`Waited ${seconds} s for ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
