import type { ScmClient } from '../../clients/scm/scm-client.ts';
import { ScmError } from '../../clients/scm/scm-error.ts';
import type { Repository } from '../../db/scm/repository.ts';
import { isRepositoryFault } from '../../domain/scm/scm-faults.ts';
import type { Dependencies } from '../dependencies.ts';
import { syncPullRequests } from './sync-pull-requests.ts';
import type { PullRequestProgress } from './sync-pull-requests.ts';

/**
 * Syncs the pull requests of a repository. Skips one that was deleted since the list was read, that the connection cannot
 * access, or whose response is too large, so that it does not stop the others.
 */
export async function syncRepositoryPullRequests(
  dependencies: Dependencies,
  organizationId: string,
  client: ScmClient,
  repository: Repository,
  maximumPages: number,
): Promise<PullRequestProgress> {
  try {
    return await syncPullRequests(dependencies, organizationId, client, repository, maximumPages);
  } catch (error) {
    if (!(error instanceof ScmError)) throw error;
    if (!isRepositoryFault(error.fault)) throw error;
    const { id, fullName: name } = repository;
    dependencies.logger.info(
      { repository_id: id, name, err: error },
      'skipped the pull requests of a repository',
    );
    return { pages: 1, complete: true };
  }
}
