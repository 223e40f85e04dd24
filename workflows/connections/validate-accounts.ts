import {
  ActivityFailure,
  ApplicationFailure,
  continueAsNew,
  executeChild,
  isCancellation,
  log,
  proxyActivities,
  workflowInfo,
} from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import type { ValidateAccountsInput } from '../../domain/connections/onboarding.ts';
import { mapPagesConcurrently } from '../../domain/lists/map-pages-concurrently.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import { failureMessage } from '../runs/with-run-status.ts';
import { validateOrMarkUnreachable } from './validate-or-mark-unreachable.ts';

const { listAccountsToValidate } = proxyActivities<Pick<Activities, 'listAccountsToValidate'>>({
  startToCloseTimeout: '1 minute',
});

const accountsAtOnce = 10;

/**
 * Validates the accounts of a connection, ten at a time in a sliding window. A failed validation does not stop the others.
 * Returns `partial` when a validation failed for a reason outside of its account, which keeps its status.
 * @throws ActivityFailure when this service has no AWS credentials.
 */
export async function validateAccounts(input: ValidateAccountsInput): Promise<'succeeded' | 'partial'> {
  let failed = input.failed ?? false;
  const after = await mapPagesConcurrently(
    {
      after: input.after ?? null,
      limit: accountsAtOnce,
      isStopping: () => workflowInfo().continueAsNewSuggested,
    },
    (last) => listAccountsToValidate(input, last),
    async (accountId) => {
      try {
        await validateOrMarkUnreachable(input.organizationId, accountId);
      } catch (error) {
        if (isCancellation(error) || affectsEveryAccount(error)) throw error;
        log.warn('failed to validate an account', { account_id: accountId, reason: failureMessage(error) });
        failed = true;
      }
    },
  );
  if (after !== null) return continueAsNew<typeof validateAccounts>({ ...input, after, failed });
  return failed ? 'partial' : 'succeeded';
}

function affectsEveryAccount(error: unknown): boolean {
  const cause = error instanceof ActivityFailure ? error.cause : undefined;
  return cause instanceof ApplicationFailure && cause.type === 'provider_unavailable';
}

/**
 * Runs {@link validateAccounts} for a connection as a child workflow with the id `<id of the parent>/<name>`. Its history
 * is separate, because it grows with the number of accounts.
 */
export async function runValidateAccounts(
  { organizationId, subjectId: connectionId }: RunInput,
  child: { readonly name?: string; readonly summary: string; readonly notConnectedOnly?: boolean },
): Promise<'succeeded' | 'partial'> {
  const { name = 'accounts', summary, notConnectedOnly = false } = child;
  return executeChild(validateAccounts, {
    workflowId: `${workflowInfo().workflowId}/${name}`,
    args: [{ organizationId, connectionId, notConnectedOnly }],
    staticSummary: summary,
  });
}
