import { finishRun, listActiveRunsOf } from '../../db/runs/run-store.ts';
import type { Tenant } from '../../db/tenant.ts';
import type { RunKind } from '../../domain/runs/run-kinds.ts';
import type { Services } from '../services.ts';

/** Cancels the active runs of deleted subjects, and their workflows after the commit. */
export async function cancelRunsOfDeleted(
  tenant: Tenant,
  { temporal, logger }: Pick<Services, 'temporal' | 'logger'>,
  subjectIds: readonly string[],
  kind: RunKind,
): Promise<void> {
  for (const run of await listActiveRunsOf(tenant, subjectIds, [kind])) {
    await finishRun(tenant, run.id, 'cancelled');
    tenant.afterCommit(async () => {
      try {
        await temporal.cancelRunWorkflow(kind, run.id);
      } catch (error) {
        // Without Temporal, the run ends when it does not find its subject.
        logger.info({ err: error, run_id: run.id }, 'failed to cancel the run of a deleted subject');
      }
    });
  }
}
