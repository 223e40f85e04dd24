import { mapConcurrently } from './map-concurrently.ts';
import { messageOf } from '../text/message-of.ts';

/**
 * Calls `work` for every item, with at most `limit` calls in flight. A failure is passed to `onFailure` and does not
 * stop the other items.
 * @throws AggregateError after every item has settled, when at least one failed. Its message ends with that of the first
 *   failure.
 */
export async function settleConcurrently<T>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<void>,
  onFailure: (item: T, error: unknown) => void,
): Promise<void> {
  const failures: unknown[] = [];
  await mapConcurrently(items, limit, async (item) => {
    try {
      await work(item);
    } catch (error) {
      failures.push(error);
      onFailure(item, error);
    }
  });
  if (failures.length === 0) return;
  const summary = `${failures.length} of ${items.length} failed: ${messageOf(failures[0])}`;
  throw new AggregateError(failures, summary);
}
