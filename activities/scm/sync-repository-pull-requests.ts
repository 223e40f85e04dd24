import type { ScmClient } from '../../clients/scm/scm-client.ts';
import { ScmError } from '../../clients/scm/scm-error.ts';
import type { Repository } from '../../db/scm/repository.ts';
import type { Dependencies } from '../dependencies.ts';
import { syncPullRequests } from './sync-pull-requests.ts';
import type { PullRequestProgress } from './sync-pull-requests.ts';

/**
 * Syncs the pull requests of a repository, so that one repository does not stop the others: one that was deleted since the
 * list was read, and one that the connection cannot access.
 */
export async function syncRepositoryPullRequests(
  dependencies: Dependencies,
  organizationId: string,
  client: ScmClient,
  repository: Repository,
  mostPages: number,
): Promise<PullRequestProgress> {
  try {
    return await syncPullRequests(dependencies, organizationId, client, repository, mostPages);
  } catch (error) {
    if (!(error instanceof ScmError)) throw error;
    if (error.fault !== 'not_found' && error.fault !== 'repository_forbidden') throw error;
    const { id, full_name: name } = repository;
    dependencies.logger.info(
      { repository_id: id, name, err: error },
      'skipped the pull requests of a repository',
    );
    return { pages: 1, complete: true };
  }
}
