import type { Bench, BenchContext, Figure } from '../bench.ts';
import { measureEmptyTasks } from '../scan/empty-tasks.ts';
import { createAccount, fillPlain, plainTypes } from '../scan/estate.ts';
import { startApiProcess, startWorkerProcess } from '../scan/processes.ts';
import { openProduct } from '../scan/product.ts';
import { measureInteractiveWait } from './measure-interactive-wait.ts';
import { measureWorkers } from './measure-workers.ts';
import { fleetAccounts, fleetHours, isInTime, maximumWorkers, planFleet } from './plan-fleet.ts';
import type { TaskTimes } from './plan-fleet.ts';
import type { FleetResult } from './simulate-fleet.ts';

const measuredResources = 2000;

/**
 * Measures the wait of an interactive run beside the full runs of 1,000 organizations, and the times of a task and of a resource,
 * and simulates the scans of 10,000 accounts with them.
 */
export const fleet: Bench = {
  name: 'fleet',
  summary: `workers needed to scan ${fleetAccounts} accounts in ${fleetHours} hours, by simulation with measured task times; the wait of an interactive run beside 1,000 full ones`,
  async run(context) {
    const workers = await measureWorkers(context);
    const waits = await measureInteractiveWait(context);
    const times = await measureTimes(context);
    const { workers: wanted, tasksPerAccount, scheduled, single } = planFleet(times, context.say);
    return {
      ...workers,
      ...waits,
      task: { value: times.perTask * 1000, unit: 'ms of a worker', ok: true },
      resource: { value: times.perResource * 1000, unit: 'ms of a worker', ok: true },
      tasks_per_account: { value: tasksPerAccount, unit: 'tasks', ok: true },
      workers: {
        value: wanted,
        unit: 'workers',
        target: `<= ${maximumWorkers}`,
        ok: isInTime(scheduled) && isInTime(single),
      },
      scheduled_scans: inTime(scheduled),
      scheduled_scan_p99: { value: quantile(scheduled.scanSeconds, 0.99) / 60, unit: 'minutes', ok: true },
      one_scan: inTime(single),
      utilisation: { value: scheduled.utilisation, unit: "of the workers' CPU", ok: true },
    };
  },
};

/** The emulator and Postgres run on the same machine, so the times are upper limits. */
async function measureTimes(context: BenchContext): Promise<TaskTimes> {
  const environment = { ...context.environment, NODE_ENV: 'development' };
  const api = await startApiProcess(environment);
  const worker = await startWorkerProcess(environment);
  const product = await openProduct(api.url, context.databaseUrl);
  try {
    const { empty_tasks: tasks, empty_tasks_seconds: seconds } = await measureEmptyTasks(
      context,
      product,
      worker,
    );
    const account = await createAccount(context.awsEndpointUrl);
    await fillPlain(context.awsEndpointUrl, account, measuredResources);
    const id = await product.connect(account, ['eu-west-1']);
    const done = await product.scan({ aws_account_id: id, resource_types: [...plainTypes] });
    return {
      perTask: (seconds?.value ?? 0) / (tasks?.value ?? 1),
      perResource: done.seconds / done.counts.seen,
    };
  } finally {
    await product.close();
    await worker.stop();
    await api.stop();
  }
}

function inTime(result: FleetResult): Figure {
  return { value: result.seconds / 3600, unit: 'hours', target: `<= ${fleetHours}`, ok: isInTime(result) };
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
}
