import { defined } from '../../domain/defined.ts';
import { markRepositoryScan } from '../../db/scm/repository-scan-store.ts';
import type { Repository } from '../../db/scm/repository.ts';
import type { Tenant } from '../../db/tenant.ts';
import type { Launcher } from '../runs/launch-run.ts';
import { launchRun } from '../runs/launch-run.ts';

/** Requests a scan of a repository. An active scan that began before repeats itself. Returns its run. */
export async function requestRepositoryScan(
  tenant: Tenant,
  launcher: Launcher,
  repository: Pick<Repository, 'id' | 'fullName'>,
  requestedBy?: string,
): Promise<{ readonly run_id: string }> {
  await markRepositoryScan(tenant, repository.id);
  const { run_id } = await launchRun(tenant, launcher, {
    kind: 'scan_repository',
    subjectId: repository.id,
    description: repository.fullName,
    ...defined({ requestedBy }),
  });
  return { run_id };
}
