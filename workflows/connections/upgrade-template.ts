import { executeChild, proxyActivities, sleep, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import { asRun } from '../runs/as-run.ts';
import { mapConcurrently } from '../../domain/map-concurrently.ts';
import { validateAccounts } from './validate-accounts.ts';

const {
  planUpgrade,
  upgradeStack,
  upgradedStackState,
  upgradeStackSet,
  upgradedStackSetState,
  accountsBehind,
  concludeValidation,
} = proxyActivities<
  Pick<
    Activities,
    | 'planUpgrade'
    | 'upgradeStack'
    | 'upgradedStackState'
    | 'upgradeStackSet'
    | 'upgradedStackSetState'
    | 'accountsBehind'
    | 'concludeValidation'
  >
>({
  startToCloseTimeout: '2 minutes',
  retry: { maximumInterval: '30 seconds', maximumAttempts: 8 },
});

const stacksAtOnce = 5;
const pollPause = '10 seconds';

/**
 * Updates the stacks, then the stack set of the members, and reads the version back from the roles. Ends as partial
 * while a role is still behind, as one whose stack set does not reach it.
 */
export async function upgradeTemplate(input: RunInput): Promise<void> {
  await asRun(input, async () => {
    await upgrade(input);
    await executeChild(validateAccounts, {
      workflowId: `${workflowInfo().workflowId}/accounts`,
      args: [
        { organizationId: input.organizationId, connectionId: input.subjectId, notConnectedOnly: false },
      ],
      staticSummary: 'Read the versions back',
    });
    await concludeValidation(input);
    return (await accountsBehind(input)) === 0 ? 'succeeded' : 'partial';
  });
}

async function upgrade(input: RunInput): Promise<void> {
  const { stacks, stackSet } = await planUpgrade(input);
  await mapConcurrently(stacks, stacksAtOnce, async (stack) => {
    let state = await upgradeStack(input, stack);
    while (state === 'in_progress') {
      state = await upgradedStackState(input, stack);
      if (state === 'in_progress') await sleep(pollPause);
    }
  });
  if (stackSet === undefined) return;
  await upgradeStackSet(input, stackSet);
  while ((await upgradedStackSetState(input, stackSet)) === 'in_progress') await sleep(pollPause);
}
