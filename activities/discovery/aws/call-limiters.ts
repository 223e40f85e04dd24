import { setTimeout as delay } from 'node:timers/promises';
import { defined } from '../../../domain/defined.ts';
import { limitsOfQuota, quotaOf } from '../../../domain/discovery/limits/api-quotas.ts';
import type { ApiCall } from '../../../domain/discovery/limits/api-quotas.ts';
import { bucketLimits } from '../../../domain/discovery/limits/bucket-limits.ts';
import { leaseTokens, throttleBucket } from '../../../domain/discovery/limits/token-bucket.ts';
import { shareOfEventScans } from '../../../domain/discovery/tasks/event-scan-limits.ts';
import type { CallLimiter } from '../../../domain/discovery/observation/observed-resource.ts';
import { globalRegion } from '../../../domain/values.ts';
import { updateBuckets } from '../../../db/discovery/token-bucket-store.ts';
import type { Bucket, BucketScope } from '../../../db/discovery/token-bucket-store.ts';
import type { Database } from '../../../db/tenant.ts';
import type { Logger } from '../../../runtime/logger.ts';

/** Limiters of a worker process. Callers of a bucket share the tokens that the process leased. */
export interface CallLimiters {
  /**
   * Returns the limiter of a task's calls. A call with a published quota takes a token of the quota's bucket, which all services
   * share; other calls take one of the bucket of the task's service. Of an event scan, each call first takes a token of a
   * second bucket, which has a fifth of the rate and of the burst, so that the scan leaves the rest to other calls.
   */
  of(organizationId: string, scope: BucketScope, isEventScan?: boolean): CallLimiter;
  /** Leases tokens for calls that follow soon, in one transaction. Buckets that have tokens are skipped. */
  prepare(organizationId: string, calls: readonly PlannedCall[]): Promise<void>;
}

export interface PlannedCall {
  readonly scope: BucketScope;
  readonly call: ApiCall;
  readonly isEventScan?: boolean;
}

/** The leased tokens of one bucket. */
interface LeasedBucket {
  readonly bucket: Bucket;
  /** Unused tokens expire at `expiresAt`. */
  tokens: number;
  expiresAt: number;
  /** Time of the next lease; before it, the bucket has no tokens. In ms since the epoch. */
  leasableAt: number;
  /** Callers that wait for a token. */
  waiting: number;
  /** The end of the lease that was requested or is in progress. */
  leasing: Promise<void> | undefined;
  /** The last lease failed, for example because a worker that has stopped holds the lock of a bucket. */
  leaseFailed: boolean;
}

interface NextLease {
  readonly buckets: Set<LeasedBucket>;
  readonly ended: Promise<void>;
}

/** Tokens per lease: enough to avoid a query per call, few enough to leave tokens for other workers. */
const leaseSize = 20;
/** Unused leased tokens expire, so that an idle process does not start with a burst. */
const leaseDurationMs = 5_000;
const retryMs = 500;
/** A bucket with a low rate is read again after this time at most, because its rate recovers meanwhile. */
const maximumWaitMs = 5_000;
const maximumBuckets = 5_000;

/**
 * @param quotaFactor multiplies the rate and the burst of every quota
 * @param onThrottled receives the bucket of each call that AWS throttled
 */
