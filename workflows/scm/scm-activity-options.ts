import type { ActivityOptions } from '@temporalio/workflow';

/** Options of activities that call GitHub or GitLab. A rate limit delays the retry as long as the provider says. */
export const scmActivityOptions: ActivityOptions = {
  startToCloseTimeout: '1 hour',
  heartbeatTimeout: '30 seconds',
  retry: { initialInterval: '2 seconds', maximumInterval: '5 minutes', maximumAttempts: 100 },
};
