import { setTimeout as pause } from 'node:timers/promises';
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
