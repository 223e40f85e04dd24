import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';

const { requestScheduledScan } = proxyActivities<Pick<Activities, 'requestScheduledScan'>>({
  startToCloseTimeout: '1 minute',
  scheduleToCloseTimeout: '10 minutes',
});

/** Started by the Temporal Schedule of an account: requests a scan of the account. */
export async function scheduledScan(account: {
  readonly organizationId: string;
  readonly accountId: string;
}): Promise<void> {
  await requestScheduledScan(account);
}
