import { dayMs } from '../time.ts';
/** A time window of events: from `start`, inclusive, to `end`. */
export interface PollWindow {
  readonly start: Date;
  readonly end: Date;
}

/** Seconds between two polls of a feed, if the workers keep up. Default of `CHANGES_POLL_SECONDS`. */
export const defaultPollSeconds = 300;

/** CloudTrail delivers events up to 15 minutes late. Source: AWS CloudTrail User Guide, "How CloudTrail works". */
export const deliveryDelayMs = 15 * 60_000;
const initialLookbackMs = dayMs;

/**
 * Returns the windows that a poll reads, in this order. They begin the delivery delay before `watermark` (before which
 * all events are stored), or 24 hours ago when there is none, and end at `now`. Each is at most `maximumMs` long.
 */
export function pollWindows(
  watermark: Date | undefined,
  now: Date,
  maximumMs = Number.POSITIVE_INFINITY,
): readonly PollWindow[] {
  const windows: PollWindow[] = [];
  let start =
    watermark === undefined ? now.getTime() - initialLookbackMs : watermark.getTime() - deliveryDelayMs;
  do {
    const end = Math.min(start + maximumMs, now.getTime());
    windows.push({ start: new Date(start), end: new Date(end) });
    start = end;
  } while (start < now.getTime());
  return windows;
}
