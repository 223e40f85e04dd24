import { Connection } from '@temporalio/client';
import { testStack } from './stack.ts';

/** Starts the next attempt of every activity of these workflows at once. Attempts that wait for a delay are meant. */
export async function retryActivities(workflowIds: readonly string[]): Promise<void> {
  const connection = await Connection.connect({ address: testStack().temporalAddress });
  const { workflowService } = connection;
  try {
    for (const workflowId of workflowIds) {
      const workflow = { namespace: 'default', execution: { workflowId } };
      const { pendingActivities } = await workflowService.describeWorkflowExecution(workflow);
      for (const { activityId } of pendingActivities)
        await workflowService.resetActivity({ ...workflow, id: activityId ?? '' });
    }
  } finally {
    await connection.close();
  }
}
