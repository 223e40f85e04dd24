import { Context } from '@temporalio/activity';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import type { Dependencies } from '../dependencies.ts';
import { limitAttempts } from '../shared/limit-attempts.ts';
import { maintenanceWork } from '../maintenance/maintenance-work.ts';
import { withHeartbeat } from '../shared/with-heartbeat.ts';
import { inferQueuedMemberships } from './infer-queued-memberships.ts';
import { createInferenceSlots } from './inference-slots.ts';
import { requestFullInferences, requestQueuedInferences } from './request-inferences.ts';

/** Activities of inference. All are idempotent. */
export function createOwnershipActivities(dependencies: Dependencies) {
  const slots = createInferenceSlots();
  return {
    /**
     * Evaluates what the queue of the organization names, after a wait for a slot of the worker. Returns whether the queue
     * has rows again. A timeout is not retried.
     */
    inferQueuedMemberships: (input: RunInput): Promise<boolean> =>
      withHeartbeat(
        () =>
          limitAttempts(() =>
            inferQueuedMemberships(dependencies, slots, input, Context.current().cancellationSignal),
          ),
        { reads: 'foreign content' },
      ),

    /** Starts the runs of organizations whose queue has rows. */
    requestQueuedInferences: (): Promise<void> =>
      maintenanceWork(() => requestQueuedInferences(dependencies, Context.current().cancellationSignal)),

    /** Requests a full run of every organization. */
    requestFullInferences: (): Promise<void> =>
      maintenanceWork(() => requestFullInferences(dependencies, Context.current().cancellationSignal)),
  };
}
