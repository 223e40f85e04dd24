import type { ActivityOptions } from '@temporalio/workflow';

/** At most three attempts: the next start of the schedule repeats the work in any case. */
export const maintenanceActivityOptions: ActivityOptions = {
  startToCloseTimeout: '1 hour',
  heartbeatTimeout: '30 seconds',
  retry: { initialInterval: '10 seconds', maximumInterval: '1 minute', maximumAttempts: 3 },
};
