import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import { withRunStatus } from '../runs/with-run-status.ts';
import { stateActivityOptions } from './state-activity-options.ts';

const { detectRepositoryStates } =
  proxyActivities<Pick<Activities, 'detectRepositoryStates'>>(stateActivityOptions);

/** Detects the Terraform states of the projects of a repository. */
export async function detectStateSources(input: RunInput): Promise<void> {
  await withRunStatus(input, async () => {
    await detectRepositoryStates(input);
    return 'succeeded';
  });
}
