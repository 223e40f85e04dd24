import { ActivityFailure, ApplicationFailure, proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import { failureMessage } from '../runs/with-run-status.ts';

const { validateOneAccount } = proxyActivities<Pick<Activities, 'validateOneAccount'>>({
  startToCloseTimeout: '15 minutes',
  heartbeatTimeout: '1 minute',
  retry: { initialInterval: '1 second', maximumInterval: '15 seconds', maximumAttempts: 5 },
});

const { markAccountUnreachable } = proxyActivities<Pick<Activities, 'markAccountUnreachable'>>({
  startToCloseTimeout: '1 minute',
  retry: { maximumInterval: '15 seconds' },
});

/**
 * Validates an account, and marks it unreachable when every attempt failed.
 * @throws ActivityFailure when this service caused the failure; the account then keeps its status.
 */
export async function validateOrMarkUnreachable(organizationId: string, accountId: string): Promise<void> {
  const account = { organizationId, accountId };
  try {
    await validateOneAccount(account);
  } catch (error) {
    if (!(error instanceof ActivityFailure) || isServiceFault(error.cause)) throw error;
    await markAccountUnreachable(account, failureMessage(error));
  }
}

/** Returns whether this service caused a failure: it has no AWS credentials, timed out, or threw an unknown error. */
function isServiceFault(cause: unknown): boolean {
  return !(cause instanceof ApplicationFailure) || cause.type === 'provider_unavailable';
}
