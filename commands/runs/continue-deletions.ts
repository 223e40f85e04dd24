import { listInterruptedDeletions } from '../../db/maintenance/interrupted-deletions.ts';
import type { Tenant } from '../../db/tenant.ts';
import { launchRun } from './launch-run.ts';
import type { Launcher } from './launch-run.ts';

/**
 * Starts the deletions of connections again whose run failed or was terminated. A connection of source control that is to be
 * deleted has `deleted_at`, one of AWS the status `deleting`; the last step of its run ends this state.
 */
export async function continueDeletions(tenant: Tenant, launcher: Launcher): Promise<void> {
  for (const run of await listInterruptedDeletions(tenant)) await launchRun(tenant, launcher, run);
}
