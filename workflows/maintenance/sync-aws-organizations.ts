import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import { maintenanceActivityOptions } from './maintenance-activity-options.ts';

const activities = proxyActivities<Pick<Activities, 'syncAwsOrganizations'>>(maintenanceActivityOptions);

/** Launches a sync for each AWS organization that was not synced for `ORGANIZATION_SYNC_MINUTES`. */
export async function syncAwsOrganizations(): Promise<void> {
  await activities.syncAwsOrganizations();
}
