import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import { maintenanceActivityOptions } from './maintenance-activity-options.ts';

const activities = proxyActivities<Pick<Activities, 'startWaitingDeliveries'>>(maintenanceActivityOptions);

/** Starts the runs of webhook deliveries that have none. */
export async function startWaitingDeliveries(): Promise<void> {
  await activities.startWaitingDeliveries();
}
