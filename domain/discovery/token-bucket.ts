/** How a bucket starts, and the most that it may give. */
export interface BucketLimits {
  /** Tokens per second. */
  readonly rate: number;
  /** Tokens that may be taken at once after a pause. */
  readonly burst: number;
}

/** A bucket at one moment. Times are milliseconds since 1970. */
export interface BucketState {
  readonly tokens: number;
  /** Tokens per second now: the seed's, or less after throttle answers. */
  readonly rate: number;
  readonly refilledAt: number;
  readonly blockedUntil: number | null;
  readonly throttledAt: number | null;
}

export interface Lease {
  readonly state: BucketState;
  /** Whole tokens; 0 when there are none yet. */
  readonly granted: number;
  /** When none were granted: after how many milliseconds there will be one. */
  readonly waitMs: number;
}

/** A throttle answer takes this share of the rate away; answers to calls of the same moment count once. */
const decrease = 0.7;
const sameMomentMs = 1000;
/** The rate never falls below this share of the seed's. */
const floor = 0.2;
/** Time in which the rate climbs from nothing back to the seed's. */
const recoveryMs = 60_000;

export function newBucket(seed: BucketLimits, now: number): BucketState {
  return { tokens: seed.burst, rate: seed.rate, refilledAt: now, blockedUntil: null, throttledAt: null };
}

/** Takes up to `wanted` tokens. The rate climbs back slowly (additive increase) while no throttle answer comes. */
export function leaseTokens(state: BucketState, seed: BucketLimits, now: number, wanted: number): Lease {
  const refilled = refill(state, seed, now);
  const blocked = Math.max(0, (refilled.blockedUntil ?? 0) - now);
  if (blocked > 0) return { state: refilled, granted: 0, waitMs: Math.ceil(blocked) };
  const granted = Math.min(Math.max(0, Math.floor(wanted)), Math.floor(refilled.tokens));
  const left = refilled.tokens - granted;
  const waitMs = granted > 0 ? 0 : Math.ceil(((1 - left) / refilled.rate) * 1000);
  return { state: { ...refilled, tokens: left }, granted, waitMs };
}

/** AWS throttled: the bucket is emptied, its rate falls, and nothing is given before `retryAfterMs` have passed. */
export function throttleBucket(
  state: BucketState,
  seed: BucketLimits,
  now: number,
  retryAfterMs = 0,
): BucketState {
  const refilled = refill(state, seed, now);
  const again = refilled.throttledAt !== null && now - refilled.throttledAt < sameMomentMs;
  return {
    tokens: 0,
    rate: again ? refilled.rate : Math.max(seed.rate * floor, refilled.rate * decrease),
    refilledAt: refilled.refilledAt,
    blockedUntil: Math.max(refilled.blockedUntil ?? 0, now + retryAfterMs),
    throttledAt: again ? refilled.throttledAt : now,
  };
}

/** A clock that goes back gives nothing. */
function refill(state: BucketState, seed: BucketLimits, now: number): BucketState {
  const elapsed = Math.max(0, now - state.refilledAt);
  const rate = Math.min(seed.rate, state.rate + (seed.rate * elapsed) / recoveryMs);
  return {
    ...state,
    rate,
    tokens: Math.min(seed.burst, state.tokens + (state.rate * elapsed) / 1000),
    refilledAt: Math.max(now, state.refilledAt),
  };
}
