import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../runtime/logger.ts';
import { isTransientDatabaseError } from './database-errors.ts';

const retryMs = 1000;

/** Repeats `work` every second while Postgres is unavailable, for checks at the start of a process. Logs each failure. */
export async function retryWhileUnavailable<T>(
  logger: Logger,
  failure: string,
  work: () => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isTransientDatabaseError(error)) throw error;
      logger.warn({ err: error }, failure);
      await delay(retryMs);
    }
  }
}
