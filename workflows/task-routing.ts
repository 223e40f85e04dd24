import { workflowInfo } from '@temporalio/workflow';
import type { ActivityOptions, WorkflowInterceptorsFactory } from '@temporalio/workflow';
import { taskQueues } from '../domain/runs/run-kinds.ts';
import { activityQueues } from './activity-queues.ts';

/**
 * Interceptors of every workflow. They schedule each activity on the task queue of {@link activityQueues}, with the prefix
 * of the workflow's own queue, and give each activity and child workflow the fairness key of its organization. Temporal
 * then dispatches the tasks of a queue to organizations in turn.
 *
 * The organization is `organizationId` of the first argument of the activity or child, else of the workflow. Activities
 * of the whole installation have no fairness key.
 */
export const interceptors: WorkflowInterceptorsFactory = () => {
  let ofWorkflow: string | undefined;
  return {
    inbound: [
      {
        execute(input, next) {
          ofWorkflow = organizationOf(input.args);
          return next(input);
        },
      },
    ],
    outbound: [
      {
        scheduleActivity(input, next) {
          const { options, args, activityType } = input;
          const queue = isKnown(activityType) ? activityQueues[activityType] : undefined;
          return next({
            ...input,
            options: {
              ...options,
              ...(queue === undefined ? {} : { taskQueue: `${prefix()}${queue}` }),
              ...fair(options, organizationOf(args) ?? ofWorkflow),
            },
          });
        },
        startChildWorkflowExecution(input, next) {
          const { options } = input;
          const organizationId = organizationOf(options.args) ?? ofWorkflow;
          return next({ ...input, options: { ...options, ...fair(options, organizationId) } });
        },
      },
    ],
  };
};

function isKnown(activityType: string): activityType is keyof typeof activityQueues {
  return Object.hasOwn(activityQueues, activityType);
}

/** Returns the task queue of the workflow without the name of the queue. */
function prefix(): string {
  const { taskQueue } = workflowInfo();
  const name = taskQueues.find((queue) => taskQueue.endsWith(queue)) ?? '';
  return taskQueue.slice(0, taskQueue.length - name.length);
}

function organizationOf(args: readonly unknown[] | undefined): string | undefined {
  const first: unknown = args?.[0];
  if (typeof first !== 'object' || first === null || !('organizationId' in first)) return undefined;
  return typeof first.organizationId === 'string' ? first.organizationId : undefined;
}

function fair(
  { priority }: Pick<ActivityOptions, 'priority'>,
  fairnessKey: string | undefined,
): Pick<ActivityOptions, 'priority'> {
  return fairnessKey === undefined ? {} : { priority: { ...priority, fairnessKey } };
}
