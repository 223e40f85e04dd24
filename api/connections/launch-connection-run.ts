import type { RunKind } from '../../domain/runs/run-kinds.ts';
import { launchRun } from '../../commands/runs/launch-run.ts';
import type { Connection } from '../../db/connections/connection.ts';
import type { Tenant } from '../../db/tenant.ts';
import type { AuditTarget } from '../http/operation.ts';
import type { Principal } from '../http/access/principal.ts';
import type { Services } from '../services.ts';

interface RunContext {
  readonly principal: Principal;
  readonly tenant: Tenant;
  readonly services: Services;
  readonly audit: (target: AuditTarget) => void;
}

/**
 * Starts a run of a connection that the caller has locked, or returns the active run of the same kind.
 * @throws CatalogueError `provider_unavailable` when the service has no AWS credentials.
 */
export async function launchConnectionRun(
  { principal, tenant, services, audit }: RunContext,
  connection: Connection,
  kind: Extract<RunKind, 'validate_connection' | 'sync_accounts' | 'upgrade_template'>,
): Promise<{ run_id: string }> {
  await services.serviceCredentials.check();
  const { run_id } = await launchRun(tenant, services, {
    kind,
    subjectId: connection.id,
    description: connection.name,
    requestedBy: principal.id,
  });
  audit({ type: 'connection', id: connection.id, name: connection.name });
  return { run_id };
}
