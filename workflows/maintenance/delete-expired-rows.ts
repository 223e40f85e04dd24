import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import { maintenanceActivityOptions } from './maintenance-activity-options.ts';

const activities = proxyActivities<Pick<Activities, 'deleteExpiredRows'>>(maintenanceActivityOptions);

/** Deletes expired idempotency keys, sessions, seen-sets, rate limit windows and audit entries. */
export async function deleteExpiredRows(): Promise<void> {
  await activities.deleteExpiredRows();
}
