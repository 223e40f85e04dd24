import { continueAsNew, executeChild, proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import type { ScanInput } from '../../domain/discovery/scan-input.ts';
import { withRunStatus } from '../runs/with-run-status.ts';
import { mapConcurrently } from '../../domain/map-concurrently.ts';
import { scanAccount } from './scan-account.ts';

const { scanAccounts, scanOutcome } = proxyActivities<Pick<Activities, 'scanAccounts' | 'scanOutcome'>>({
  startToCloseTimeout: '1 minute',
  retry: { maximumInterval: '10 seconds' },
});

/** Maximum number of activities of a scan in flight, over all of its accounts. */
const activitiesInFlight = 50;
const accountsAtOnce = 10;

/**
 * Scans a page of accounts, each in a child workflow, then continues as new with the next page. After the last page,
 * computes the outcome of the scan from its tasks.
 */
export async function scan(input: ScanInput): Promise<void> {
  await withRunStatus(input, async () => {
    const accounts = await scanAccounts(input, input.after ?? null);
    const childrenAtOnce = Math.min(accountsAtOnce, Math.max(1, accounts.length));
    await mapConcurrently(accounts, childrenAtOnce, (accountId) =>
      executeChild(scanAccount, {
        workflowId: `${workflowInfo().workflowId}/account-${accountId}`,
        args: [
          {
            organizationId: input.organizationId,
            scanId: input.runId,
            accountId,
            window: Math.floor(activitiesInFlight / childrenAtOnce),
          },
        ],
        staticSummary: 'Scan one account',
      }),
    );
    const after = accounts.at(-1);
    if (after !== undefined) await continueAsNew<typeof scan>({ ...input, after });
    return scanOutcome(input);
  });
}
