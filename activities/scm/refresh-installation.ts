import { connectionFault } from '../../domain/scm/connection-fault.ts';
import { ScmError } from '../../clients/scm/scm-error.ts';
import type { ScmConnection } from '../../db/scm/scm-connection.ts';
import { recordScmFault } from '../../db/scm/scm-connection-store.ts';
import type { Dependencies } from '../dependencies.ts';
import { readInstallation } from './read-installation.ts';

/** Reads the installation again after its state was stored, because another delivery may have stored a newer one before. */
const mostReads = 3;

/**
 * Stores on the connection whether GitHub reports the installation as suspended or deleted. Deliveries arrive in any order,
 * so their action is not used. Returns whether the installation is active.
 * @throws ScmError for other failures of the requests.
 */
export async function refreshInstallation(
  dependencies: Pick<Dependencies, 'database' | 'scm'>,
  organizationId: string,
  { id, installation_id: installationId }: ScmConnection,
): Promise<boolean> {
  if (installationId === null) return true;
  let stored: string | undefined;
  for (let reads = 0; reads < mostReads; reads += 1) {
    const error = await readInstallation(dependencies, installationId).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    if (error === undefined) return true;
    if (!(error instanceof ScmError) || !['suspended', 'token_refused'].includes(error.fault)) throw error;
    if (error.fault === stored) break;
    stored = error.fault;
    const fault = connectionFault('github', error.fault, error.message);
    if (fault !== undefined)
      await dependencies.database.withTenant(organizationId, (tenant) =>
        recordScmFault(tenant, id, fault, null),
      );
  }
  return false;
}
