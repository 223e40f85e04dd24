import { ApplicationFailure, Context } from '@temporalio/activity';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import { endTurn as endStoredTurn } from '../../db/assistant/end-turn.ts';
import type { Dependencies } from '../dependencies.ts';
import { withHeartbeat } from '../shared/with-heartbeat.ts';
import { runTurn } from './run-turn.ts';
import { failureWith } from './turn-failure.ts';

/** Activities of turns. All are idempotent: only the attempt with the lease of a running turn changes it. */
export function createAssistantActivities(dependencies: Dependencies) {
  const { database, assistantMetrics } = dependencies;
  return {
    /** Answers the question of the turn `runId` and ends the turn. */
    async runTurn(input: RunInput): Promise<void> {
      const context = Context.current();
      try {
        await withHeartbeat(() => runTurn(dependencies, input, context.cancellationSignal));
      } catch (error) {
        // A cancellation would end the workflow. Temporal retries this failure on another worker.
        if (context.cancellationDetails?.workerShutdown === true)
          throw ApplicationFailure.retryable('the worker is shutting down', 'worker_shutdown');
        throw error;
      }
    },

    /** Ends the turn `runId` if it is running, after its workflow was cancelled or no attempt is left. */
    async endTurn({ organizationId, runId }: RunInput, code: 'cancelled' | 'internal_error'): Promise<void> {
      const ended = await database.withTenant(organizationId, (tenant) =>
        endStoredTurn(tenant, runId, failureWith(code)),
      );
      if (ended !== undefined) assistantMetrics.turnEnded(ended);
    },
  };
}
