import {
  ActivityFailure,
  ApplicationFailure,
  continueAsNew,
  proxyActivities,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import type { ValidateAccountsInput } from '../../domain/connections/onboarding.ts';
import { failureMessage } from '../runs/with-run-status.ts';
import { mapConcurrently } from '../../domain/map-concurrently.ts';

const { listAccountsToValidate, markAccountUnreachable } = proxyActivities<
  Pick<Activities, 'listAccountsToValidate' | 'markAccountUnreachable'>
>({ startToCloseTimeout: '1 minute' });

const { validateOneAccount } = proxyActivities<Pick<Activities, 'validateOneAccount'>>({
  startToCloseTimeout: '15 minutes',
  heartbeatTimeout: '1 minute',
  retry: { initialInterval: '1 second', maximumInterval: '15 seconds', maximumAttempts: 5 },
});

const accountsAtOnce = 10;

/**
 * Validates the accounts of a connection, ten at a time. A failed validation marks its account unreachable and does not
 * stop the others.
 * @throws the failure when this service is at fault (see {@link isServiceFault}): it says nothing about the accounts.
 */
export async function validateAccounts(input: ValidateAccountsInput): Promise<void> {
  let after = input.after ?? null;
  for (;;) {
    const page = await listAccountsToValidate(input, after);
    await mapConcurrently(page, accountsAtOnce, (accountId) => validate(input.organizationId, accountId));
    const last = page.at(-1);
    if (last === undefined) return;
    after = last;
    if (workflowInfo().continueAsNewSuggested)
      await continueAsNew<typeof validateAccounts>({ ...input, after });
  }
}

async function validate(organizationId: string, accountId: string): Promise<void> {
  const account = { organizationId, accountId };
  try {
    await validateOneAccount(account);
  } catch (error) {
    if (!(error instanceof ActivityFailure) || isServiceFault(error.cause)) throw error;
    await markAccountUnreachable(account, failureMessage(error));
  }
}

/**
 * Whether the cause of a failed validation is this service (no AWS credentials, a timeout, an unknown error) and not the
 * account.
 */
export function isServiceFault(cause: unknown): boolean {
  return !(cause instanceof ApplicationFailure) || cause.type === 'provider_unavailable';
}
