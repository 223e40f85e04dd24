import { settleConcurrently } from '../domain/lists/settle-concurrently.ts';
import { endRun } from '../commands/runs/end-run.ts';
import { listActiveRuns, priorityOfRun } from '../db/runs/run-store.ts';
import type { ActiveRun, ActiveStatus } from '../db/runs/run-store.ts';
import type { Dependencies } from '../activities/dependencies.ts';

const graceSeconds = 5;
const runsPerPage = 200;
const runsAtOnce = 8;

type SweepDependencies = Pick<Dependencies, 'database' | 'logger' | 'workMetrics'> & {
  readonly temporal: Pick<Dependencies['temporal'], 'ping' | 'runWorkflowStatus' | 'startRunWorkflow'>;
};

/**
 * Starts the missing workflow of each active run, for example after a crash. Finishes a run whose workflow closed without
 * finishing it, for example after an operator terminated it. Reads all active runs, page by page, in the order of
 * `statuses`: queued ones first, because a user waits for them. Safe on several workers at once.
 * @throws Error when Temporal does not respond, before the first run.
 * @throws AggregateError after the last run, when at least one failed.
 */
export async function sweepRuns(
  dependencies: SweepDependencies,
  statuses: readonly ActiveStatus[] = ['queued', 'running'],
): Promise<void> {
  // One error for the sweep instead of one for each run.
  await dependencies.temporal.ping();
  const failures: unknown[] = [];
  for (const status of statuses) {
    for await (const page of pagesOfActiveRuns(dependencies, status))
      await sweepPage(dependencies, page).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, 'failed to sweep runs');
}

async function* pagesOfActiveRuns(
  { database }: SweepDependencies,
  status: ActiveStatus,
): AsyncGenerator<readonly ActiveRun[]> {
  let after: ActiveRun | undefined;
  do {
    const page: readonly ActiveRun[] = await listActiveRuns(
      database,
      status,
      graceSeconds,
      after,
      runsPerPage,
    );
    yield page;
    after = page.length < runsPerPage ? undefined : page.at(-1);
  } while (after !== undefined);
}

function sweepPage(dependencies: SweepDependencies, runs: readonly ActiveRun[]): Promise<void> {
  return settleConcurrently(
    runs,
    runsAtOnce,
    (run) => sweepRun(dependencies, run),
    ({ id, kind, organizationId }, error) =>
      dependencies.logger.warn(
        { err: error, run_id: id, kind, organization_id: organizationId },
        'failed to sweep a run',
      ),
  );
}

async function sweepRun(dependencies: SweepDependencies, run: ActiveRun): Promise<void> {
  const status = await dependencies.temporal.runWorkflowStatus(run.kind, run.id);
  if (status === 'absent') await startWorkflow(dependencies, run);
  else if (status !== 'RUNNING' && status !== 'CONTINUED_AS_NEW') await finish(dependencies, run, status);
}

async function startWorkflow({ database, temporal }: SweepDependencies, run: ActiveRun): Promise<void> {
  const priority = await database.withTenant(run.organizationId, (tenant) => priorityOfRun(tenant, run.id));
  await temporal.startRunWorkflow({
    kind: run.kind,
    organizationId: run.organizationId,
    runId: run.id,
    subjectId: run.subjectId,
    priority,
    ...(run.description === undefined ? {} : { description: run.description }),
    ...(run.accountId === undefined ? {} : { awsAccountNumber: run.accountId }),
  });
}

/**
 * The workflow may have finished its run and closed after the run was read. A workflow finishes its run before it closes,
 * so an update that still finds the run active proves that the workflow did not.
 */
async function finish(
  { database, temporal, logger, workMetrics }: SweepDependencies,
  run: ActiveRun,
  status: string,
): Promise<void> {
  const outcome = status === 'CANCELLED' || status === 'TERMINATED' ? 'cancelled' : 'failed';
  const wasActive = await database.withTenant(run.organizationId, (tenant) =>
    endRun(tenant, { temporal, logger }, run, outcome, `The workflow closed with status ${status}.`),
  );
  if (!wasActive) return;
  workMetrics.runEnded(run.kind, outcome);
  logger.warn({ run_id: run.id, kind: run.kind, status }, 'workflow closed without finishing its run');
}
