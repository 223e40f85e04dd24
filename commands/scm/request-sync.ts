import { requestNextSync } from '../../db/scm/scm-connection-state.ts';
import type { ScmConnection } from '../../db/scm/scm-connection.ts';
import type { Tenant } from '../../db/tenant.ts';
import type { Launcher } from '../runs/launch-run.ts';
import { launchRun } from '../runs/launch-run.ts';

/**
 * Starts a sync of a connection. An active sync may have read its lists before the change that caused the request, so the
 * schedule starts another one after it.
 */
export async function requestSync(
  tenant: Tenant,
  launcher: Launcher,
  { id, externalOrgSlug: description }: Pick<ScmConnection, 'id' | 'externalOrgSlug'>,
): Promise<void> {
  const run = { kind: 'sync_scm_connection', subjectId: id, description } as const;
  const { created } = await launchRun(tenant, launcher, run);
  if (!created) await requestNextSync(tenant, id);
}
