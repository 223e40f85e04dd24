import { createRuns } from '../../db/runs/run-store.ts';
import { requestRepositoryScans } from '../../db/scm/repository-scan-store.ts';
import type { Repository } from '../../db/scm/repository.ts';
import type { Tenant } from '../../db/tenant.ts';
import type { Launcher } from '../runs/launch-run.ts';
import { startWorkflowAfterCommit } from '../runs/launch-run.ts';

/** Workflows that the request starts itself. The sweeper starts the others within seconds. */
const startedAtOnce = 20;

/** Requests scans of several repositories. An active scan that began before repeats itself. */
export async function requestScans(
  tenant: Tenant,
  launcher: Launcher,
  repositories: readonly Pick<Repository, 'id' | 'fullName'>[],
  requestedBy: string,
): Promise<void> {
  await requestRepositoryScans(
    tenant,
    repositories.map(({ id }) => id),
  );
  const runs = repositories.map(({ id, fullName: description }) => ({
    kind: 'scan_repository' as const,
    subjectId: id,
    description,
    requestedBy,
  }));
  const created = await createRuns(tenant, runs);
  for (const run of created.slice(0, startedAtOnce)) startWorkflowAfterCommit(tenant, launcher, run);
}
