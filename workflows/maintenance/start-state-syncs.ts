import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import { maintenanceActivityOptions } from './maintenance-activity-options.ts';

const activities = proxyActivities<Pick<Activities, 'startStateSyncs'>>(maintenanceActivityOptions);

/** Starts the due syncs of Terraform state sources and the due detections of states. */
export async function startStateSyncs(): Promise<void> {
  await activities.startStateSyncs();
}
