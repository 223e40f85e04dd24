export interface Timed<T> {
  readonly seconds: number;
  /** Processor time of this process, in seconds. */
  readonly cpuSeconds: number;
  readonly result: T;
}

/** Measures the duration of work and the processor time that this process used meanwhile. */
export async function timed<T>(work: () => Promise<T>): Promise<Timed<T>> {
  const started = performance.now();
  const usage = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(usage);
  return { seconds: (performance.now() - started) / 1000, cpuSeconds: (user + system) / 1_000_000, result };
}
