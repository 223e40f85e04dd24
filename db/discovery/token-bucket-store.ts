import { newBucket } from '../../domain/discovery/limits/token-bucket.ts';
import type { BucketLimits, BucketState } from '../../domain/discovery/limits/token-bucket.ts';
import { rowsOf } from '../query.ts';
import { rowset } from '../rowset.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

/** The scope of a bucket. AWS limits API requests by account, region and quota. */
export interface BucketScope {
  readonly accountId: string;
  /** `global` for quotas of all regions of an account. */
  readonly region: string;
  /** Service of scan tasks, or the bucket of a published quota: `lambda`, `apigateway.resources`. */
  readonly service: string;
}

/** A bucket with its limits. On first use it is full. */
export interface Bucket extends BucketScope {
  readonly limits: BucketLimits;
}

interface Row extends BucketScope {
  tokens: number;
  rate: number;
  refilledAt: Date;
  blockedUntil: Date | undefined;
  throttledAt: Date | undefined;
  now: Date;
}

/**
 * Updates buckets under row locks. `change` receives the state of a bucket and returns its next state and a result for the
 * caller; the results have the order of `buckets`, of which no two are the same. Times are milliseconds of the clock of
 * Postgres, because the clocks of workers differ.
 */
export async function updateBuckets<B extends Bucket, T>(
  tenant: Tenant,
  buckets: readonly B[],
  change: (bucket: B, state: BucketState, now: number) => { state: BucketState; result: T },
): Promise<readonly T[]> {
  const { organizationId } = tenant;
  const given = buckets.map(({ accountId, region, service, limits }) => {
    const { tokens, rate } = newBucket(limits, 0);
    return { accountId, region, service, tokens, rate };
  });
  const rows = await rowsOf<Row>(
    tenant,
    sql`insert into token_buckets as b (organization_id, aws_account_id, region, service, tokens, rate, refilled_at)
     select ${organizationId}::uuid, account_id, region, service, tokens, rate, clock_timestamp()
     from ${rowset('g', bucketColumns, given)}
     order by account_id, region, service
     on conflict on constraint token_buckets_pkey do update set tokens = b.tokens
     returning aws_account_id as account_id, region, service, tokens, rate, refilled_at, blocked_until, throttled_at,
               clock_timestamp() as now`,
  );
  const stored = new Map(rows.map((row) => [keyOf(row), row]));
  const changed = buckets.map((bucket) => {
    const row = stored.get(keyOf(bucket));
    if (row === undefined) throw new Error('the statement did not return the bucket');
    return { bucket, ...change(bucket, toState(row), row.now.getTime()) };
  });
  const next = changed.map(({ bucket: { accountId, region, service }, state }) => ({
    accountId,
    region,
    service,
    tokens: state.tokens,
    rate: state.rate,
    refilledAt: new Date(state.refilledAt),
    blockedUntil: toDate(state.blockedUntil),
    throttledAt: toDate(state.throttledAt),
  }));
  const columns = {
    ...bucketColumns,
    refilledAt: 'timestamptz',
    blockedUntil: 'timestamptz',
    throttledAt: 'timestamptz',
  } as const;
  await rowsOf(
    tenant,
    sql`update token_buckets b set tokens = n.tokens, rate = n.rate, refilled_at = n.refilled_at,
          blocked_until = n.blocked_until, throttled_at = n.throttled_at
        from ${rowset('n', columns, next)}
        where b.organization_id = ${organizationId} and b.aws_account_id = n.account_id and b.region = n.region
          and b.service = n.service`,
  );
  return changed.map(({ result }) => result);
}

const bucketColumns = {
  accountId: 'uuid',
  region: 'text',
  service: 'text',
  tokens: 'float8',
  rate: 'float8',
} as const;

const keyOf = ({ accountId, region, service }: BucketScope): string => [accountId, region, service].join(' ');

function toState(row: Row): BucketState {
  return {
    tokens: row.tokens,
    rate: row.rate,
    refilledAt: row.refilledAt.getTime(),
    blockedUntil: row.blockedUntil?.getTime(),
    throttledAt: row.throttledAt?.getTime(),
  };
}

function toDate(milliseconds: number | undefined): Date | undefined {
  return milliseconds === undefined ? undefined : new Date(milliseconds);
}
