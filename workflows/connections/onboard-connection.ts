import {
  ChildWorkflowFailure,
  condition,
  continueAsNew,
  defineSignal,
  executeChild,
  isCancellation,
  proxyActivities,
  setHandler,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import { recheckSignal } from '../../domain/connections/onboarding.ts';
import type { OnboardingCheck } from '../../domain/connections/onboarding.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import { asRun } from '../runs/as-run.ts';
import { validateAccounts } from './validate-accounts.ts';

const { lookForRole, beginStep, validateRoot, concludeValidation, requestFirstScans } = proxyActivities<
  Pick<Activities, 'lookForRole' | 'beginStep' | 'validateRoot' | 'concludeValidation' | 'requestFirstScans'>
>({ startToCloseTimeout: '2 minutes', retry: { maximumInterval: '30 seconds' } });

const { syncDirectory } = proxyActivities<Pick<Activities, 'syncDirectory'>>({
  startToCloseTimeout: '30 minutes',
  heartbeatTimeout: '2 minutes',
  retry: { maximumInterval: '30 seconds' },
});

export const recheck = defineSignal(recheckSignal);

export interface OnboardInput extends RunInput {
  /** Looks that found nothing so far. */
  readonly attempt?: number;
}

/**
 * Waits for the customer to deploy the role, then validates the connection, reads the directory, validates the
 * accounts and asks for their first scan. A step that fails is tried again until it works or the connection is deleted.
 */
export async function onboardConnection(input: OnboardInput): Promise<void> {
  let woken = false;
  setHandler(recheck, () => {
    woken = true;
  });
  await asRun(input, async () => {
    for (let attempt = input.attempt ?? 0; ; attempt += 1) {
      const look = await goOn(input, attempt);
      if (look.state === 'ready') return 'succeeded';
      if (look.state === 'gone') return 'cancelled';
      if (workflowInfo().continueAsNewSuggested)
        await continueAsNew<typeof onboardConnection>({ ...input, attempt: attempt + 1 });
      await condition(() => woken, look.waitMs);
      woken = false;
    }
  });
}

async function goOn(input: RunInput, attempt: number): Promise<OnboardingCheck> {
  const look = await lookForRole(input, attempt);
  if (look.state !== 'ready') return look;
  const waiting = { ...look, state: 'waiting' } as const;
  await beginStep(input, 'validate_connection');
  const root = await validateRoot(input);
  if (root.state !== 'ok') return root.state === 'gone' ? { ...look, state: 'gone' } : waiting;
  await beginStep(input, 'sync_accounts');
  const synced = await syncDirectory(input);
  if (synced.state === 'failed') return waiting;
  await beginStep(input, 'validate_accounts');
  if (!(await validateAll(input, attempt))) return waiting;
  if ((await concludeValidation(input)) === 0) return waiting;
  await beginStep(input, 'first_scan');
  await requestFirstScans(input);
  return look;
}

/** `false` when this service could not look; the accounts are not to blame, and it looks again. */
async function validateAll(input: RunInput, attempt: number): Promise<boolean> {
  try {
    await executeChild(validateAccounts, {
      workflowId: `${workflowInfo().workflowId}/accounts-${attempt}`,
      args: [
        {
          organizationId: input.organizationId,
          connectionId: input.subjectId,
          notConnectedOnly: false,
        },
      ],
      staticSummary: 'Validate the accounts',
    });
    return true;
  } catch (error) {
    if (error instanceof ChildWorkflowFailure && !isCancellation(error)) return false;
    throw error;
  }
}
