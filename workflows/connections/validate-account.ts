import { ActivityFailure, proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import { withRunStatus, failureMessage } from '../runs/with-run-status.ts';
import { isServiceFault } from './validate-accounts.ts';

const { validateOneAccount } = proxyActivities<Pick<Activities, 'validateOneAccount'>>({
  startToCloseTimeout: '15 minutes',
  heartbeatTimeout: '1 minute',
  retry: { initialInterval: '1 second', maximumInterval: '15 seconds', maximumAttempts: 5 },
});

const { markAccountUnreachable, finishAccountValidation, requestFirstScans, recheckOnboarding } =
  proxyActivities<
    Pick<
      Activities,
      'markAccountUnreachable' | 'finishAccountValidation' | 'requestFirstScans' | 'recheckOnboarding'
    >
  >({ startToCloseTimeout: '1 minute', retry: { maximumInterval: '15 seconds' } });

/** Validates one account. `subjectId` is the account's id. */
export async function validateAccount(input: RunInput): Promise<void> {
  await withRunStatus(input, async () => {
    const account = { organizationId: input.organizationId, accountId: input.subjectId };
    try {
      await validateOneAccount(account);
    } catch (error) {
      if (!(error instanceof ActivityFailure) || isServiceFault(error.cause)) throw error;
      await markAccountUnreachable(account, failureMessage(error));
    }
    const connectionId = await finishAccountValidation(account);
    if (connectionId === null) return 'cancelled';
    await recheckOnboarding(input.organizationId, connectionId);
    await requestFirstScans({ ...input, subjectId: connectionId });
    return 'succeeded';
  });
}
