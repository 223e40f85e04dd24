import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import { maintenanceActivityOptions } from './maintenance-activity-options.ts';

const activities = proxyActivities<Pick<Activities, 'deleteOldHistory'>>(maintenanceActivityOptions);

/** Deletes inventory history older than the retention period. */
export async function deleteOldHistory(): Promise<void> {
  await activities.deleteOldHistory();
}
