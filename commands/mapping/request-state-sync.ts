import { requestNextStateSync } from '../../db/mapping/states/state-source-store.ts';
import type { StateSource } from '../../db/mapping/states/state-source.ts';
import type { Tenant } from '../../db/tenant.ts';
import type { Launcher } from '../runs/launch-run.ts';
import { launchRun } from '../runs/launch-run.ts';

/**
 * Starts a sync of a state source. An active sync may have read the object before the change that caused the request, so
 * the schedule starts another one after it.
 */
export async function requestStateSync(
  tenant: Tenant,
  launcher: Launcher,
  { id, bucket, key }: Pick<StateSource, 'id' | 'bucket' | 'key'>,
): Promise<{ readonly run_id: string; readonly created: boolean }> {
  const launched = await launchRun(tenant, launcher, {
    kind: 'sync_state_source',
    subjectId: id,
    description: `${bucket}/${key}`,
  });
  if (!launched.created) await requestNextStateSync(tenant, id);
  return launched;
}
