import test from 'ava';
import fc from 'fast-check';
import { decideDelivery, deliveryLimits, retryDelaySeconds } from '../../../domain/events/delivery-rules.ts';

const delivery = { kind: 'webhook', attempts: 1, refusals: 0, failingSeconds: 0 } as const;
const answer = (statusCode?: number) => ({ delivered: false, statusCode, durationMs: 1 });

test('retries after 5 s, 30 s, 2 min, 10 min, 1 h, then hourly, each within 10 %', (t) => {
  for (const [index, seconds] of [5, 30, 120, 600, 3600, 3600, 3600].entries()) {
    t.is(Math.round(retryDelaySeconds(index + 1, 0.5) * 1000) / 1000, seconds);
    t.true(Math.abs(retryDelaySeconds(index + 1, 0) - seconds * 0.9) < 1e-6);
    t.true(Math.abs(retryDelaySeconds(index + 1, 1) - seconds * 1.1) < 1e-6);
  }
});

test('a delivery ends only by success, by an answer that says so, or after seven days', (t) => {
  fc.assert(
    fc.property(
      fc.constantFrom('webhook' as const, 'slack' as const),
      fc.integer({ min: 1, max: 500 }),
      fc.integer({ min: 0, max: 9 }),
      fc.integer({ min: 0, max: deliveryLimits.disabledSeconds - 1 }),
      fc.option(fc.integer({ min: 300, max: 599 }), { nil: undefined }),
      fc.option(fc.integer({ min: 0, max: 1e6 }), { nil: undefined }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (kind, attempts, refusals, failingSeconds, statusCode, retryAfterSeconds, random) => {
        const decision = decideDelivery(
          { kind, attempts, refusals, failingSeconds },
          { delivered: false, statusCode, retryAfterSeconds, durationMs: 1 },
          random,
        );
        const isGone = statusCode === 410 || (kind === 'slack' && (statusCode === 403 || statusCode === 404));
        const refused = statusCode === 400 || statusCode === 413 || statusCode === 422;
        if (isGone) return decision.outcome === 'disabled' && decision.reason === 'gone';
        if (refused && refusals === 9) return decision.outcome === 'failed';
        return (
          decision.outcome === 'retried' &&
          decision.refusals === (refused ? refusals + 1 : 0) &&
          decision.delaySeconds <= 3600 * 1.1 &&
          decision.delaySeconds >= Math.min(retryAfterSeconds ?? 0, 3600) &&
          decision.status === (failingSeconds >= 86_400 ? 'failing' : 'active')
        );
      },
    ),
  );
  t.like(decideDelivery({ ...delivery, failingSeconds: 7 * 86_400 }, answer(500), 0), {
    outcome: 'disabled',
    reason: 'failing',
  });
  t.deepEqual(decideDelivery(delivery, { ...answer(200), delivered: true }, 0), { outcome: 'delivered' });
});
