import { randomUUID } from 'node:crypto';
import test from 'ava';
import { freePort } from '../../dev/stack/ports.ts';
import { startWorkerProcess } from '../faults/support/worker-process.ts';
import { eventually } from '../support/eventually.ts';
import { isOfTemporalSdk, missingInScrape } from '../support/monitoring/monitoring-queries.ts';
import { useTestApi } from '../support/use-test-api.ts';

const api = useTestApi();

/** Metrics that docs/operations.md names for alerts. */
const alertMetrics = [
  'temporal_worker_task_slots_available',
  'temporal_worker_task_slots_used',
  'temporal_activity_schedule_to_start_latency',
  'temporal_workflow_task_schedule_to_start_latency',
  'temporal_workflow_task_execution_failed',
];

test("serves the Temporal SDK's metrics of slots, schedule-to-start latency and failed workflow tasks", async (t) => {
  const port = await freePort();
  const worker = startWorkerProcess(api.configuration, {
    ...process.env,
    TEMPORAL_METRICS_PORT: String(port),
  });
  try {
    const { workflow } = api.services.temporal.client;
    const taskQueue = `${api.configuration.taskQueuePrefix}inventory`;
    const start = (type: string) => workflow.start(type, { taskQueue, workflowId: randomUUID() });
    await (await start('refreshPlannerStatistics')).result();
    // Workers run no workflows of this queue.
    const waiting = await workflow.start('refreshPlannerStatistics', {
      taskQueue: `${api.configuration.taskQueuePrefix}scm`,
      workflowId: randomUUID(),
    });
    const { temporal } = api.services;
    await eventually(
      'a backlog of one task',
      async () => (await temporal.describeBacklog('scm', 'workflow')).tasks === 1,
    );
    await waiting.terminate();
    // The workflow tasks of an unknown workflow fail.
    const unknown = await start('unknownWorkflow');
    const text = await eventually('a failed workflow task', async () => {
      const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      return metrics.includes('temporal_workflow_task_execution_failed') && metrics;
    });
    for (const name of alertMetrics) t.regex(text, new RegExp(`^${name}(_bucket)?\\{`, 'm'), name);
    t.deepEqual(
      missingInScrape(text, isOfTemporalSdk),
      [],
      'the dashboard and the alerts use what the SDK exports',
    );
    t.regex(text, /^temporal_worker_task_slots_available\{[^}]*worker_type="ActivityWorker"/m);
    await unknown.terminate();
  } finally {
    await worker.kill();
  }
});
