export type Report = (line: string) => void;

/** Says what is being waited for and how long that usually takes, then every fifteen seconds that it goes on. */
export async function reportProgress<T>(
  report: Report,
  what: string,
  usually: string,
  work: () => Promise<T>,
): Promise<T> {
  const started = Date.now();
  report(`${what} (usually ${usually}, once on this machine)`);
  const timer = setInterval(() => {
    report(`  still going after ${Math.round((Date.now() - started) / 1000)} s: ${what}`);
  }, 15_000);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
