import {
  ActivityFailure,
  ApplicationFailure,
  continueAsNew,
  proxyActivities,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import type { ValidateAccountsInput } from '../../domain/connections/onboarding.ts';
import { messageOf } from '../runs/as-run.ts';
import { mapConcurrently } from '../../domain/map-concurrently.ts';

const { pageOfAccounts, noteUnreachable } = proxyActivities<
  Pick<Activities, 'pageOfAccounts' | 'noteUnreachable'>
>({ startToCloseTimeout: '1 minute' });

const { validateOneAccount } = proxyActivities<Pick<Activities, 'validateOneAccount'>>({
  startToCloseTimeout: '15 minutes',
  heartbeatTimeout: '1 minute',
  retry: { initialInterval: '1 second', maximumInterval: '15 seconds', maximumAttempts: 5 },
});

const accountsAtOnce = 10;

/** Validates the accounts of a connection, some at a time. A fault of one account is that account's. */
export async function validateAccounts(input: ValidateAccountsInput): Promise<void> {
  let after = input.after ?? null;
  for (;;) {
    const page = await pageOfAccounts(input, after);
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
    if (!(error instanceof ActivityFailure) || isOurs(error.cause)) throw error;
    await noteUnreachable(account, messageOf(error));
  }
}

/** Our own credentials are at fault: that says nothing of any account. */
export function isOurs(cause: unknown): boolean {
  return !(cause instanceof ApplicationFailure) || cause.type === 'provider_unavailable';
}
