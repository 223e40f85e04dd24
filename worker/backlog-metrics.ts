import type { Registry } from 'prom-client';
import { taskQueues } from '../domain/runs/run-kinds.ts';
import type { Logger } from '../runtime/logger.ts';
import type { TaskBacklog, Temporal } from '../runtime/temporal.ts';
import { registerReadGauges } from './register-read-gauges.ts';

interface QueueBacklog {
  readonly labels: { readonly queue: string; readonly type: string };
  readonly backlog: TaskBacklog;
}

const taskTypes = ['workflow', 'activity'] as const;

/**
 * Registers gauges of the backlogs of Temporal, by task queue and type of task (`workflow`, `activity`):
 * `task_queue_backlog_tasks` and `task_queue_backlog_age_seconds`. Every worker returns those of all queues of the
 * installation. They are read from Temporal at each scrape.
 */
export function registerBacklogMetrics(
  registry: Registry,
  temporal: Pick<Temporal, 'describeBacklog'>,
  logger: Logger,
): void {
  const read = (): Promise<readonly QueueBacklog[]> =>
    Promise.all(
      taskQueues.flatMap((queue) =>
        taskTypes.map(async (type) => ({
          labels: { queue, type },
          backlog: await temporal.describeBacklog(queue, type),
        })),
      ),
    );
  const gauge = (name: string, help: string, valueOf: (backlog: TaskBacklog) => number) => ({
    name,
    help,
    labelNames: ['queue', 'type'],
    samplesOf: (backlogs: readonly QueueBacklog[]) =>
      backlogs.map(({ labels, backlog }) => ({ labels, value: valueOf(backlog) })),
  });
  registerReadGauges(registry, logger, 'the backlogs of the task queues', read, [
    gauge(
      'task_queue_backlog_tasks',
      'Approximate number of tasks that wait for a worker, by task queue and type',
      ({ tasks }) => tasks,
    ),
    gauge(
      'task_queue_backlog_age_seconds',
      'Age of the oldest task that waits for a worker, by task queue and type',
      ({ ageSeconds }) => ageSeconds,
    ),
  ]);
}
