import { continueAsNew, proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import { withRunStatus } from '../runs/with-run-status.ts';
import { stateActivityOptions } from './state-activity-options.ts';

const { matchAccountEntries } =
  proxyActivities<Pick<Activities, 'matchAccountEntries'>>(stateActivityOptions);
const { repeatRequestedMatch } = proxyActivities<Pick<Activities, 'repeatRequestedMatch'>>({
  startToCloseTimeout: '1 minute',
});

/** Matches the resources of an account with the entries of all states, until no match was requested while the last one ran. */
export async function matchAccount(input: RunInput): Promise<void> {
  await withRunStatus(input, async () => {
    while (await matchAccountEntries(input))
      if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof matchAccount>(input);
    return 'succeeded';
  });
  // A request between the last match and the end of the run got the id of this run and started none.
  await repeatRequestedMatch(input);
}
