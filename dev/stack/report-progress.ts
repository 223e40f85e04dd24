export type Report = (line: string) => void;

/** Reports the start of the work and its usual duration, then every fifteen seconds that it is still running. */
export async function reportProgress<T>(
  report: Report,
  task: string,
  usually: string,
  work: () => Promise<T>,
): Promise<T> {
  const started = Date.now();
  report(`${task} (usually ${usually}, once on this machine)`);
  const timer = setInterval(() => {
    report(`  still running after ${Math.round((Date.now() - started) / 1000)} s: ${task}`);
  }, 15_000);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
