import { Context } from '@temporalio/activity';

/**
 * What every heartbeat stores for the next attempt. Temporal's own number of the attempt also counts attempts that waited:
 * for a provider, for Postgres, for a share, or for another worker after theirs was killed.
 */
interface HeartbeatDetails {
  /** Attempts that failed by themselves. */
  readonly ownFailures: number;
  /** Attempts whose worker process ended, or stood still, during the work. */
  readonly lostWorkers: number;
  /** Whether the attempt ended with an error. An attempt without it lost its worker. */
  readonly ended?: true;
}

/** What the heartbeats of the current attempts stored last. */
const stored = new WeakMap<Context, HeartbeatDetails>();

/** Returns how many earlier attempts of the current activity failed by themselves. */
export function countOwnFailures(): number {
  return currentDetails().ownFailures;
}

/** Returns how many earlier attempts of the current activity lost their worker. */
export function countLostWorkers(): number {
  return currentDetails().lostWorkers;
}

/** Heartbeats. In place of the heartbeat of the SDK, which would delete the stored numbers. */
export function heartbeat(changes: Partial<HeartbeatDetails> = {}): void {
  const context = Context.current();
  const details: HeartbeatDetails = { ...currentDetails(), ...changes };
  stored.set(context, details);
  context.heartbeat(details);
}

/** Stores that this attempt fails by itself. Returns whether it was the last one of `most`. */
export function recordOwnFailure(most: number): boolean {
  const ownFailures = countOwnFailures() + 1;
  heartbeat({ ownFailures });
  return ownFailures >= most;
}

function currentDetails(): HeartbeatDetails {
  const context = Context.current();
  const known = stored.get(context);
  if (known !== undefined) return known;
  const last = context.info.heartbeatDetails as Partial<HeartbeatDetails> | null | undefined;
  if (typeof last !== 'object' || last === null) return { ownFailures: 0, lostWorkers: 0 };
  const { ownFailures = 0, lostWorkers = 0, ended } = last;
  return { ownFailures, lostWorkers: lostWorkers + (ended === true ? 0 : 1) };
}
