import { continueAsNew, proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import { withRunStatus } from '../runs/with-run-status.ts';

/** The activities themselves end the retries of errors other than those of Postgres. They also wait for a slot by retries. */
const { extractHolders, resolveDueHolders } = proxyActivities<
  Pick<Activities, 'extractHolders' | 'resolveDueHolders'>
>({
  startToCloseTimeout: '30 minutes',
  heartbeatTimeout: '30 seconds',
  retry: { initialInterval: '2 seconds', maximumInterval: '1 minute' },
});
const { finishExtraction } = proxyActivities<Pick<Activities, 'finishExtraction'>>({
  startToCloseTimeout: '1 minute',
});

/** Extracts the relationships of the resources of the account `subjectId`. The rows of the run store its progress. */
export async function extractGraph(input: RunInput): Promise<void> {
  await withRunStatus(input, async () => {
    while (await extractHolders(input)) await continueIfLong(input);
    while (await resolveDueHolders(input)) await continueIfLong(input);
    const { status, error } = await finishExtraction(input);
    // Without an error, a history has `null` or nothing.
    return typeof error === 'string' ? { status: 'partial', error } : status;
  });
}

async function continueIfLong(input: RunInput): Promise<void> {
  if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof extractGraph>(input);
}
