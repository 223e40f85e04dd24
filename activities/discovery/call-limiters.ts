import { setTimeout as delay } from 'node:timers/promises';
import { bucketLimits } from '../../domain/discovery/bucket-limits.ts';
import { leaseTokens, newBucket, throttleBucket } from '../../domain/discovery/token-bucket.ts';
import type { CallLimiter } from '../../domain/discovery/observed-resource.ts';
import { updateBucket } from '../../db/discovery/token-bucket-store.ts';
import type { BucketScope } from '../../db/discovery/token-bucket-store.ts';
import type { Database } from '../../db/tenant.ts';
import type { Logger } from '../../runtime/logger.ts';

/** Limiters of a worker process, one per bucket; those of one bucket share what the process has leased. */
export interface CallLimiters {
  of(organizationId: string, place: BucketScope): CallLimiter;
}

/** Tokens leased at a time: few enough for other workers, enough that Postgres is not asked for every call. */
const leaseSize = 20;
/** Leased tokens that were not used by then are lost, so that a pause does not become a burst. */
const leaseLifeMs = 5_000;
const retryMs = 500;
const maximumKept = 5_000;

export function createCallLimiters(database: Database, logger: Logger): CallLimiters {
  const limiters = new Map<string, CallLimiter>();
  return {
    of(organizationId, place) {
      const key = [organizationId, place.accountId, place.region, place.service].join(' ');
      const known = limiters.get(key) ?? createLimiter(database, logger, organizationId, place);
      limiters.delete(key);
      limiters.set(key, known);
      const [oldest] = limiters.keys();
      if (limiters.size > maximumKept && oldest !== undefined) limiters.delete(oldest);
      return known;
    },
  };
}

function createLimiter(
  database: Database,
  logger: Logger,
  organizationId: string,
  place: BucketScope,
): CallLimiter {
  const seed = bucketLimits(place.service);
  let tokens = 0;
  let expiresAt = 0;
  let leasing: Promise<number> | undefined;

  /** Answers how long to wait before asking again; 0 when tokens came. */
  async function lease(): Promise<number> {
    try {
      const { granted, waitMs } = await database.withTenant(organizationId, (tenant) =>
        updateBucket(
          tenant,
          place,
          (now) => newBucket(seed, now),
          (state, now) => {
            const leased = leaseTokens(state, seed, now, Math.min(leaseSize, Math.ceil(seed.rate)));
            return { state: leased.state, result: leased };
          },
        ),
      );
      tokens = granted;
      expiresAt = Date.now() + leaseLifeMs;
      return waitMs;
    } catch (error) {
      // Postgres is away for a moment: that is no fault of the call that waits here.
      logger.warn({ err: error, service: place.service }, 'no tokens leased');
      return retryMs;
    }
  }

  return {
    async acquire(signal) {
      for (;;) {
        signal?.throwIfAborted();
        if (tokens > 0 && Date.now() < expiresAt) {
          tokens -= 1;
          return;
        }
        leasing ??= lease().finally(() => {
          leasing = undefined;
        });
        const waitMs = await leasing;
        if (waitMs > 0) await delay(waitMs, undefined, signal === undefined ? {} : { signal });
      }
    },
    async throttled(retryAfterMs) {
      tokens = 0;
      await database
        .withTenant(organizationId, (tenant) =>
          updateBucket(
            tenant,
            place,
            (now) => newBucket(seed, now),
            (state, now) => ({ state: throttleBucket(state, seed, now, retryAfterMs), result: undefined }),
          ),
        )
        .catch((error: unknown) => logger.warn({ err: error, service: place.service }, 'throttle not noted'));
    },
  };
}
