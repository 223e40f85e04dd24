import { continueAsNew, executeChild, proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import type { ScanInput } from '../../domain/discovery/scan-input.ts';
import { asRun } from '../runs/as-run.ts';
import { mapConcurrently } from '../../domain/map-concurrently.ts';
import { scanAccount } from './scan-account.ts';

const { scanAccounts, scanResult } = proxyActivities<Pick<Activities, 'scanAccounts' | 'scanResult'>>({
  startToCloseTimeout: '1 minute',
  retry: { maximumInterval: '10 seconds' },
});

/** Activities of a scan that may be in flight, over all of its accounts. */
const activitiesInFlight = 50;
const accountsAtOnce = 10;

/**
 * Scans the accounts of a scan's row, each in a child; hands out a page of accounts, then continues as new.
 * How it ended is read from the tasks' rows.
 */
export async function scan(input: ScanInput): Promise<void> {
  await asRun(input, async () => {
    const accounts = await scanAccounts(input, input.after ?? null);
    const lanes = Math.min(accountsAtOnce, Math.max(1, accounts.length));
    await mapConcurrently(accounts, lanes, (accountId) =>
      executeChild(scanAccount, {
        workflowId: `${workflowInfo().workflowId}/account-${accountId}`,
        args: [
          {
            organizationId: input.organizationId,
            scanId: input.runId,
            accountId,
            window: Math.floor(activitiesInFlight / lanes),
          },
        ],
        staticSummary: 'Scan one account',
      }),
    );
    const after = accounts.at(-1);
    if (after !== undefined) await continueAsNew<typeof scan>({ ...input, after });
    return scanResult(input);
  });
}
