import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import { maintenanceActivityOptions } from './maintenance-activity-options.ts';

const activities = proxyActivities<Pick<Activities, 'deleteOldHistory'>>(maintenanceActivityOptions);

/** Deletes history of the inventory, CloudTrail events, scans and runs older than their retention periods. */
export async function deleteOldHistory(): Promise<void> {
  await activities.deleteOldHistory();
}
