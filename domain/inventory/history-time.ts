/** A time at which the history is read: ISO 8601 with microseconds, as Postgres compares them. */
export type HistoryTime = string;

/**
 * Returns the last microsecond of a time. Responses have milliseconds and Postgres stores microseconds, so the version that
 * begins at a time of a response begins within its millisecond.
 */
export function endOfMillisecond(time: Date): HistoryTime {
  return time.toISOString().replace('Z', '999Z');
}
