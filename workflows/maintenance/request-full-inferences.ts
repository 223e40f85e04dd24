import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import { maintenanceActivityOptions } from './maintenance-activity-options.ts';

const activities = proxyActivities<Pick<Activities, 'requestFullInferences'>>(maintenanceActivityOptions);

/** Requests a full inference run of every organization. */
export async function requestFullInferences(): Promise<void> {
  await activities.requestFullInferences();
}
