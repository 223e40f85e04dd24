import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import { maintenanceActivityOptions } from './maintenance-activity-options.ts';

const activities = proxyActivities<Pick<Activities, 'refreshMapping'>>(maintenanceActivityOptions);

/** Applies overdue sources, scans that are too old, and a new day of the coverage history. */
export async function refreshMapping(): Promise<void> {
  await activities.refreshMapping();
}
