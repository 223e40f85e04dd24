import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import { withRunStatus } from '../runs/with-run-status.ts';
import { scmActivityOptions } from './scm-activity-options.ts';

const { syncScmRepositories, syncScmHeads, syncScmPullRequests, finishScmSync } =
  proxyActivities<
    Pick<Activities, 'syncScmRepositories' | 'syncScmHeads' | 'syncScmPullRequests' | 'finishScmSync'>
  >(scmActivityOptions);

/**
 * Syncs the repositories and pull requests of a connection, page by page, so that a sync that a rate limit stops continues
 * at the page. Scans of repositories are runs of their own.
 */
export async function syncScmConnection(input: RunInput): Promise<void> {
  await withRunStatus(input, async () => {
    const remark = await syncScmRepositories(input);
    await forEachPage((after) => syncScmHeads(input, after));
    await forEachPage((after) => syncScmPullRequests(input, after));
    await finishScmSync(input, remark);
    return 'succeeded';
  });
}

async function forEachPage(syncPage: (after: string | null) => Promise<string | null>): Promise<void> {
  let after: string | null = null;
  do after = await syncPage(after);
  while (after !== null);
}
