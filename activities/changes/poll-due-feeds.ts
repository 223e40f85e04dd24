import type { FeedToPoll } from '../../db/changes/feed-store.ts';

export interface FeedPolls {
  /** Returns up to `limit` due feeds, which are not due again afterwards; none of the excluded organizations. */
  readonly claim: (limit: number, excludedOrganizations: readonly string[]) => Promise<readonly FeedToPoll[]>;
  readonly poll: (feed: FeedToPoll) => Promise<void>;
  readonly onFailure: (feed: FeedToPoll, error: unknown) => void;
}

export interface PollLimits {
  readonly feedsAtOnce: number;
  /** Polls of one organization in flight above which it gets no further one while feeds of others are due. */
  readonly feedsPerOrganization: number;
  /** Time after which no further feed is claimed, in ms. */
  readonly durationMs: number;
}

export interface PollSummary {
  readonly polled: number;
  readonly failed: number;
  /** Whether feeds may still be due. */
  readonly more: boolean;
}

/**
 * Polls due feeds until none is due or the time is over, and waits for the polls in flight. A sliding window instead of
 * batches: a slow feed occupies one slot and does not delay the next claim. A failed poll does not stop the others.
 * @throws the reason of `signal` when it aborts, and errors of `claim`.
 */
export async function pollDueFeeds(
  { claim, poll, onFailure }: FeedPolls,
  { feedsAtOnce, feedsPerOrganization, durationMs }: PollLimits,
  signal: AbortSignal,
): Promise<PollSummary> {
  const inFlight = new Set<Promise<void>>();
  const countByOrganization = new Map<string, number>();
  let polled = 0;
  let failed = 0;

  const change = (organizationId: string, difference: 1 | -1) => {
    const count = (countByOrganization.get(organizationId) ?? 0) + difference;
    if (count === 0) countByOrganization.delete(organizationId);
    else countByOrganization.set(organizationId, count);
  };
  const start = (feed: FeedToPoll) => {
    change(feed.organizationId, 1);
    const running = poll(feed)
      .then(
        () => {
          polled += 1;
        },
        (error: unknown) => {
          failed += 1;
          onFailure(feed, error);
        },
      )
      .finally(() => {
        change(feed.organizationId, -1);
        inFlight.delete(running);
      });
    inFlight.add(running);
  };
  const claimNext = async () => {
    const free = feedsAtOnce - inFlight.size;
    const busy = [...countByOrganization].filter(([, count]) => count >= feedsPerOrganization);
    const feeds = await claim(
      free,
      busy.map(([organizationId]) => organizationId),
    );
    return feeds.length > 0 || busy.length === 0 ? feeds : claim(free, []);
  };

  const endsAt = performance.now() + durationMs;
  let more = true;
  try {
    while (more && !signal.aborted && performance.now() < endsAt) {
      // A claim costs a scan of the organizations, so it waits until half of the window is free.
      if (inFlight.size > feedsAtOnce / 2) await Promise.race(inFlight);
      else {
        const feeds = await claimNext();
        more = feeds.length > 0;
        for (const feed of feeds) start(feed);
      }
    }
  } finally {
    await Promise.all(inFlight);
  }
  signal.throwIfAborted();
  return { polled, failed, more };
}
