import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import { maintenanceActivityOptions } from './maintenance-activity-options.ts';

const activities = proxyActivities<Pick<Activities, 'refreshPlannerStatistics'>>(maintenanceActivityOptions);

/** Runs ANALYZE on the tables of the inventory. */
export async function refreshPlannerStatistics(): Promise<void> {
  await activities.refreshPlannerStatistics();
}
