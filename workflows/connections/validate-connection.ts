import { ApplicationFailure, executeChild, proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import { asRun } from '../runs/as-run.ts';
import { validateAccounts } from './validate-accounts.ts';

const { validateRoot, concludeValidation, requestFirstScans, wakeOnboarding } = proxyActivities<
  Pick<Activities, 'validateRoot' | 'concludeValidation' | 'requestFirstScans' | 'wakeOnboarding'>
>({
  startToCloseTimeout: '2 minutes',
  retry: { maximumInterval: '15 seconds', maximumAttempts: 5 },
});

/** Validates a connection as a whole and all of its accounts; an onboarding that waits goes on. */
export async function validateConnection(input: RunInput): Promise<void> {
  await asRun(input, async () => {
    const root = await validateRoot(input);
    await wakeOnboarding(input.organizationId, input.subjectId);
    if (root.state === 'gone') return 'cancelled';
    if (root.state === 'failed')
      throw ApplicationFailure.nonRetryable(root.error ?? 'The connection does not work.', 'invalid');
    await executeChild(validateAccounts, {
      workflowId: `${workflowInfo().workflowId}/accounts`,
      args: [
        {
          organizationId: input.organizationId,
          connectionId: input.subjectId,
          notConnectedOnly: false,
        },
      ],
      staticSummary: 'Validate the accounts',
    });
    const connected = await concludeValidation(input);
    if (connected > 0) await requestFirstScans(input);
    return 'succeeded';
  });
}
