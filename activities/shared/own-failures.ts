import { Context } from '@temporalio/activity';

/**
 * What every heartbeat stores for the next attempt. Temporal's own number of the attempt also counts attempts that waited:
 * for a provider, for Postgres, for a share, or for another worker after theirs was killed.
 */
interface HeartbeatDetails {
  readonly ownFailures: number;
}

/** Returns how many earlier attempts of the current activity failed by themselves. */
export function countOwnFailures(): number {
  const details: unknown = Context.current().info.heartbeatDetails;
  return typeof details === 'object' && details !== null && 'ownFailures' in details
    ? Number(details.ownFailures)
    : 0;
}

/** Heartbeats. In place of the heartbeat of the SDK, which would delete the stored number of failures. */
export function heartbeat(ownFailures = countOwnFailures()): void {
  Context.current().heartbeat({ ownFailures } satisfies HeartbeatDetails);
}

/** Stores that this attempt fails by itself. Returns whether it was the last one of `most`. */
export function recordOwnFailure(most: number): boolean {
  const ownFailures = countOwnFailures() + 1;
  heartbeat(ownFailures);
  return ownFailures >= most;
}
