import { createRun, raiseRun } from '../../db/runs/run-store.ts';
import type { NewRun } from '../../db/runs/run-store.ts';
import type { Tenant } from '../../db/tenant.ts';
import { defined } from '../../domain/defined.ts';
import type { Logger } from '../../runtime/logger.ts';
import type { Temporal } from '../../runtime/temporal.ts';

/** The Temporal client and logger of the calling process. */
export interface Launcher {
  readonly temporal: Pick<Temporal, 'startRunWorkflow'>;
  readonly logger: Logger;
}

/**
 * Inserts the run in the caller's transaction and starts its workflow after the commit. If an active run of the same
 * kind and subject exists, returns that run with `created: false`; one in the background gets the priority of a request for
 * which somebody waits.
 */
export async function launchRun(
  tenant: Tenant,
  launcher: Launcher,
  run: NewRun,
): Promise<{ run_id: string; created: boolean }> {
  const { run: row, created } = await createRun(tenant, run);
  const isRaised =
    !created && row.inBackground && run.priority !== 'background' && (await raiseRun(tenant, row.id));
  startWorkflowAfterCommit(tenant, launcher, { ...run, id: row.id, isRaised });
  return { run_id: row.id, created };
}

/**
 * Starts the workflow of an inserted run after the transaction commits. If Temporal is unavailable, logs a warning; the
 * row stays queued and the sweeper starts the workflow later.
 */
export function startWorkflowAfterCommit(tenant: Tenant, launcher: Launcher, run: StartedRun): void {
  tenant.afterCommit(() => startWorkflow(launcher, tenant.organizationId, run));
}

interface StartedRun extends NewRun {
  readonly id: string;
  /** Whether it was in the background until now. */
  readonly isRaised?: boolean;
}

async function startWorkflow(
  { temporal, logger }: Launcher,
  organizationId: string,
  { id: runId, kind, subjectId, description, awsAccountNumber, priority, isRaised = false }: StartedRun,
): Promise<void> {
  try {
    await temporal.startRunWorkflow({
      kind,
      organizationId,
      runId,
      subjectId,
      ...defined({ description, awsAccountNumber, priority }),
      ...(isRaised ? { isRaised } : {}),
    });
  } catch (error) {
    logger.warn({ err: error, run_id: runId }, 'failed to start workflow; the sweeper will start it');
  }
}
