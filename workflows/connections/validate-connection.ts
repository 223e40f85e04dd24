import { ApplicationFailure, proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import { withRunStatus } from '../runs/with-run-status.ts';
import { runValidateAccounts } from './validate-accounts.ts';

const { checkConnection, finishValidation, requestFirstScans, recheckOnboarding } = proxyActivities<
  Pick<Activities, 'checkConnection' | 'finishValidation' | 'requestFirstScans' | 'recheckOnboarding'>
>({
  startToCloseTimeout: '2 minutes',
  // Without a limit, because Postgres may be unavailable. `checkConnection` limits its attempts otherwise.
  retry: { maximumInterval: '15 seconds' },
});

/** Validates a connection and its accounts. Signals an active onboarding to recheck the role. */
export async function validateConnection(input: RunInput): Promise<void> {
  await withRunStatus(input, async () => {
    const connection = await checkConnection(input);
    await recheckOnboarding(input.organizationId, input.subjectId);
    if (connection.state === 'deleted') return 'cancelled';
    if (connection.state === 'failed')
      throw ApplicationFailure.nonRetryable(connection.error ?? 'The connection does not work.', 'invalid');
    const validated = await runValidateAccounts(input, { summary: 'Validate the accounts' });
    const connected = await finishValidation(input);
    if (connected > 0) await requestFirstScans(input);
    return validated;
  });
}
