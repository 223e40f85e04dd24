import { WorkflowNotFoundError } from '@temporalio/client';
import { workflowIdOf } from '../../domain/runs/run-kinds.ts';
import { requestAccountMatches } from '../../commands/mapping/request-account-matches.ts';
import { requestInference } from '../../commands/ownership/request-inference.ts';
import { lockOrganization } from '../../db/lock-organization.ts';
import { deleteUnlinkedSources } from '../../db/mapping/states/detected-source-store.ts';
import { finishRun } from '../../db/runs/run-store.ts';
import { deleteScmConnectionBatch, listActiveScmRuns } from '../../db/scm/delete-scm-connection.ts';
import type { Dependencies } from '../dependencies.ts';

/**
 * Cancels the active runs of a connection that was soft-deleted, and deletes its rows in batches; its own row is the last.
 * Then deletes the state sources that were detected for its projects only. A run that does not stop at once finds no row to write to: every table refers to the connection.
 */
export async function deleteScmConnection(
  { database, temporal, logger }: Pick<Dependencies, 'database' | 'logger' | 'temporal'>,
  organizationId: string,
  connectionId: string,
): Promise<void> {
  const runs = await database.withTenant(organizationId, (tenant) => listActiveScmRuns(tenant, connectionId));
  for (const { id, kind } of runs) {
    try {
      await temporal.client.workflow.getHandle(workflowIdOf(kind, id)).cancel();
    } catch (error) {
      if (!(error instanceof WorkflowNotFoundError)) throw error;
    }
    // Finishes the run here as well, so that the sweeper does not restart it while its workflow is closing.
    await database.withTenant(organizationId, (tenant) => finishRun(tenant, id, 'cancelled'));
  }
  let more: boolean;
  do {
    more = await database.withTenant(organizationId, (tenant) =>
      deleteScmConnectionBatch(tenant, connectionId),
    );
  } while (more);
  await database.withTenant(organizationId, async (tenant) => {
    await lockOrganization(tenant, 'state_detection');
    await requestAccountMatches(tenant, { temporal, logger }, await deleteUnlinkedSources(tenant));
    // The deleted repositories and projects may have managed any resource.
    await requestInference(tenant, { temporal, logger }, 'all');
  });
}
