import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import { maintenanceActivityOptions } from './maintenance-activity-options.ts';

const activities = proxyActivities<Pick<Activities, 'requestQueuedInferences'>>(maintenanceActivityOptions);

/** Starts the inference runs of organizations whose queue has rows. */
export async function requestQueuedInferences(): Promise<void> {
  await activities.requestQueuedInferences();
}
