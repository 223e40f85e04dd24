import type { ActivityOptions } from '@temporalio/workflow';

/**
 * Options of activities that call GitHub or GitLab. The number of attempts has no limit: the activity itself ends the
 * retries of errors other than rate limits and outages, for which it sets the delay: a day at most, and then there is an
 * hour for the requests. Later the work fails, and the reconciliation repeats it.
 */
export const scmActivityOptions: ActivityOptions = {
  startToCloseTimeout: '1 hour',
  scheduleToCloseTimeout: '25 hours',
  heartbeatTimeout: '30 seconds',
  retry: { initialInterval: '2 seconds', maximumInterval: '1 minute' },
};
