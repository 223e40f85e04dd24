import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import { withRunStatus } from '../runs/with-run-status.ts';
import { scmActivityOptions } from './scm-activity-options.ts';

const { syncScmRepositories, syncScmPullRequests } =
  proxyActivities<Pick<Activities, 'syncScmRepositories' | 'syncScmPullRequests'>>(scmActivityOptions);

/** Syncs the repositories and pull requests of a connection. Scans of repositories are runs of their own. */
export async function syncScmConnection(input: RunInput): Promise<void> {
  await withRunStatus(input, async () => {
    await syncScmRepositories(input);
    for (let after: string | null = null; ;) {
      after = await syncScmPullRequests(input, after);
      if (after === null) return 'succeeded';
    }
  });
}
