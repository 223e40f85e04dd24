import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../runtime/logger.ts';

/** Calls `work` repeatedly, `milliseconds` after the previous call settled. Logs failures and continues. */
export function repeat(
  milliseconds: number,
  work: () => Promise<void>,
  logger: Logger,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const loop = async () => {
    while (!stopping.signal.aborted) {
      await work().catch((error: unknown) =>
        logger.warn({ err: error }, 'background job failed; will retry'),
      );
      await pause(milliseconds, undefined, { signal: stopping.signal }).catch(() => undefined);
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
