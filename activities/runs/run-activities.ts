import { finishRun, markRunRunning } from '../../db/runs/run-store.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import type { RunStatus } from '../../domain/values.ts';
import type { Dependencies } from '../dependencies.ts';

/** Activities that set the status of a run's row. Idempotent. */
export function createRunActivities({ database }: Dependencies) {
  return {
    /** Marks a queued run as running. */
    async markRunStarted({ organizationId, runId }: RunInput): Promise<void> {
      await database.withTenant(organizationId, (tenant) => markRunRunning(tenant, runId));
    },
    /** Sets the final status of a run, unless it is finished. */
    async markRunFinished(
      { organizationId, runId }: RunInput,
      status: Exclude<RunStatus, 'queued' | 'running'>,
      error: string | null,
    ): Promise<void> {
      await database.withTenant(organizationId, (tenant) =>
        finishRun(tenant, runId, status, error ?? undefined),
      );
    },
  };
}
