import { continueAsNew, proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import { withRunStatus } from '../runs/with-run-status.ts';
import { stateActivityOptions } from './state-activity-options.ts';

const { matchAccountEntries } =
  proxyActivities<Pick<Activities, 'matchAccountEntries'>>(stateActivityOptions);

/** Matches the resources of an account with the entries of all states, until no match was requested while the last one ran. */
export async function matchAccount(input: RunInput): Promise<void> {
  await withRunStatus(input, async () => {
    while (await matchAccountEntries(input))
      if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof matchAccount>(input);
    return 'succeeded';
  });
}
