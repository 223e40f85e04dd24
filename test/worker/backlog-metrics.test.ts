import test from 'ava';
import { Registry } from 'prom-client';
import { taskQueues } from '../../domain/runs/run-kinds.ts';
import { createLogger } from '../../runtime/logger.ts';
import type { TaskBacklog } from '../../runtime/temporal.ts';
import { registerBacklogMetrics } from '../../worker/backlog-metrics.ts';

const logger = createLogger('test', 'silent');

test('reads the backlogs of all queues once for each scrape, and omits them without Temporal', async (t) => {
  let calls = 0;
  let available = true;
  const describeBacklog = (queue: string, type: string): Promise<TaskBacklog> => {
    calls += 1;
    if (!available) return Promise.reject(new Error('no connection'));
    return Promise.resolve(
      queue === 'aws' && type === 'activity' ? { tasks: 120, ageSeconds: 45 } : { tasks: 0, ageSeconds: 0 },
    );
  };
  const registry = new Registry();
  registerBacklogMetrics(registry, { describeBacklog }, logger);
  const scraped = await registry.metrics();
  t.is(calls, taskQueues.length * 2);
  t.regex(scraped, /^task_queue_backlog_tasks\{queue="aws",type="activity"\} 120$/m);
  t.regex(scraped, /^task_queue_backlog_age_seconds\{queue="aws",type="activity"\} 45$/m);
  for (const queue of taskQueues)
    t.true(scraped.includes(`task_queue_backlog_tasks{queue="${queue}",type="workflow"} 0`), queue);
  available = false;
  t.notRegex(await registry.metrics(), /^task_queue_backlog/m);
});
