import { createRun } from '../../db/runs/run-store.ts';
import type { NewRun } from '../../db/runs/run-store.ts';
import type { Tenant } from '../../db/tenant.ts';
import { defined } from '../../domain/defined.ts';
import type { RunPriority } from '../../domain/runs/run-kinds.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { Temporal } from '../../runtime/temporal.ts';

/** The Temporal client and logger of the calling process. */
export interface Launcher {
  readonly temporal: Pick<Temporal, 'startRunWorkflow'>;
  readonly logger: Logger;
}

/** A run with the priority of its tasks, which is not stored: a run that the sweeper starts has the normal one. */
export interface RunToLaunch extends NewRun {
  readonly priority?: RunPriority;
}

/**
 * Inserts the run in the caller's transaction and starts its workflow after the commit. If an active run of the same
 * kind and subject exists, returns that run with `created: false`.
 */
export async function launchRun(
  tenant: Tenant,
  launcher: Launcher,
  run: RunToLaunch,
): Promise<{ run_id: string; created: boolean }> {
  const { run: row, created } = await createRun(tenant, run);
  startWorkflowAfterCommit(tenant, launcher, { ...run, id: row.id });
  return { run_id: row.id, created };
}

/**
 * Starts the workflow of an inserted run after the transaction commits. If Temporal is unavailable, logs a warning; the
 * row stays queued and the sweeper starts the workflow later.
 */
export function startWorkflowAfterCommit(
  tenant: Tenant,
  launcher: Launcher,
  run: RunToLaunch & { readonly id: string },
): void {
  tenant.afterCommit(() => startWorkflow(launcher, tenant.organizationId, run));
}

async function startWorkflow(
  { temporal, logger }: Launcher,
  organizationId: string,
  {
    id: runId,
    kind,
    subjectId,
    description,
    awsAccountNumber,
    priority,
  }: RunToLaunch & { readonly id: string },
): Promise<void> {
  try {
    await temporal.startRunWorkflow({
      kind,
      organizationId,
      runId,
      subjectId,
      ...defined({ description, awsAccountNumber, priority }),
    });
  } catch (error) {
    logger.warn({ err: error, run_id: runId }, 'failed to start workflow; the sweeper will start it');
  }
}
