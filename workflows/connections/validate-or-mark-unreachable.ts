import { ActivityFailure, ApplicationFailure, proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import { accountRejected } from '../../domain/connections/account-rejected.ts';
import { failureMessage } from '../runs/with-run-status.ts';

const { validateOneAccount } = proxyActivities<Pick<Activities, 'validateOneAccount'>>({
  startToCloseTimeout: '15 minutes',
  heartbeatTimeout: '1 minute',
  // Without a limit, because the activity limits its attempts except when Postgres is unavailable.
  retry: { initialInterval: '1 second', maximumInterval: '15 seconds' },
});

const { markAccountUnreachable } = proxyActivities<Pick<Activities, 'markAccountUnreachable'>>({
  startToCloseTimeout: '1 minute',
  retry: { maximumInterval: '15 seconds' },
});

/**
 * Validates an account, and marks it unreachable when AWS rejected every attempt because of the account.
 * @throws ActivityFailure for any other failure, for example of the network; the account then keeps its status.
 */
export async function validateOrMarkUnreachable(organizationId: string, accountId: string): Promise<void> {
  const account = { organizationId, accountId };
  try {
    await validateOneAccount(account);
  } catch (error) {
    if (!(error instanceof ActivityFailure) || !isAccountRejected(error.cause)) throw error;
    await markAccountUnreachable(account, failureMessage(error));
  }
}

function isAccountRejected(cause: unknown): boolean {
  return cause instanceof ApplicationFailure && cause.type === accountRejected;
}
