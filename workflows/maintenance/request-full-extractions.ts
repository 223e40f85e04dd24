import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import { maintenanceActivityOptions } from './maintenance-activity-options.ts';

const activities = proxyActivities<Pick<Activities, 'requestFullExtractions'>>(maintenanceActivityOptions);

/** Requests a full extraction of the relationships of every account. */
export async function requestFullExtractions(): Promise<void> {
  await activities.requestFullExtractions();
}
