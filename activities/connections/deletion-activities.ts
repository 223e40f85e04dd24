import { WorkflowNotFoundError } from '@temporalio/client';
import { workflowIdOf } from '../../domain/runs/run-kinds.ts';
import type { RunInput, RunKind } from '../../domain/runs/run-kinds.ts';
import { requestQueuedInference } from '../../commands/ownership/request-inference.ts';
import { listAccountIds } from '../../db/connections/account-store.ts';
import { softDeleteConnection } from '../../db/connections/connection-store.ts';
import { listActiveRunsOf, finishRun } from '../../db/runs/run-store.ts';
import type { Run } from '../../db/runs/run.ts';
import type { Dependencies } from '../dependencies.ts';
import { withHeartbeat } from '../shared/with-heartbeat.ts';
import { mapConcurrently } from '../../domain/lists/map-concurrently.ts';
import { removeSchedule } from './scan-schedules.ts';
import { retireAccounts } from './retire-accounts.ts';

const accountsPerPage = 200;
const schedulesAtOnce = 8;

const connectionKinds = [
  'onboard_connection',
  'validate_connection',
  'sync_accounts',
  'upgrade_template',
] as const satisfies readonly RunKind[];

/** Activities that delete a connection. All are idempotent. */
export function createDeletionActivities(dependencies: Dependencies) {
  const { database, temporal } = dependencies;

  /** Cancels the run's workflow, if it is open, and marks the run as cancelled. */
  async function cancelRun(organizationId: string, run: Run): Promise<void> {
    try {
      await temporal.client.workflow.getHandle(workflowIdOf(run.kind as RunKind, run.id)).cancel();
    } catch (error) {
      if (!(error instanceof WorkflowNotFoundError)) throw error;
    }
    // Finishes the run here as well, so that the sweeper does not restart it while its workflow is closing.
    await database.withTenant(organizationId, (tenant) => finishRun(tenant, run.id, 'cancelled'));
  }

  return {
    /** Cancels the active runs of the connection. */
    cancelConnectionRuns: ({ organizationId, subjectId }: RunInput): Promise<void> =>
      withHeartbeat(async () => {
        const runs = await database.withTenant(organizationId, (tenant) =>
          listActiveRunsOf(tenant, [subjectId], connectionKinds),
        );
        for (const run of runs) await cancelRun(organizationId, run);
      }),

    /**
     * Cancels the validations and scans of a page of accounts, deletes their scan schedules and marks their resources
     * unobserved. Returns the id of the page's last account, `null` after the last page.
     */
    retireAccounts: ({ organizationId, subjectId }: RunInput, after: string | null): Promise<string | null> =>
      withHeartbeat(async () => {
        const { ids, runs } = await database.withTenant(organizationId, async (tenant) => {
          const page = await listAccountIds(tenant, subjectId, after ?? undefined, accountsPerPage);
          return { ids: page, runs: await listActiveRunsOf(tenant, page, ['validate_account']) };
        });
        for (const run of runs) await cancelRun(organizationId, run);
        await mapConcurrently(ids, schedulesAtOnce, (id) => removeSchedule(dependencies, id));
        await database.withTenant(organizationId, (tenant) => retireAccounts(tenant, ids));
        return ids.at(-1) ?? null;
      }),

    /** Sets `deleted_at` of the connection and its accounts, which excludes them from all reads. */
    markConnectionDeleted: ({ organizationId, subjectId }: RunInput): Promise<void> =>
      withHeartbeat(() =>
        database.withTenant(organizationId, async (tenant) => {
          await softDeleteConnection(tenant, subjectId);
          await requestQueuedInference(tenant, dependencies);
        }),
      ),
  };
}
