import { planTasks } from '../../../domain/discovery/tasks/plan-tasks.ts';
import { tasksAtOnce, tasksPerActivity } from '../../../domain/discovery/tasks/scan-input.ts';
import { activitySlots, scanActivitiesInFlight } from '../../../domain/runs/activity-slots.ts';
import { emptyTaskRegions } from '../scan/empty-tasks.ts';
import { simulateFleet } from './simulate-fleet.ts';
import type { FleetAccount, FleetLimits, FleetResult, FleetScan } from './simulate-fleet.ts';

export const fleetAccounts = 10_000;
export const fleetHours = 24;
export const maximumWorkers = 64;
/** As in workflows/discovery/scan.ts. */
const accountsAtOnce = 10;
/** Assumed duration of the calls of a task to another region: one list, 150 to 250 ms. */
const awsSecondsPerTask = 0.25;
/** A two-core server dispatches 55 to 110 small activities per second (measured). */
const dispatchesPerSecond = 50;

/** Assumed sizes of accounts: the share of the accounts, and resources per account. */
const accountSizes = [
  { share: 0.9, resources: 500 },
  { share: 0.09, resources: 5000 },
  { share: 0.01, resources: 25_000 },
] as const;

/** Seconds of a worker's CPU. */
export interface TaskTimes {
  readonly perTask: number;
  readonly perResource: number;
}

/**
 * The slowest times with which the product meets its own targets: 3,400 tasks in a minute (`bench -- scan`) and 250
 * resources per second.
 */
export const slowestTimes: TaskTimes = { perTask: 60 / 3400, perResource: 1 / 250 };
/** The number of workers for {@link slowestTimes}, as docs/operations.md states. */
export const fleetWorkers = 4;

export interface FleetPlan {
  readonly workers: number;
  readonly tasksPerAccount: number;
  /** One scan per account, spread over the day. */
  readonly scheduled: FleetResult;
  /** One scan of all accounts. */
  readonly single: FleetResult;
}

/** Finds the smallest number of workers that scan all accounts in time, both by schedule and in one scan. */
export function planFleet(times: TaskTimes, say: (line: string) => void = () => undefined): FleetPlan {
  const plan = { enabledRegions: emptyTaskRegions, regions: undefined, resourceTypes: undefined, hints: [] };
  const tasksPerAccount = planTasks(plan).length;
  const accounts = accountsOf(tasksPerAccount, times);
  const cpuSeconds = accounts.reduce((sum, account) => sum + account.activities * account.cpuSeconds, 0);
  const fewest = Math.max(1, Math.ceil(cpuSeconds / (fleetHours * 3600)));
  for (let workers = fewest; ; workers += 1) {
    const scheduled = simulateFleet(scheduledScans(accounts), limitsOf(workers));
    const single = simulateFleet([{ startsAt: 0, accounts }], limitsOf(workers));
    say(`${workers} workers: ${hours(scheduled)} h scheduled, ${hours(single)} h in one scan`);
    if (workers >= maximumWorkers || (isInTime(scheduled) && isInTime(single)))
      return { workers, tasksPerAccount, scheduled, single };
  }
}

export const isInTime = ({ seconds }: FleetResult) => seconds <= fleetHours * 3600;
const hours = ({ seconds }: FleetResult) => (seconds / 3600).toFixed(1);

function accountsOf(tasks: number, { perTask, perResource }: TaskTimes): readonly FleetAccount[] {
  const activities = Math.ceil(tasks / tasksPerActivity);
  const sizes = accountSizes.flatMap(({ share, resources }) =>
    Array.from({ length: Math.round(share * fleetAccounts) }, () => resources),
  );
  // Spreads the large accounts evenly, as random account ids do.
  const step = 7919;
  return Array.from({ length: fleetAccounts }, (_, index) => ({
    activities,
    cpuSeconds: (tasks * perTask + (sizes[(index * step) % fleetAccounts] ?? 0) * perResource) / activities,
  }));
}

/** One scan per account, evenly over the day without the last hour, in which the last scans must end. */
function scheduledScans(accounts: readonly FleetAccount[]): readonly FleetScan[] {
  const period = (fleetHours - 1) * 3600;
  return accounts.map((account, index) => ({
    startsAt: (index / fleetAccounts) * period,
    accounts: [account],
  }));
}

function limitsOf(workers: number): FleetLimits {
  return {
    workers,
    slots: activitySlots,
    accountsAtOncePerScan: accountsAtOnce,
    activitiesInFlightPerScan: scanActivitiesInFlight,
    awsSeconds: Math.ceil(tasksPerActivity / tasksAtOnce) * awsSecondsPerTask,
    dispatchesPerSecond,
  };
}
