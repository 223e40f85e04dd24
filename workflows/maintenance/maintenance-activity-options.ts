import type { ActivityOptions } from '@temporalio/workflow';

/**
 * The activities themselves end their retries, see `maintenanceWork`: an outage of Postgres is waited for, and the schedule
 * starts no second workflow meanwhile.
 */
export const maintenanceActivityOptions: ActivityOptions = {
  startToCloseTimeout: '1 hour',
  heartbeatTimeout: '30 seconds',
  retry: { initialInterval: '10 seconds', maximumInterval: '1 minute' },
};
