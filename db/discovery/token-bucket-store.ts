import type { BucketState } from '../../domain/discovery/token-bucket.ts';
import { queryOf } from '../tenant.ts';
import type { Tenant } from '../tenant.ts';

/** One bucket: what AWS counts a caller's requests by. */
export interface BucketPlace {
  readonly accountId: string;
  readonly region: string;
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
 * Changes a bucket under its row's lock, by the clock of Postgres, so that workers with different clocks agree.
 * `change` gets the bucket, made with `initial` on first use, and answers with its next state and what it made of it.
 */
export async function changeBucket<T>(
  tenant: Tenant,
  place: BucketPlace,
  initial: (now: number) => BucketState,
  change: (state: BucketState, now: number) => { state: BucketState; result: T },
): Promise<T> {
  const key = [tenant.organizationId, place.accountId, place.region, place.service];
  const first = initial(0);
  const { rows } = await queryOf(tenant).raw<{ rows: Row[] }>(
    `insert into token_buckets as b (organization_id, aws_account_id, region, service, tokens, rate, refilled_at)
     values (?, ?, ?, ?, ?, ?, clock_timestamp())
     on conflict on constraint token_buckets_pkey do update set tokens = b.tokens
     returning tokens, rate, refilled_at, blocked_until, throttled_at, clock_timestamp() as now`,
    [...key, first.tokens, first.rate],
  );
  const [row] = rows;
  if (row === undefined) throw new Error('a token bucket was neither found nor made');
  const { state, result } = change(toState(row), row.now.getTime());
  await queryOf(tenant).raw(
    `update token_buckets set tokens = ?, rate = ?, refilled_at = ?, blocked_until = ?, throttled_at = ?
     where organization_id = ? and aws_account_id = ? and region = ? and service = ?`,
    [
      state.tokens,
      state.rate,
      new Date(state.refilledAt),
      dateOf(state.blockedUntil),
      dateOf(state.throttledAt),
      ...key,
    ],
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

function dateOf(milliseconds: number | null): Date | null {
  return milliseconds === null ? null : new Date(milliseconds);
}
