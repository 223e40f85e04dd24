import { requestNextStateSync } from '../../db/mapping/states/state-source-store.ts';
import { stateSourceName } from '../../domain/mapping/state-source-name.ts';
import type { NamedStateSource } from '../../domain/mapping/state-source-name.ts';
import type { Tenant } from '../../db/tenant.ts';
import type { Launcher } from '../runs/launch-run.ts';
import { launchRun } from '../runs/launch-run.ts';

/**
 * Starts a sync of a state source; for a pushed one the match of its entries. An active sync may have read the object before
 * the change that caused the request, so the schedule starts another one after it.
 */
export async function requestStateSync(
  tenant: Tenant,
  launcher: Launcher,
  source: NamedStateSource & { readonly id: string },
): Promise<{ readonly run_id: string; readonly created: boolean }> {
  const launched = await launchRun(tenant, launcher, {
    kind: 'sync_state_source',
    subjectId: source.id,
    description: stateSourceName(source),
  });
  if (!launched.created) await requestNextStateSync(tenant, source.id);
  return launched;
}
