/** Asks again every half second until the answer is there. @throws Error saying what was waited for. */
export async function waitFor<T>(
  what: string,
  ask: () => Promise<T | undefined>,
  seconds: number,
): Promise<T> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (Date.now() > deadline) throw new Error(`Waited ${seconds} s for ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
