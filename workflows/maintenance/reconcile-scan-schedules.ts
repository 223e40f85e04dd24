import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import { maintenanceActivityOptions } from './maintenance-activity-options.ts';

const activities = proxyActivities<Pick<Activities, 'reconcileScanSchedules'>>(maintenanceActivityOptions);

/** Makes the scan schedules in Temporal match the accounts in Postgres. */
export async function reconcileScanSchedules(): Promise<void> {
  await activities.reconcileScanSchedules();
}
