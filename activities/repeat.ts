import type { Logger } from '../runtime/logger.ts';

/** Does `work` again and again, `milliseconds` after it ended; a failure is logged and does not end it. */
export function repeat(
  milliseconds: number,
  work: () => Promise<void>,
  logger: Logger,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const loop = async () => {
    while (!stopping.signal.aborted) {
      await work().catch((error: unknown) => logger.warn({ err: error }, 'will be repeated'));
      await pause(milliseconds, stopping.signal);
    }
  };
  const ended = loop();
  return {
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
