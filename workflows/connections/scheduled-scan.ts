import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';

const { requestScheduledScan } = proxyActivities<Pick<Activities, 'requestScheduledScan'>>({
  startToCloseTimeout: '1 minute',
  scheduleToCloseTimeout: '10 minutes',
});

/** What an account's Temporal Schedule starts: it asks for a scan as any caller does. */
export async function scheduledScan(account: {
  readonly organizationId: string;
  readonly accountId: string;
}): Promise<void> {
  await requestScheduledScan(account);
}
