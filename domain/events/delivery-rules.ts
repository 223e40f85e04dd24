import { daySeconds } from '../time.ts';
import type { EventDeliveryError, SubscriptionEnding, SubscriptionKind } from '../values.ts';

/** Limits of deliveries. Source of the signature and the headers: Standard Webhooks 1.0. */
export const deliveryLimits = {
  /** Events of a batch, and how long the first one waits for others. */
  webhook: { events: 100 },
  slack: { events: 10_000, seconds: 60 },
  attemptSeconds: 10,
  answerBytes: 16 * 1024,
  /** Answers 400, 413 and 422 in a row after which a batch has failed. */
  refusals: 10,
  /** How long a previous secret signs, too. */
  previousSecretHours: 24,
  retryAfterSeconds: 3600,
  failingSeconds: daySeconds,
  disabledSeconds: 7 * daySeconds,
  subscriptions: 50,
  /** Batches that one activity sends, and activities of an organization at once. */
  batchesOfActivity: 10,
  atOnce: 4,
} as const;

/** The result of an attempt to deliver a batch. */
export interface AttemptResult {
  readonly delivered: boolean;
  readonly statusCode?: number | undefined;
  readonly error?: EventDeliveryError | undefined;
  /** What the receiver asked for with `Retry-After`. */
  readonly retryAfterSeconds?: number | undefined;
  readonly durationMs: number;
}

/** The delivery and its subscription, with this attempt. */
export interface AttemptedDelivery {
  readonly kind: SubscriptionKind;
  /** Attempts, with this one. */
  readonly attempts: number;
  /** Answers 400, 413 and 422 in a row before this attempt. */
  readonly refusals: number;
  /** Seconds from the first failure since the last success to this attempt; 0 for the first failure. */
  readonly failingSeconds: number;
}

export type DeliveryDecision =
  | { readonly outcome: 'delivered' }
  /** The next batch follows. */
  | { readonly outcome: 'failed'; readonly refusals: number }
  | {
      readonly outcome: 'retried';
      readonly refusals: number;
      readonly delaySeconds: number;
      readonly status: 'active' | 'failing';
    }
  | { readonly outcome: 'disabled'; readonly refusals: number; readonly reason: SubscriptionEnding };

const delays = [5, 30, 120, 600, 3600] as const;
const refusingStatuses: readonly number[] = [400, 413, 422];
const goneStatuses: Readonly<Record<SubscriptionKind, readonly number[]>> = {
  webhook: [410],
  // A webhook of Slack that was removed, or whose channel was archived. Source: Slack, "Handling errors" of incoming webhooks.
  slack: [403, 404, 410],
};

/** Decides what follows an attempt. @param random in [0, 1), spreads retries by 10 %. */
export function decideDelivery(
  delivery: AttemptedDelivery,
  { delivered, statusCode = 0, retryAfterSeconds = 0 }: AttemptResult,
  random: number,
): DeliveryDecision {
  if (delivered) return { outcome: 'delivered' };
  const refusals = refusingStatuses.includes(statusCode) ? delivery.refusals + 1 : 0;
  if (goneStatuses[delivery.kind].includes(statusCode))
    return { outcome: 'disabled', refusals, reason: 'gone' };
  if (refusals >= deliveryLimits.refusals) return { outcome: 'failed', refusals };
  if (delivery.failingSeconds >= deliveryLimits.disabledSeconds)
    return { outcome: 'disabled', refusals, reason: 'failing' };
  return {
    outcome: 'retried',
    refusals,
    delaySeconds: Math.max(
      retryDelaySeconds(delivery.attempts, random),
      Math.min(retryAfterSeconds, deliveryLimits.retryAfterSeconds),
    ),
    status: delivery.failingSeconds >= deliveryLimits.failingSeconds ? 'failing' : 'active',
  };
}

/** Returns the seconds between an attempt and the next one. */
export function retryDelaySeconds(attempts: number, random: number): number {
  const delay = delays[Math.min(Math.max(attempts, 1), delays.length) - 1] ?? 3600;
  return delay * (0.9 + 0.2 * random);
}
