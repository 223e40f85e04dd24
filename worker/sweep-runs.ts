import { WorkflowNotFoundError } from '@temporalio/client';
import { workflowIdOf } from '../domain/runs/run-kinds.ts';
import { listActiveRuns, finishRun } from '../db/runs/run-store.ts';
import type { ActiveRun } from '../db/runs/run-store.ts';
import type { Dependencies } from '../activities/dependencies.ts';

const graceSeconds = 5;
const runsPerSweep = 200;

/**
 * Starts the missing workflow of an active run, for example after a crash. Finishes a run whose workflow closed without
 * finishing it, for example after an operator terminated it. Safe on several workers at once.
 */
export async function sweepRuns(dependencies: Dependencies): Promise<void> {
  for (const run of await listActiveRuns(dependencies.database, graceSeconds, runsPerSweep)) {
    const status = await workflowStatus(dependencies, run);
    if (status === 'absent') await startWorkflow(dependencies, run);
    else if (status !== 'RUNNING' && status !== 'CONTINUED_AS_NEW') await finish(dependencies, run, status);
  }
}

async function workflowStatus({ temporal }: Dependencies, run: ActiveRun): Promise<string> {
  try {
    const described = await temporal.client.workflow.getHandle(workflowIdOf(run.kind, run.id)).describe();
    return described.status.name;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return 'absent';
    throw error;
  }
}

async function startWorkflow({ temporal }: Dependencies, run: ActiveRun): Promise<void> {
  await temporal.startRunWorkflow({
    kind: run.kind,
    organizationId: run.organization_id,
    runId: run.id,
    subjectId: run.subject_id,
    ...(run.description === null ? {} : { description: run.description }),
    ...(run.account_id === null ? {} : { awsAccountNumber: run.account_id }),
  });
}

/** The workflow may have finished the run since the row was read; `finishRun` changes active runs only. */
async function finish({ database, logger }: Dependencies, run: ActiveRun, status: string): Promise<void> {
  logger.warn({ run_id: run.id, kind: run.kind, status }, 'workflow closed without finishing its run');
  await database.withTenant(run.organization_id, (tenant) =>
    finishRun(
      tenant,
      run.id,
      status === 'CANCELLED' || status === 'TERMINATED' ? 'cancelled' : 'failed',
      `The workflow closed with status ${status}.`,
    ),
  );
}
