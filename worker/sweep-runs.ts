import { WorkflowNotFoundError } from '@temporalio/client';
import { workflowIdOf } from '../domain/runs/run-kinds.ts';
import { listActiveRuns, finishRun } from '../db/runs/run-store.ts';
import type { ActiveRun } from '../db/runs/run-store.ts';
import type { Dependencies } from '../activities/dependencies.ts';

const graceSeconds = 5;
const batch = 200;

/**
 * Starts the workflow of every run that a crash left unstarted, and ends the run whose workflow ended without
 * saying so (terminated by an operator, or failed). Harmless beside other sweepers: starting twice is, too.
 */
export async function sweepRuns(dependencies: Dependencies): Promise<void> {
  for (const run of await listActiveRuns(dependencies.database, graceSeconds, batch)) {
    const status = await workflowStatus(dependencies, run);
    if (status === 'absent') await start(dependencies, run);
    else if (status !== 'RUNNING' && status !== 'CONTINUED_AS_NEW') await end(dependencies, run, status);
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

async function start({ temporal }: Dependencies, run: ActiveRun): Promise<void> {
  await temporal.startRunWorkflow({
    kind: run.kind,
    organizationId: run.organization_id,
    runId: run.id,
    subjectId: run.subject_id,
    ...(run.description === null ? {} : { description: run.description }),
    ...(run.account_id === null ? {} : { awsAccountNumber: run.account_id }),
  });
}

/** A workflow may have committed its ending a moment after the row was read: ending a run happens once. */
async function end({ database, logger }: Dependencies, run: ActiveRun, status: string): Promise<void> {
  logger.warn({ run_id: run.id, kind: run.kind, status }, 'workflow ended without ending its run');
  await database.withTenant(run.organization_id, (tenant) =>
    finishRun(
      tenant,
      run.id,
      status === 'CANCELLED' || status === 'TERMINATED' ? 'cancelled' : 'failed',
      `The workflow ended: ${status}.`,
    ),
  );
}
