import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import { maintenanceActivityOptions } from './maintenance-activity-options.ts';

const activities = proxyActivities<Pick<Activities, 'redeliverGithubWebhooks'>>(maintenanceActivityOptions);

/** Requests that GitHub repeats the failed webhook deliveries of the App. */
export async function redeliverGithubWebhooks(): Promise<void> {
  await activities.redeliverGithubWebhooks();
}
