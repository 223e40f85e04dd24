import { setTimeout as pause } from 'node:timers/promises';
import { isTransactionConflict } from './database-errors.ts';
import type { RunTransaction } from './transaction.ts';

const maximumAttempts = 5;
const initialBackoffMs = 20;

/**
 * Returns a runner that repeats a transaction which Postgres rolled back because of a deadlock or a serialization
 * failure. `work` therefore has no effect outside of its transaction. Read-only transactions have no such conflicts.
 */
export function retryingTransactions(runTransaction: RunTransaction): RunTransaction {
  return (options, setUp, work) => retryConflicts(() => runTransaction(options, setUp, work));
}

/** Calls `work` up to five times while it rejects with a deadlock or a serialization failure. */
export async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === maximumAttempts || !isTransactionConflict(error)) throw error;
      // Full jitter: the transactions that were in conflict must not meet again.
      await pause(Math.random() * initialBackoffMs * 2 ** attempt);
    }
  }
}
