import type { ScmClient } from '../../clients/scm/scm-client.ts';
import { ScmError } from '../../clients/scm/scm-error.ts';
import { requestRepositoryScan } from '../../commands/scm/request-repository-scan.ts';
import {
  listOutdatedRepositories,
  listRepositoryHeads,
  recordHeadChecks,
} from '../../db/scm/repository-heads.ts';
import type { RepositoryHead } from '../../db/scm/repository-heads.ts';
import { mapConcurrently } from '../../domain/lists/map-concurrently.ts';
import { isRepositoryFault } from '../../domain/scm/scm-faults.ts';
import type { Dependencies } from '../dependencies.ts';

const repositoriesPerPage = 100;
const headsAtOnce = 4;

/**
 * Compares the heads of a page of repositories with their last scanned commits, and starts a scan of each repository
 * that has a new commit or whose last scan failed; with the first page also of repositories that another version of the detector
 * scanned. Returns the id of the page's last repository, `null` after the last page.
 */
export async function syncHeads(
  dependencies: Dependencies,
  ref: { readonly organizationId: string; readonly connectionId: string },
  client: ScmClient,
  after: string | null,
  signal: AbortSignal,
): Promise<string | null> {
  const { database } = dependencies;
  const { organizationId, connectionId } = ref;
  const page = await database.withTenant(organizationId, (tenant) =>
    listRepositoryHeads(tenant, connectionId, after ?? undefined, repositoriesPerPage),
  );
  const pending = page.filter(({ check }) => check !== 'none');
  const changed = await mapConcurrently(pending, headsAtOnce, async (repository) => {
    signal.throwIfAborted();
    return repository.check === 'scan' || (await hasNewHead(client, repository)) ? [repository] : [];
  });
  const started = new Set(changed.flat());
  await database.withTenant(organizationId, async (tenant) => {
    for (const repository of started) await requestRepositoryScan(tenant, dependencies, repository);
    if (after === null)
      for (const repository of await listOutdatedRepositories(
        tenant,
        connectionId,
        dependencies.configuration.scmReconcileMinutes,
      ))
        await requestRepositoryScan(tenant, dependencies, repository);
    // A head that differs is compared again until its scan has succeeded.
    await recordHeadChecks(
      tenant,
      pending.filter((repository) => !started.has(repository)).map(({ id }) => id),
    );
  });
  return page.length < repositoriesPerPage ? null : (page.at(-1)?.id ?? null);
}

async function hasNewHead(client: ScmClient, repository: RepositoryHead): Promise<boolean> {
  const { externalId, fullName, defaultBranch: branch } = repository;
  if (branch === undefined) return false;
  try {
    const head = await client.getHead({ externalId, fullName }, branch);
    return (head ?? '') !== (repository.lastScannedCommitSha ?? '');
  } catch (error) {
    // The scan fails in the same way and stores the error on the repository.
    if (error instanceof ScmError && isRepositoryFault(error.fault)) return true;
    throw error;
  }
}
