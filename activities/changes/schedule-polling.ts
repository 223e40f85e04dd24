import { ScheduleAlreadyRunning } from '@temporalio/client';
import type { Dependencies } from '../dependencies.ts';

/** One schedule for the whole installation polls CloudTrail every five minutes. Can be repeated. */
export async function schedulePolling({ temporal, configuration }: Dependencies): Promise<void> {
  const scheduleId = `${configuration.taskQueuePrefix}poll-changes`;
  try {
    await temporal.client.schedule.create({
      scheduleId,
      spec: { intervals: [{ every: '5 minutes' }] },
      policies: { overlap: 'SKIP', catchupWindow: '1 minute' },
      action: {
        type: 'startWorkflow',
        workflowType: 'pollChanges',
        workflowId: scheduleId,
        taskQueue: `${configuration.taskQueuePrefix}inventory`,
        args: [],
        staticSummary: 'Poll CloudTrail for changes',
      },
    });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
  }
}
