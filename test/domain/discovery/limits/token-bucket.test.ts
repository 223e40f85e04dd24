import test from 'ava';
import fc from 'fast-check';
import { leaseTokens, newBucket, throttleBucket } from '../../../../domain/discovery/limits/token-bucket.ts';
import type { BucketState } from '../../../../domain/discovery/limits/token-bucket.ts';

const bucketLimits = fc.record({
  rate: fc.integer({ min: 1, max: 100 }),
  burst: fc.integer({ min: 1, max: 200 }),
});
const steps = fc.array(
  fc.record({
    after: fc.integer({ min: -50, max: 3000 }),
    wanted: fc.integer({ min: 0, max: 40 }),
    throttle: fc.option(fc.integer({ min: 0, max: 5000 }), { freq: 6 }),
  }),
  { maxLength: 60 },
);

test('a bucket grants at most its burst plus its rate over time', (t) => {
  fc.assert(
    fc.property(bucketLimits, steps, (limits, requests) => {
      let now = 1_000_000;
      let latest = now;
      let state: BucketState = newBucket(limits, now);
      let granted = 0;
      for (const { after, wanted, throttle } of requests) {
        now += after;
        latest = Math.max(latest, now);
        if (throttle !== null) state = throttleBucket(state, limits, now, throttle);
        const lease = leaseTokens(state, limits, now, wanted);
        granted += lease.granted;
        state = lease.state;
        if (lease.granted > wanted || state.tokens < 0 || state.rate > limits.rate) return false;
        if (state.blockedUntil !== undefined && now < state.blockedUntil && lease.granted > 0) return false;
      }
      const elapsed = (latest - 1_000_000) / 1000;
      return granted <= limits.burst + limits.rate * elapsed + 1e-6;
    }),
  );
  t.pass();
});

test('a token is available after the reported wait', (t) => {
  fc.assert(
    fc.property(bucketLimits, fc.integer({ min: 0, max: 5000 }), (limits, retryAfter) => {
      const now = 5_000_000;
      const throttled = throttleBucket(newBucket(limits, now), limits, now, retryAfter);
      let { state, waitMs, granted } = leaseTokens(throttled, limits, now, 5);
      let at = now;
      for (let tries = 0; granted === 0 && tries < 2; tries += 1) {
        at += waitMs;
        ({ state, waitMs, granted } = leaseTokens(state, limits, at, 5));
      }
      return granted > 0 && at - now >= retryAfter;
    }),
  );
  t.pass();
});

test('waiting callers lease together, at the rate of the bucket', (t) => {
  const limits = { rate: 5, burst: 5 };
  let [waiting, now, leases] = [60, 0, 0];
  let state = newBucket(limits, now);
  while (waiting > 0) {
    const lease = leaseTokens(state, limits, now, 5, waiting);
    state = lease.state;
    waiting -= lease.granted;
    leases += 1;
    if (waiting > 0) now += lease.waitMs;
  }
  t.true(now >= 11_000 && now <= 11_100, `${now} ms`);
  t.true(leases <= 30, `${leases} leases`);
});

test('a caller that waits alone waits for one token', (t) => {
  const limits = { rate: 5, burst: 5 };
  const empty = { ...newBucket(limits, 0), tokens: 0 };
  t.is(leaseTokens(empty, limits, 0, 5).waitMs, 200);
  t.is(leaseTokens(newBucket(limits, 0), limits, 0, 1).waitMs, 0);
});

test('concurrent throttling errors lower the rate once, and the rate recovers', (t) => {
  const limits = { rate: 10, burst: 20 };
  const once = throttleBucket(newBucket(limits, 0), limits, 0);
  const twice = throttleBucket(once, limits, 100);
  t.is(once.rate, 7);
  t.true(twice.rate < 7.1);
  const later = leaseTokens(twice, limits, 15_000, 1);
  t.is(later.state.rate, 10);
});

test('an operation whose calls are all throttled is called once in ten seconds', (t) => {
  const limits = { rate: 50, burst: 100 };
  const calls: number[] = [];
  let state = newBucket(limits, 0);
  for (let now = 0; now < 1_800_000; now += 100) {
    const lease = leaseTokens(state, limits, now, 1);
    state = lease.granted > 0 ? throttleBucket(lease.state, limits, now) : lease.state;
    if (lease.granted > 0) calls.push(now);
  }
  const inLastTenMinutes = calls.filter((at) => at >= 1_200_000).length;
  t.true(inLastTenMinutes >= 30 && inLastTenMinutes <= 70, `${inLastTenMinutes} calls`);
});

test('the rate falls to 0.02 per second at least, and never above the configured rate', (t) => {
  const limits = { rate: 0.5, burst: 1 };
  let falling = newBucket(limits, 0);
  for (let moment = 0; moment < 60; moment += 1) {
    falling = throttleBucket({ ...falling, refilledAt: moment * 1001 }, limits, moment * 1001);
    t.true(falling.rate >= 0.02 && falling.rate <= limits.rate);
  }
  t.is(falling.rate, 0.02);
  const slow = { rate: 0.01, burst: 1 };
  t.is(throttleBucket(newBucket(slow, 0), slow, 0).rate, 0.01);
});
