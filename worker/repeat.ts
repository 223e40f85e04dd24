import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '../runtime/logger.ts';

const initialRetryMs = 1000;

/**
 * Calls `work` repeatedly, `milliseconds` after the previous call settled. Logs a failure and retries it after one second,
 * then after twice the time of the previous retry, at most `milliseconds`.
 */
export function repeat(
  milliseconds: number,
  work: () => Promise<void>,
  logger: Logger,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const loop = async () => {
    let failures = 0;
    while (!stopping.signal.aborted) {
      try {
        await work();
        failures = 0;
      } catch (error) {
        failures += 1;
        logger.warn({ err: error }, 'background job failed; will retry');
      }
      await pause(delayMs(milliseconds, failures), undefined, { signal: stopping.signal }).catch(
        () => undefined,
      );
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

/** Returns the time until the next call, in ms, after `failures` consecutive failures. */
export function delayMs(intervalMs: number, failures: number): number {
  return failures === 0 ? intervalMs : Math.min(intervalMs, initialRetryMs * 2 ** (failures - 1));
}
