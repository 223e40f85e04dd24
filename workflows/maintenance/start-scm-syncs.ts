import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import { maintenanceActivityOptions } from './maintenance-activity-options.ts';

const activities = proxyActivities<Pick<Activities, 'startScmSyncs'>>(maintenanceActivityOptions);

/** Starts the due syncs of source-control connections. */
export async function startScmSyncs(): Promise<void> {
  await activities.startScmSyncs();
}
