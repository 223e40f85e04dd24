/** Initial and maximum rate of a token bucket. */
export interface BucketLimits {
  /** Tokens per second. */
  readonly rate: number;
  /** Capacity: the most tokens that the bucket holds. */
  readonly burst: number;
}

/** State of a bucket. Times are milliseconds since 1970. */
export interface BucketState {
  readonly tokens: number;
  /** Current tokens per second: the configured rate, or less after throttling errors. */
  readonly rate: number;
  readonly refilledAt: number;
  readonly blockedUntil: number | undefined;
  readonly throttledAt: number | undefined;
}

/** Result of taking tokens from a bucket. */
export interface Lease {
  readonly state: BucketState;
  /** Number of whole tokens; 0 when the bucket is empty or blocked. */
  readonly granted: number;
  /** Milliseconds until the next lease should be taken. */
  readonly waitMs: number;
}

/** A throttling error multiplies the rate by this factor. */
const decrease = 0.7;
/** Throttling errors within this time lower the rate once, because they are responses to concurrent calls. */
const throttleWindowMs = 1000;
/** Lowest rate, in tokens per second: one call in 50 s. The rest of an exhausted quota is left to the customer's own calls. */
const minimumRate = 0.02;
/**
 * Without throttling errors the rate doubles in this time. Calls that are all throttled have one call in ten seconds then:
 * the rate loses 30 % with each, and gets it back in 10.3 s.
 */
const doublingMs = 20_000;
/** Waiting callers lease together the tokens of this time: fewer leases, at the same rate of calls. */
const batchSeconds = 0.5;

/** Returns a full bucket. */
export function newBucket(limits: BucketLimits, now: number): BucketState {
  return {
    tokens: limits.burst,
    rate: limits.rate,
    refilledAt: now,
    blockedUntil: undefined,
    throttledAt: undefined,
  };
}

/**
 * Takes up to `wanted` tokens. The rate recovers while AWS does not throttle.
 *
 * @param waiting - callers without a token. When more remain than tokens were granted, `waitMs` is the time until the bucket has
 *   a token for each of them, or until it has the tokens of half a second; otherwise until it has one token.
 */
export function leaseTokens(
  state: BucketState,
  limits: BucketLimits,
  now: number,
  wanted: number,
  waiting = 1,
): Lease {
  const refilled = refill(state, limits, now);
  const blocked = Math.max(0, (refilled.blockedUntil ?? 0) - now);
  if (blocked > 0) return { state: refilled, granted: 0, waitMs: Math.ceil(blocked) };
  const granted = Math.min(Math.max(0, Math.floor(wanted)), Math.floor(refilled.tokens));
  const left = refilled.tokens - granted;
  const next = Math.max(
    1,
    Math.min(waiting - granted, Math.floor(refilled.rate * batchSeconds), limits.burst),
  );
  const waitMs = Math.max(0, Math.ceil(((next - left) / refilled.rate) * 1000));
  return { state: { ...refilled, tokens: left }, granted, waitMs };
}

/** Handles a throttling error: empties the bucket, lowers its rate, and blocks it for `retryAfterMs` milliseconds. */
export function throttleBucket(
  state: BucketState,
  limits: BucketLimits,
  now: number,
  retryAfterMs = 0,
): BucketState {
  const refilled = refill(state, limits, now);
  const wasThrottledRecently =
    refilled.throttledAt !== undefined && now - refilled.throttledAt < throttleWindowMs;
  return {
    tokens: 0,
    rate: wasThrottledRecently
      ? refilled.rate
      : Math.min(limits.rate, Math.max(minimumRate, refilled.rate * decrease)),
    refilledAt: refilled.refilledAt,
    blockedUntil: Math.max(refilled.blockedUntil ?? 0, now + retryAfterMs),
    throttledAt: wasThrottledRecently ? refilled.throttledAt : now,
  };
}

/** Adds the tokens of the time since the last refill. A clock that moved backwards adds none. */
function refill(state: BucketState, limits: BucketLimits, now: number): BucketState {
  const elapsed = Math.max(0, now - state.refilledAt);
  const rate = Math.min(limits.rate, state.rate * 2 ** (elapsed / doublingMs));
  return {
    ...state,
    rate,
    tokens: Math.min(limits.burst, state.tokens + (state.rate * elapsed) / 1000),
    refilledAt: Math.max(now, state.refilledAt),
  };
}
