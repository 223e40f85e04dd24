import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.ts';
import { maintenanceActivityOptions } from './maintenance-activity-options.ts';

const activities = proxyActivities<Pick<Activities, 'checkSsoDomains'>>(maintenanceActivityOptions);

/** Checks the proofs of the domains of single sign-on that are due. */
export async function checkSsoDomains(): Promise<void> {
  await activities.checkSsoDomains();
}