export function createCallLimiters(
  database: Database,
  logger: Logger,
  quotaFactor: number,
  onThrottled: (bucket: string) => void = () => undefined,
): CallLimiters {
  const bucketsOf = (scope: BucketScope, call: ApiCall, isEventScan: boolean): readonly Bucket[] =>
    bucketsOfCall(scope, call, isEventScan).map(({ limits: { rate, burst }, ...bucket }) => ({
      ...bucket,
      limits: { rate: rate * quotaFactor, burst: burst * quotaFactor },
    }));
  const buckets = new Map<string, LeasedBucket>();
  /** The lease of an organization that begins when the lease in progress has ended. */
  const nextLeases = new Map<string, NextLease>();
  /** The end of the last lease of an organization that was requested. */
  const lastLeases = new Map<string, Promise<void>>();

  function leasedBucketOf(organizationId: string, bucket: Bucket): LeasedBucket {
    const key = [organizationId, bucket.accountId, bucket.region, bucket.service].join(' ');
    const known = buckets.get(key) ?? {
      bucket,
      tokens: 0,
      expiresAt: 0,
      leasableAt: 0,
      waiting: 0,
      leasing: undefined,
      leaseFailed: false,
    };
    buckets.delete(key);
    buckets.set(key, known);
    if (buckets.size > maximumBuckets) evictOldest(buckets);
    return known;
  }

  /** Leases tokens of buckets. Does not reject. */
  async function lease(organizationId: string, leased: readonly LeasedBucket[]): Promise<void> {
    try {
      const leases = await database.withTenant(organizationId, (tenant) =>
        updateBuckets(
          tenant,
          leased.map(({ bucket, waiting }) => ({ ...bucket, waiting })),
          ({ limits, waiting }, state, now) => {
            const wanted = Math.min(leaseSize, Math.ceil(limits.rate));
            const result = leaseTokens(state, limits, now, wanted, waiting);
            return { state: result.state, result };
          },
        ),
      );
      const now = performance.now();
      for (const [index, bucket] of leased.entries()) {
        const { granted, waitMs } = leases[index] ?? { granted: 0, waitMs: retryMs };
        bucket.leaseFailed = false;
        bucket.tokens = granted;
        bucket.expiresAt = now + leaseDurationMs;
        bucket.leasableAt = now + Math.min(waitMs, maximumWaitMs);
      }
    } catch (error) {
      // Retried, because an outage of Postgres must not fail the call to AWS.
      const services = leased.map(({ bucket }) => bucket.service);
      logger.warn({ err: error, services }, 'failed to lease rate limit tokens');
      for (const bucket of leased) {
        bucket.leaseFailed = true;
        bucket.leasableAt = performance.now() + retryMs;
      }
    }
  }

  /**
   * Leases tokens of buckets that are not being leased, and resolves when they have been leased. An organization has one such
   * lease at a time; the next one is of all buckets that were requested meanwhile. A bucket whose last lease failed is leased
   * separately, so that it delays no other.
   */
  async function requestLease(organizationId: string, requested: readonly LeasedBucket[]): Promise<void> {
    const leasing = requested.map((bucket) =>
      bucket.leaseFailed ? leaseSeparately(organizationId, bucket) : leaseNext(organizationId, bucket),
    );
    await Promise.all(leasing);
  }

  function leaseSeparately(organizationId: string, bucket: LeasedBucket): Promise<void> {
    bucket.leasing = lease(organizationId, [bucket]).then(() => {
      bucket.leasing = undefined;
    });
    return bucket.leasing;
  }

  function leaseNext(organizationId: string, bucket: LeasedBucket): Promise<void> {
    const next = nextLeases.get(organizationId) ?? createNextLease(organizationId);
    next.buckets.add(bucket);
    bucket.leasing = next.ended;
    return next.ended;
  }

  function createNextLease(organizationId: string): NextLease {
    const buckets = new Set<LeasedBucket>();
    const ended = (lastLeases.get(organizationId) ?? Promise.resolve()).then(async () => {
      nextLeases.delete(organizationId);
      await lease(organizationId, [...buckets]);
      for (const bucket of buckets) bucket.leasing = undefined;
      if (lastLeases.get(organizationId) === ended) lastLeases.delete(organizationId);
    });
    const next = { buckets, ended };
    nextLeases.set(organizationId, next);
    lastLeases.set(organizationId, ended);
    return next;
  }

  async function acquire(organizationId: string, leased: LeasedBucket, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (takeToken(leased)) return;
    leased.waiting += 1;
    try {
      do {
        signal?.throwIfAborted();
        const waitMs = leased.leasableAt - performance.now();
        if (waitMs > 0) await delay(waitMs, undefined, defined({ signal }));
        else await (leased.leasing ?? requestLease(organizationId, [leased]));
      } while (!takeToken(leased));
    } finally {
      leased.waiting -= 1;
    }
  }

  async function throttled(
    organizationId: string,
    leased: LeasedBucket,
    retryAfterMs?: number,
  ): Promise<void> {
    leased.tokens = 0;
    await database
      .withTenant(organizationId, (tenant) =>
        updateBuckets(tenant, [leased.bucket], ({ limits }, state, now) => ({
          state: throttleBucket(state, limits, now, retryAfterMs),
          result: undefined,
        })),
      )
      .catch((error: unknown) =>
        logger.warn({ err: error, service: leased.bucket.service }, 'failed to store a throttling response'),
      );
  }

  return {
    of: (organizationId, scope, isEventScan = false) => ({
      async acquire(call, signal) {
        for (const bucket of bucketsOf(scope, call, isEventScan))
          await acquire(organizationId, leasedBucketOf(organizationId, bucket), signal);
      },
      async throttled(call, retryAfterMs) {
        onThrottled(bucketOfCall(scope, call).service);
        for (const bucket of bucketsOf(scope, call, isEventScan))
          await throttled(organizationId, leasedBucketOf(organizationId, bucket), retryAfterMs);
      },
    }),
    async prepare(organizationId, calls) {
      const all = new Set(
        calls.flatMap(({ scope, call, isEventScan = false }) =>
          bucketsOf(scope, call, isEventScan).map((bucket) => leasedBucketOf(organizationId, bucket)),
        ),
      );
      const empty = [...all].filter(
        (leased) =>
          leased.leasing === undefined && leased.leasableAt <= performance.now() && !hasTokens(leased),
      );
      if (empty.length > 0) await requestLease(organizationId, empty);
    },
  };
}

function takeToken(leased: LeasedBucket): boolean {
  if (!hasTokens(leased)) return false;
  leased.tokens -= 1;
  return true;
}

/** Deletes the least recently used bucket that is not in use: a lease must not contain a bucket twice. */
function evictOldest(buckets: Map<string, LeasedBucket>): void {
  for (const [key, bucket] of buckets) {
    if (isInUse(bucket)) continue;
    buckets.delete(key);
    return;
  }
}

const isInUse = ({ waiting, leasing }: LeasedBucket): boolean => waiting > 0 || leasing !== undefined;

const hasTokens = ({ tokens, expiresAt }: LeasedBucket): boolean =>
  tokens > 0 && performance.now() < expiresAt;

/** Returns the buckets of which a call takes tokens, in this order. */
function bucketsOfCall(scope: BucketScope, call: ApiCall, isEventScan: boolean): readonly Bucket[] {
  const bucket = bucketOfCall(scope, call);
  if (!isEventScan) return [bucket];
  const { rate, burst } = bucket.limits;
  const limits = { rate: rate * shareOfEventScans, burst: Math.max(1, burst * shareOfEventScans) };
  return [{ ...bucket, service: `${bucket.service} of event scans`, limits }, bucket];
}

function bucketOfCall({ accountId, region, service }: BucketScope, call: ApiCall): Bucket {
  const quota = quotaOf(call);
  if (quota === undefined) return { accountId, region, service, limits: bucketLimits(service) };
  return {
    accountId,
    region: quota.scope === 'account' ? globalRegion : region,
    service: quota.bucket,
    limits: limitsOfQuota(quota),
  };
}
