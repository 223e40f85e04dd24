import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import { maintenanceActivityOptions } from './maintenance-activity-options.ts';

const activities = proxyActivities<Pick<Activities, 'logAuditHeads'>>(maintenanceActivityOptions);

/** Logs the head of each organization's audit chain. */
export async function logAuditHeads(): Promise<void> {
  await activities.logAuditHeads();
}
