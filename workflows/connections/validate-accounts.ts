import { continueAsNew, executeChild, proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import type { ValidateAccountsInput } from '../../domain/connections/onboarding.ts';
import { mapPagesConcurrently } from '../../domain/map-pages-concurrently.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import { validateOrMarkUnreachable } from './validate-or-mark-unreachable.ts';

const { listAccountsToValidate } = proxyActivities<Pick<Activities, 'listAccountsToValidate'>>({
  startToCloseTimeout: '1 minute',
});

const accountsAtOnce = 10;

/**
 * Validates the accounts of a connection, ten at a time in a sliding window. A failed validation marks its account unreachable and does not
 * stop the others.
 * @throws ActivityFailure when this service caused the failure.
 */
export async function validateAccounts(input: ValidateAccountsInput): Promise<void> {
  const after = await mapPagesConcurrently(
    {
      after: input.after ?? null,
      limit: accountsAtOnce,
      isStopping: () => workflowInfo().continueAsNewSuggested,
    },
    (last) => listAccountsToValidate(input, last),
    (accountId) => validateOrMarkUnreachable(input.organizationId, accountId),
  );
  if (after !== null) await continueAsNew<typeof validateAccounts>({ ...input, after });
}

/**
 * Runs {@link validateAccounts} for a connection as a child workflow with the id `<id of the parent>/<name>`. Its history
 * is separate, because it grows with the number of accounts.
 */
export async function runValidateAccounts(
  { organizationId, subjectId: connectionId }: RunInput,
  child: { readonly name?: string; readonly summary: string; readonly notConnectedOnly?: boolean },
): Promise<void> {
  const { name = 'accounts', summary, notConnectedOnly = false } = child;
  await executeChild(validateAccounts, {
    workflowId: `${workflowInfo().workflowId}/${name}`,
    args: [{ organizationId, connectionId, notConnectedOnly }],
    staticSummary: summary,
  });
}
