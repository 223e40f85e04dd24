import { ApplicationFailure, proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import { withRunStatus } from '../runs/with-run-status.ts';
import { runValidateAccounts } from './validate-accounts.ts';

const { syncDirectory } = proxyActivities<Pick<Activities, 'syncDirectory'>>({
  startToCloseTimeout: '30 minutes',
  heartbeatTimeout: '2 minutes',
  // Without a limit, because Postgres may be unavailable. The activity limits its attempts otherwise.
  retry: { maximumInterval: '30 seconds' },
});

const { finishValidation, requestFirstScans } = proxyActivities<
  Pick<Activities, 'finishValidation' | 'requestFirstScans'>
>({ startToCloseTimeout: '1 minute', retry: { maximumInterval: '15 seconds' } });

/** Syncs the directory of the AWS organization, validates the accounts that are not connected, and requests first scans. */
export async function syncAccounts(input: RunInput): Promise<void> {
  await withRunStatus(input, async () => {
    const { state, error } = await syncDirectory(input);
    if (state === 'deleted' || state === 'skipped') return 'cancelled';
    if (state === 'failed')
      throw ApplicationFailure.nonRetryable(error ?? 'The organization could not be read.', 'sync_failed');
    const validated = await runValidateAccounts(input, {
      summary: 'Validate the accounts that are not connected',
      notConnectedOnly: true,
    });
    const connected = await finishValidation(input);
    if (connected > 0) await requestFirstScans(input);
    return validated;
  });
}
