import { Context } from '@temporalio/activity';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import type { Dependencies } from '../dependencies.ts';
import { limitAttempts } from '../limit-attempts.ts';
import { createOrganizationShares } from '../scm/organization-share.ts';
import { withHeartbeat } from '../with-heartbeat.ts';
import { failRepeatedTimeout } from './fail-repeated-timeout.ts';
import { inferQueuedMemberships, repeatRequestedInference } from './infer-queued-memberships.ts';
import { requestFullInferences, requestQueuedInferences } from './request-inferences.ts';

/** A heavy run keeps a core of Postgres busy for up to a minute. */
const heavyRunsAtOnce = 1;
const lightRunsAtOnce = 4;

/** Activities of inference. All are idempotent. */
export function createOwnershipActivities(dependencies: Dependencies) {
  const slots = {
    heavy: createOrganizationShares(heavyRunsAtOnce),
    light: createOrganizationShares(lightRunsAtOnce),
  };
  return {
    /**
     * Evaluates what the queue of the organization names. Returns whether the queue has rows again. Without a free slot
     * of the worker it is retried later. It fails after a repeated statement timeout.
     */
    inferQueuedMemberships: (input: RunInput): Promise<boolean> =>
      withHeartbeat(() =>
        limitAttempts(() => failRepeatedTimeout(() => inferQueuedMemberships(dependencies, slots, input))),
      ),

    /** Starts a new run when a change was queued while the last run ended. */
    repeatRequestedInference: (input: RunInput): Promise<void> =>
      repeatRequestedInference(dependencies, input),

    /** Starts the runs of organizations whose queue has rows. */
    requestQueuedInferences: (): Promise<void> =>
      withHeartbeat(() => requestQueuedInferences(dependencies, Context.current().cancellationSignal)),

    /** Requests a full run of every organization. */
    requestFullInferences: (): Promise<void> =>
      withHeartbeat(() => requestFullInferences(dependencies, Context.current().cancellationSignal)),
  };
}
