import { setTimeout as delay } from 'node:timers/promises';
import { bucketLimits } from '../../domain/discovery/bucket-limits.ts';
import { leaseTokens, newBucket, throttleBucket } from '../../domain/discovery/token-bucket.ts';
import type { CallLimiter } from '../../domain/discovery/observed-resource.ts';
import { updateBucket } from '../../db/discovery/token-bucket-store.ts';
import type { BucketScope } from '../../db/discovery/token-bucket-store.ts';
import type { Database } from '../../db/tenant.ts';
import type { Logger } from '../../runtime/logger.ts';

/** Limiters of a worker process, one per token bucket. Callers of a bucket share the tokens that the process leased. */
export interface CallLimiters {
  of(organizationId: string, bucket: BucketScope): CallLimiter;
}

/** Tokens per lease: enough to avoid a query per call, few enough to leave tokens for other workers. */
const leaseSize = 20;
/** Unused leased tokens expire, so that an idle process does not start with a burst. */
const leaseDurationMs = 5_000;
const retryMs = 500;
const maximumLimiters = 5_000;

export function createCallLimiters(database: Database, logger: Logger): CallLimiters {
  const limiters = new Map<string, CallLimiter>();
  return {
    of(organizationId, bucket) {
      const key = [organizationId, bucket.accountId, bucket.region, bucket.service].join(' ');
      const known = limiters.get(key) ?? createLimiter(database, logger, organizationId, bucket);
      limiters.delete(key);
      limiters.set(key, known);
      const [oldest] = limiters.keys();
      if (limiters.size > maximumLimiters && oldest !== undefined) limiters.delete(oldest);
      return known;
    },
  };
}

function createLimiter(
  database: Database,
  logger: Logger,
  organizationId: string,
  bucket: BucketScope,
): CallLimiter {
  const seed = bucketLimits(bucket.service);
  let tokens = 0;
  let expiresAt = 0;
  let leasing: Promise<number> | undefined;

  /** Leases tokens. Returns the time to wait before the next lease, in ms; 0 when tokens were granted. */
  async function lease(): Promise<number> {
    try {
      const { granted, waitMs } = await database.withTenant(organizationId, (tenant) =>
        updateBucket(
          tenant,
          bucket,
          (now) => newBucket(seed, now),
          (state, now) => {
            const leased = leaseTokens(state, seed, now, Math.min(leaseSize, Math.ceil(seed.rate)));
            return { state: leased.state, result: leased };
          },
        ),
      );
      tokens = granted;
      expiresAt = Date.now() + leaseDurationMs;
      return waitMs;
    } catch (error) {
      // Retried, because an outage of Postgres must not fail the call to AWS.
      logger.warn({ err: error, service: bucket.service }, 'failed to lease rate limit tokens');
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
            bucket,
            (now) => newBucket(seed, now),
            (state, now) => ({ state: throttleBucket(state, seed, now, retryAfterMs), result: undefined }),
          ),
        )
        .catch((error: unknown) =>
          logger.warn({ err: error, service: bucket.service }, 'failed to store a throttling response'),
        );
    },
  };
}
