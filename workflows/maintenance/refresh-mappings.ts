import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import { maintenanceActivityOptions } from './maintenance-activity-options.ts';

const activities = proxyActivities<Pick<Activities, 'refreshMappings'>>(maintenanceActivityOptions);

/** Applies what changes the mapping of resources to code by time. */
export async function refreshMappings(): Promise<void> {
  await activities.refreshMappings();
}
