import { setTimeout as delay } from 'node:timers/promises';
import { limitsOfQuota, quotaOf, type ApiCall } from '../../domain/discovery/api-quotas.ts';
import { bucketLimits } from '../../domain/discovery/bucket-limits.ts';
import { leaseTokens, newBucket, throttleBucket } from '../../domain/discovery/token-bucket.ts';
import type { BucketLimits } from '../../domain/discovery/token-bucket.ts';
import type { CallLimiter } from '../../domain/discovery/observed-resource.ts';
import { globalRegion } from '../../domain/values.ts';
import { updateBucket } from '../../db/discovery/token-bucket-store.ts';
import type { BucketScope } from '../../db/discovery/token-bucket-store.ts';
import type { Database } from '../../db/tenant.ts';
import type { Logger } from '../../runtime/logger.ts';

/** Limiters of a worker process. Callers of a bucket share the tokens that the process leased. */
export interface CallLimiters {
  /**
   * Returns the limiter of a task's calls. A call with a published quota takes a token of the quota's bucket, which all services
   * share; other calls take one of the bucket of the task's service.
   */
  of(organizationId: string, scope: BucketScope): CallLimiter;
}

/** Leased tokens of one bucket. */
interface LeasedBucket {
  acquire(signal?: AbortSignal): Promise<void>;
  throttled(retryAfterMs?: number): Promise<void>;
}

/** Tokens per lease: enough to avoid a query per call, few enough to leave tokens for other workers. */
const leaseSize = 20;
/** Unused leased tokens expire, so that an idle process does not start with a burst. */
const leaseDurationMs = 5_000;
const retryMs = 500;
/** A bucket with a low rate is read again after this time at most, because its rate recovers meanwhile. */
const maximumWaitMs = 5_000;
const maximumBuckets = 5_000;

/** @param onThrottled receives the bucket of each call that AWS throttled */
export function createCallLimiters(
  database: Database,
  logger: Logger,
  onThrottled: (bucket: string) => void = () => undefined,
): CallLimiters {
  const buckets = new Map<string, LeasedBucket>();

  function bucketOf(organizationId: string, scope: BucketScope, call: ApiCall): LeasedBucket {
    const quota = quotaOf(call);
    const bucket =
      quota === undefined
        ? scope
        : {
            accountId: scope.accountId,
            region: quota.scope === 'account' ? globalRegion : scope.region,
            service: quota.bucket,
          };
    const key = [organizationId, bucket.accountId, bucket.region, bucket.service].join(' ');
    const limits = quota === undefined ? bucketLimits(bucket.service) : limitsOfQuota(quota);
    const known = buckets.get(key) ?? createBucket(database, logger, organizationId, bucket, limits);
    buckets.delete(key);
    buckets.set(key, known);
    const [oldest] = buckets.keys();
    if (buckets.size > maximumBuckets && oldest !== undefined) buckets.delete(oldest);
    return known;
  }

  return {
    of: (organizationId, scope) => ({
      acquire: (call, signal) => bucketOf(organizationId, scope, call).acquire(signal),
      throttled: (call, retryAfterMs) => {
        onThrottled(quotaOf(call)?.bucket ?? scope.service);
        return bucketOf(organizationId, scope, call).throttled(retryAfterMs);
      },
    }),
  };
}

function createBucket(
  database: Database,
  logger: Logger,
  organizationId: string,
  bucket: BucketScope,
  seed: BucketLimits,
): LeasedBucket {
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
        if (waitMs > 0)
          await delay(Math.min(waitMs, maximumWaitMs), undefined, signal === undefined ? {} : { signal });
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
