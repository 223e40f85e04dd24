import { continueAsNew, proxyActivities, sleep, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import { withRunStatus } from '../runs/with-run-status.ts';
import { mapConcurrently } from '../../domain/lists/map-concurrently.ts';
import { runValidateAccounts } from './validate-accounts.ts';

const {
  planUpgrade,
  upgradeStack,
  getStackUpgradeState,
  upgradeStackSet,
  getStackSetUpgradeState,
  countOutdatedAccounts,
  finishValidation,
} = proxyActivities<
  Pick<
    Activities,
    | 'planUpgrade'
    | 'upgradeStack'
    | 'getStackUpgradeState'
    | 'upgradeStackSet'
    | 'getStackSetUpgradeState'
    | 'countOutdatedAccounts'
    | 'finishValidation'
  >
>({ startToCloseTimeout: '2 minutes', retry: { maximumInterval: '30 seconds' } });

const stacksAtOnce = 5;
const defaultPollIntervalMs = 10_000;

export interface UpgradeTemplateInput extends RunInput {
  /** Interval between two reads of the state of a stack or stack set, in ms; 10 s by default. */
  readonly pollIntervalMs?: number;
}

/**
 * Updates the stacks, then the stack set of the member accounts, and validates the accounts, which reads the version
 * tags of the roles. The outcome is `partial` if a role has an older version, for example in an account that the stack
 * set does not target.
 */
export async function upgradeTemplate(input: UpgradeTemplateInput): Promise<void> {
  await withRunStatus(input, async () => {
    await upgrade(input);
    await runValidateAccounts(input, { summary: 'Read the template versions of the roles' });
    await finishValidation(input);
    return (await countOutdatedAccounts(input)) === 0 ? 'succeeded' : 'partial';
  });
}

async function upgrade(input: UpgradeTemplateInput): Promise<void> {
  const pollIntervalMs = input.pollIntervalMs ?? defaultPollIntervalMs;
  const { stacks, stackSet } = await planUpgrade(input);
  await mapConcurrently(stacks, stacksAtOnce, async (stack) => {
    let state = await upgradeStack(input, stack);
    while (state === 'in_progress') {
      state = await getStackUpgradeState(input, stack);
      if (state === 'in_progress') await sleep(pollIntervalMs);
      // The stacks are planned and updated again: an update that is in progress, or done, is found as such.
      await continueIfLong(input);
    }
  });
  if (stackSet === undefined) return;
  await upgradeStackSet(input, stackSet);
  while ((await getStackSetUpgradeState(input, stackSet)) === 'in_progress') {
    await sleep(pollIntervalMs);
    await continueIfLong(input);
  }
}

/** An update of a stack set can take hours, with two activities for each look at its state. */
async function continueIfLong(input: UpgradeTemplateInput): Promise<void> {
  if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof upgradeTemplate>(input);
}
