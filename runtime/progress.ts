import { AsyncLocalStorage } from 'node:async_hooks';

/** The progress of a piece of work, such as an activity. */
export interface Progress {
  /** Whether the work made progress in the last `seconds`. */
  isRecent(seconds: number): boolean;
}

interface Track {
  lastAt: number;
}

const tracks = new AsyncLocalStorage<Track>();

/** Runs `work`, and passes it the progress that {@link noteProgress} notes during it. */
export function trackProgress<T>(work: (progress: Progress) => Promise<T>): Promise<T> {
  // A monotonic clock: a change of the time of day is no progress.
  const track = { lastAt: performance.now() };
  const progress = { isRecent: (seconds: number) => performance.now() - track.lastAt < seconds * 1000 };
  return tracks.run(track, work, progress);
}

/** Notes that the current work made progress: a statement, a response, a part of one, or a document has ended. */
export function noteProgress(): void {
  const track = tracks.getStore();
  if (track !== undefined) track.lastAt = performance.now();
}

/** Runs `work` whose statements are no progress of the current work, such as the renewal of a lease. */
export function withoutProgress<T>(work: () => T): T {
  return tracks.exit(work);
}
