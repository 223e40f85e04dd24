import { dayMs } from '../../domain/time.ts';
import {
  ChildWorkflowFailure,
  condition,
  continueAsNew,
  defineSignal,
  isCancellation,
  proxyActivities,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import { recheckSignal } from '../../domain/connections/onboarding.ts';
import type { OnboardingAttempt } from '../../domain/connections/onboarding.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import { withRunStatus } from '../runs/with-run-status.ts';
import { runValidateAccounts } from './validate-accounts.ts';

const { checkRoleDeployed, markStepInProgress, checkConnection, finishValidation, requestFirstScans } =
  proxyActivities<
    Pick<
      Activities,
      | 'checkRoleDeployed'
      | 'markStepInProgress'
      | 'checkConnection'
      | 'finishValidation'
      | 'requestFirstScans'
    >
  >({ startToCloseTimeout: '2 minutes', retry: { maximumInterval: '30 seconds' } });

const { syncDirectory } = proxyActivities<Pick<Activities, 'syncDirectory'>>({
  startToCloseTimeout: '30 minutes',
  heartbeatTimeout: '2 minutes',
  retry: { maximumInterval: '30 seconds' },
});

const defaultMaximumRunMs = dayMs;

export const recheck = defineSignal(recheckSignal);

export interface OnboardInput extends RunInput {
  /** Number of attempts before the workflow continued as new. */
  readonly attempt?: number;
  /** Duration after which a run continues as new; 24 hours by default. */
  readonly maximumRunMs?: number;
}

/**
 * Waits until the customer has deployed the role, then validates the connection, syncs the directory, validates the
 * accounts and requests their first scan. Repeats all steps until they succeed or the connection is deleted.
 */
export async function onboardConnection(input: OnboardInput): Promise<void> {
  let recheckRequested = false;
  setHandler(recheck, () => {
    recheckRequested = true;
  });
  await withRunStatus(input, async () => {
    for (let attempt = input.attempt ?? 0; ; attempt += 1) {
      const { state, waitMs } = await attemptOnboarding(input, attempt);
      if (state === 'ready') return 'succeeded';
      if (state === 'deleted') return 'cancelled';
      if (isRunOld(input)) await continueAsNew<typeof onboardConnection>({ ...input, attempt: attempt + 1 });
      await condition(() => recheckRequested, waitMs);
      recheckRequested = false;
    }
  });
}

/**
 * Bounds one run of a workflow that may never end, in events and in time. A new run uses the current code from its first
 * event, so a `patched` branch is needed for a day after a deployment, not for years.
 */
function isRunOld({ maximumRunMs = defaultMaximumRunMs }: OnboardInput): boolean {
  const { continueAsNewSuggested, runStartTime } = workflowInfo();
  return continueAsNewSuggested || Date.now() - runStartTime.getTime() >= maximumRunMs;
}

async function attemptOnboarding(input: RunInput, attempt: number): Promise<OnboardingAttempt> {
  const role = await checkRoleDeployed(input, attempt);
  if (role.state !== 'ready') return role;
  const retryLater = { ...role, state: 'waiting' } as const;
  await markStepInProgress(input, 'validate_connection');
  const connection = await checkConnection(input);
  if (connection.state === 'deleted') return { ...role, state: 'deleted' };
  if (connection.state === 'failed') return retryLater;
  await markStepInProgress(input, 'sync_accounts');
  const synced = await syncDirectory(input);
  if (synced.state === 'failed') return retryLater;
  await markStepInProgress(input, 'validate_accounts');
  if (!(await validateAllAccounts(input, attempt))) return retryLater;
  if ((await finishValidation(input)) === 0) return retryLater;
  await markStepInProgress(input, 'first_scan');
  await requestFirstScans(input);
  return role;
}

/** Returns `false` when the validation failed because of this service; the caller then repeats all steps. */
async function validateAllAccounts(input: RunInput, attempt: number): Promise<boolean> {
  try {
    await runValidateAccounts(input, { name: `accounts-${attempt}`, summary: 'Validate the accounts' });
    return true;
  } catch (error) {
    if (error instanceof ChildWorkflowFailure && !isCancellation(error)) return false;
    throw error;
  }
}
