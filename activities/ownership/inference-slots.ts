import { ApplicationFailure, ApplicationFailureCategory } from '@temporalio/common';
import { createFairSemaphore } from '../../runtime/fair-semaphore.ts';
import type { PermitKind } from '../../runtime/fair-semaphore.ts';

/** `heavy`: a run that can evaluate many resources. */
export type InferenceWeight = 'heavy' | 'light';

/**
 * Limits the inference runs of a worker process. Uses the semaphore itself: the two weights have limits of their own, and an
 * organization has one run of either.
 */
export interface InferenceSlots {
  /**
   * Waits for a slot, runs `work`, and frees the slot. A free slot goes to the organization that waits longest; one that
   * has just had a run waits behind the others.
   *
   * @throws ApplicationFailure `busy`, retryable with a delay, when too many runs wait in this process
   * @throws the reason of `signal` when it aborts during the wait
   */
  run<T>(
    weight: InferenceWeight,
    organizationId: string,
    work: () => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T>;
}

/** A heavy run keeps a core of Postgres busy for up to a minute. */
const runsAtOnce: Readonly<Record<InferenceWeight, number>> = { heavy: 1, light: 4 };
/** A waiting run occupies one of the activity slots of the worker. With those that run, they are half of the slots. */
const maximumWaiting: Readonly<Record<InferenceWeight, number>> = { heavy: 10, light: 10 };
/** Ten heavy runs at their time limit take longer. Then the activity is retried, and waits behind the others. */
const maximumWaitMs = 60 * 60_000;
const shortestRetryMs = 15_000;
const retrySpreadMs = 30_000;

export function createInferenceSlots(): InferenceSlots {
  const semaphore = createFairSemaphore({ size: runsAtOnce.heavy + runsAtOnce.light, tenantLimit: 1 });
  const kinds = { heavy: permitKind('heavy'), light: permitKind('light') };
  const unfinished = { heavy: 0, light: 0 };
  return {
    async run(weight, organizationId, work, signal) {
      if (unfinished[weight] >= runsAtOnce[weight] + maximumWaiting[weight]) throw busy(weight);
      unfinished[weight] += 1;
      try {
        const release = await semaphore.acquire(organizationId, kinds[weight], signal);
        try {
          return await work();
        } finally {
          release();
        }
      } finally {
        unfinished[weight] -= 1;
      }
    },
  };
}

function permitKind(weight: InferenceWeight): PermitKind {
  return {
    limit: runsAtOnce[weight],
    // A second attempt of an activity whose first one still runs.
    tenantLimit: 1,
    maximumWaiting: maximumWaiting[weight],
    waitMilliseconds: maximumWaitMs,
    error: () => busy(weight),
  };
}

function busy(weight: InferenceWeight): ApplicationFailure {
  return ApplicationFailure.create({
    message: `Too many ${weight} inference runs of other organizations wait for a slot of the worker.`,
    type: 'busy',
    // Expected, so the worker logs no warning.
    category: ApplicationFailureCategory.BENIGN,
    // Spread, so that the runs of many organizations do not all retry at once.
    nextRetryDelay: Math.round(shortestRetryMs + Math.random() * retrySpreadMs),
  });
}
