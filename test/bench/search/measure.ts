/** Durations in milliseconds. */
export interface Timing {
  readonly p50: number;
  readonly p95: number;
}

/** Runs every query once, after as many warm-up queries. Returns the durations. */
export async function time<T>(
  questions: readonly T[],
  run: (question: T) => Promise<unknown>,
  warmUp = questions.length,
): Promise<Timing> {
  for (const question of questions.slice(0, warmUp)) await run(question);
  const took: number[] = [];
  for (const question of questions) {
    const started = performance.now();
    await run(question);
    took.push(performance.now() - started);
  }
  return timingOf(took);
}

/** Like {@link time}, for two implementations in alternation, so that both see the same load. */
export async function compare<T>(
  questions: readonly T[],
  one: (question: T) => Promise<unknown>,
  other: (question: T) => Promise<unknown>,
): Promise<readonly [Timing, Timing]> {
  const took: [number[], number[]] = [[], []];
  for (const [index, question] of questions.entries()) {
    const order = index % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
    for (const way of order) {
      const run = way === 0 ? one : other;
      if (index < 3) await run(question);
      const started = performance.now();
      await run(question);
      took[way].push(performance.now() - started);
    }
  }
  return [timingOf(took[0]), timingOf(took[1])];
}

function timingOf(took: readonly number[]): Timing {
  const sorted = took.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p95: at(0.95) };
}
