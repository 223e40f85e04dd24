import type { BucketState } from '../../domain/discovery/token-bucket.ts';
import { execute, oneRowOf } from '../query.ts';
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

interface Row {
  tokens: number;
  rate: number;
  refilled_at: Date;
  blocked_until: Date | null;
  throttled_at: Date | null;
  now: Date;
}

/**
 * Updates a bucket under a row lock. `change` receives its state (`initial` on first use) and returns the next state and
 * a result for the caller. Times are milliseconds of the clock of Postgres, because the clocks of workers differ.
 */
export async function updateBucket<T>(
  tenant: Tenant,
  { accountId, region, service }: BucketScope,
  initial: (now: number) => BucketState,
  change: (state: BucketState, now: number) => { state: BucketState; result: T },
): Promise<T> {
  const { organizationId } = tenant;
  const first = initial(0);
  const row = await oneRowOf<Row>(
    tenant,
    sql`insert into token_buckets as b (organization_id, aws_account_id, region, service, tokens, rate, refilled_at)
     values (${organizationId}, ${accountId}, ${region}, ${service}, ${first.tokens}, ${first.rate}, clock_timestamp())
     on conflict on constraint token_buckets_pkey do update set tokens = b.tokens
     returning tokens, rate, refilled_at, blocked_until, throttled_at, clock_timestamp() as now`,
  );
  const { state, result } = change(toState(row), row.now.getTime());
  await execute(
    tenant,
    sql`update token_buckets set tokens = ${state.tokens}, rate = ${state.rate},
          refilled_at = ${new Date(state.refilledAt)}, blocked_until = ${toDate(state.blockedUntil)},
          throttled_at = ${toDate(state.throttledAt)}
        where organization_id = ${organizationId} and aws_account_id = ${accountId} and region = ${region}
          and service = ${service}`,
  );
  return result;
}

function toState(row: Row): BucketState {
  return {
    tokens: row.tokens,
    rate: row.rate,
    refilledAt: row.refilled_at.getTime(),
    blockedUntil: row.blocked_until?.getTime() ?? null,
    throttledAt: row.throttled_at?.getTime() ?? null,
  };
}

function toDate(milliseconds: number | null): Date | null {
  return milliseconds === null ? null : new Date(milliseconds);
}
