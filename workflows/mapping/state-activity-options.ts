import type { ActivityOptions } from '@temporalio/workflow';

/**
 * Options of the activities that read Terraform states. The number of attempts has no limit: the activity itself ends the
 * retries of errors other than those of Postgres. The schedule repeats a sync that did not end within two hours.
 */
export const stateActivityOptions: ActivityOptions = {
  startToCloseTimeout: '30 minutes',
  scheduleToCloseTimeout: '2 hours',
  heartbeatTimeout: '30 seconds',
  retry: { initialInterval: '2 seconds', maximumInterval: '1 minute' },
};
