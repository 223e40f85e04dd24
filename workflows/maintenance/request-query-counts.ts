import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import { maintenanceActivityOptions } from './maintenance-activity-options.ts';

const activities = proxyActivities<Pick<Activities, 'requestQueryCounts'>>(maintenanceActivityOptions);

/** Starts the counts of saved queries that were requested within ten minutes of the last count. */
export async function requestQueryCounts(): Promise<void> {
  await activities.requestQueryCounts();
}
