import { endRun } from '../../commands/runs/end-run.ts';
import { findRun, markRunRunning } from '../../db/runs/run-store.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import type { RunStatus } from '../../domain/values.ts';
import type { Dependencies } from '../dependencies.ts';

/** Activities that set the status of a run's row. Idempotent. */
export function createRunActivities({ database, temporal, logger, workMetrics }: Dependencies) {
  return {
    /** Marks a queued run as running. */
    async markRunStarted({ organizationId, runId }: RunInput): Promise<void> {
      await database.withTenant(organizationId, (tenant) => markRunRunning(tenant, runId));
    },
    /** Sets the final status of a run, unless it is finished, and starts what was requested meanwhile. */
    async markRunFinished(
      { organizationId, runId }: RunInput,
      status: Exclude<RunStatus, 'queued' | 'running'>,
      error: string | null,
    ): Promise<void> {
      const ended = await database.withTenant(organizationId, async (tenant) => {
        const run = await findRun(tenant, runId);
        if (run === undefined) return undefined;
        return (await endRun(tenant, { temporal, logger }, run, status, error ?? undefined))
          ? run
          : undefined;
      });
      if (ended !== undefined) workMetrics.runEnded(ended.kind, status);
    },
  };
}
