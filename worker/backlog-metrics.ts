import { Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import { taskQueues } from '../domain/runs/run-kinds.ts';
import type { Logger } from '../runtime/logger.ts';
import type { TaskBacklog, Temporal } from '../runtime/temporal.ts';

interface QueueBacklog {
  readonly labels: { readonly queue: string; readonly type: string };
  readonly backlog: TaskBacklog;
}

const taskTypes = ['workflow', 'activity'] as const;

/**
 * Registers gauges of the backlogs of Temporal, by task queue and type of task (`workflow`, `activity`):
 * `task_queue_backlog_tasks` and `task_queue_backlog_age_seconds`. Every worker returns those of all queues of the
 * installation. They are read from Temporal at each scrape. A scrape without Temporal omits them.
 */
export function registerBacklogMetrics(
  registry: Registry,
  temporal: Pick<Temporal, 'describeBacklog'>,
  logger: Logger,
): void {
  const read = async (): Promise<readonly QueueBacklog[]> => {
    try {
      return await Promise.all(
        taskQueues.flatMap((queue) =>
          taskTypes.map(async (type) => ({
            labels: { queue, type },
            backlog: await temporal.describeBacklog(queue, type),
          })),
        ),
      );
    } catch (error) {
      logger.warn({ err: error }, 'failed to read the backlogs of the task queues');
      return [];
    }
  };
  // The gauges of a scrape are collected at the same time, and share one reading.
  let reading: Promise<readonly QueueBacklog[]> | undefined;
  const readOnce = () => (reading ??= read().finally(() => (reading = undefined)));
  const register = (name: string, help: string, valueOf: (backlog: TaskBacklog) => number) => {
    const gauge = new Gauge({
      name,
      help,
      labelNames: ['queue', 'type'],
      registers: [registry],
      async collect() {
        const backlogs = await readOnce();
        gauge.reset();
        for (const { labels, backlog } of backlogs) gauge.set(labels, valueOf(backlog));
      },
    });
  };
  register(
    'task_queue_backlog_tasks',
    'Approximate number of tasks that wait for a worker, by task queue and type',
    ({ tasks }) => tasks,
  );
  register(
    'task_queue_backlog_age_seconds',
    'Age of the oldest task that waits for a worker, by task queue and type',
    ({ ageSeconds }) => ageSeconds,
  );
}
