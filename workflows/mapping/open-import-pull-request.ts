import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import { withRunStatus } from '../runs/with-run-status.ts';
import { scmActivityOptions } from '../scm/scm-activity-options.ts';

const { openImportPullRequest: open } =
  proxyActivities<Pick<Activities, 'openImportPullRequest'>>(scmActivityOptions);

/** Opens a pull request with import blocks. */
export async function openImportPullRequest(input: RunInput): Promise<void> {
  await withRunStatus(input, async () => {
    await open(input);
    return 'succeeded';
  });
}
