import { requestAccountMatches } from '../../commands/mapping/request-account-matches.ts';
import { requestQueuedInference } from '../../commands/ownership/request-inference.ts';
import { listReachedAccounts } from '../../db/mapping/match/account-matches.ts';
import { deleteStateSource as remove, lockStateSource } from '../../db/mapping/states/state-source-store.ts';
import { finishRun, listActiveRunsOf } from '../../db/runs/run-store.ts';
import { operation } from '../http/operation.ts';
import { Deleted } from '../http/schemas.ts';
import type { Services } from '../services.ts';
import { stateSourcesTag as tag } from './schemas.ts';

export const deleteStateSource = operation({
  id: 'deleteStateSource',
  method: 'DELETE',
  path: '/state-sources/{id}',
  tag,
  summary: 'Delete a Terraform state source',
  description:
    'Deletes its entries and cancels its sync. A detected source that was deleted is not detected again.',
  access: 'state_sources:manage',
  audit: 'state_source.deleted',
  success: [200, Deleted],
  async handle({ params, tenant, services, audit }) {
    const { id, bucket, key } = await lockStateSource(tenant, params.id);
    const accounts = await listReachedAccounts(tenant, id);
    const runs = await listActiveRunsOf(tenant, [id], ['sync_state_source']);
    await remove(tenant, id);
    for (const run of runs) {
      await finishRun(tenant, run.id, 'cancelled');
      tenant.afterCommit(() => cancelWorkflow(services, run.id));
    }
    await requestAccountMatches(tenant, services, accounts);
    await requestQueuedInference(tenant, services);
    audit({ type: 'state_source', id, name: `${bucket}/${key}` });
    return { id, deleted: true };
  },
});

/** Cancels the workflow. If Temporal is unavailable, the sync ends when it does not find its source. */
async function cancelWorkflow({ temporal, logger }: Services, runId: string): Promise<void> {
  try {
    await temporal.cancelRunWorkflow('sync_state_source', runId);
  } catch (error) {
    logger.info({ err: error, run_id: runId }, 'failed to cancel the sync of a deleted state source');
  }
}
