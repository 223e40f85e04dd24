import { ScheduleAlreadyRunning, ScheduleNotFoundError, ScheduleOverlapPolicy } from '@temporalio/client';
import type { ScheduleDescription, ScheduleOptions } from '@temporalio/client';
import { TypedSearchAttributes } from '@temporalio/common';
import {
  maintenanceIdPrefix,
  maintenanceKind,
  maintenanceScheduleId,
  maintenanceSchedules,
} from '../domain/runs/maintenance-schedules.ts';
import type { MaintenanceSchedule } from '../domain/runs/maintenance-schedules.ts';
import { settleConcurrently } from '../domain/lists/settle-concurrently.ts';
import { searchAttributeNames } from '../domain/runs/run-kinds.ts';
import { searchAttributeKeys } from '../runtime/temporal.ts';
import type { Dependencies } from '../activities/dependencies.ts';

type Scheduler = Pick<Dependencies, 'temporal' | 'configuration' | 'logger'>;

/**
 * Makes the maintenance schedules in Temporal equal to `schedules`: creates, updates or deletes them. A paused schedule
 * stays paused. Idempotent, and safe on several workers at once. A failure for one schedule does not stop the others.
 * @throws Error when Temporal does not respond.
 * @throws AggregateError after the last schedule, when at least one failed.
 */
export async function ensureSchedules(
  scheduler: Scheduler,
  schedules: readonly MaintenanceSchedule[] = maintenanceSchedules,
): Promise<void> {
  const prefix = scheduler.configuration.taskQueuePrefix;
  // One quick error while Temporal is not available, instead of one for each schedule.
  await scheduler.temporal.ping();
  await settleConcurrently(
    schedules,
    1,
    (schedule) => createOrUpdate(scheduler, optionsOf(scheduler.configuration, schedule)),
    ({ id }, error) => scheduler.logger.warn({ err: error, schedule: id }, 'failed to ensure a schedule'),
  );
  const declared = new Set(schedules.map(({ id }) => maintenanceScheduleId(prefix, id)));
  const query = `${searchAttributeNames.kind} = '${maintenanceKind}'`;
  for await (const { scheduleId } of scheduler.temporal.client.schedule.list({ query })) {
    // Other installations in the namespace have another prefix.
    if (scheduleId.startsWith(maintenanceIdPrefix(prefix)) && !declared.has(scheduleId))
      await deleteSchedule(scheduler, scheduleId);
  }
}

type Options = ScheduleOptions &
  Required<Pick<ScheduleOptions, 'policies' | 'typedSearchAttributes'>> & {
    readonly action: { readonly workflowType: string; readonly workflowId: string };
  };

async function createOrUpdate({ temporal, logger }: Scheduler, options: Options): Promise<void> {
  const { scheduleId, spec, policies, action, typedSearchAttributes } = options;
  const handle = temporal.client.schedule.getHandle(scheduleId);
  try {
    const current = await handle.describe();
    if (comparable(current) === comparable(options)) return;
    await handle.update(({ state }) => ({ spec, policies, action, state, typedSearchAttributes }));
    logger.info({ schedule_id: scheduleId }, 'updated schedule');
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error;
    await create({ temporal, logger }, options);
  }
}

async function create(
  { temporal, logger }: Pick<Scheduler, 'temporal' | 'logger'>,
  options: Options,
): Promise<void> {
  try {
    await temporal.client.schedule.create(options);
    logger.info({ schedule_id: options.scheduleId }, 'created schedule');
  } catch (error) {
    // Another worker created it between the two calls.
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
  }
}

async function deleteSchedule({ temporal, logger }: Scheduler, scheduleId: string): Promise<void> {
  try {
    await temporal.client.schedule.getHandle(scheduleId).delete();
    logger.info({ schedule_id: scheduleId }, 'deleted obsolete schedule');
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error;
  }
}

function optionsOf(configuration: Scheduler['configuration'], schedule: MaintenanceSchedule): Options {
  const prefix = configuration.taskQueuePrefix;
  const { id, workflowType, taskQueue, summary } = schedule;
  const everyMinutes =
    typeof schedule.everyMinutes === 'number' ? schedule.everyMinutes : configuration[schedule.everyMinutes];
  const scheduleId = maintenanceScheduleId(prefix, id);
  const everySeconds = schedule.everySeconds === undefined ? 60 : configuration[schedule.everySeconds];
  const intervalMs = everySeconds < 60 ? everySeconds * 1000 : everyMinutes * 60_000;
  return {
    scheduleId,
    spec: { intervals: [{ every: intervalMs }] },
    // A catch-up window of one interval: after an outage of Temporal, the work runs once and not once per interval. Temporal
    // accepts no window below 10 seconds.
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: Math.max(intervalMs, 10_000) },
    action: {
      type: 'startWorkflow',
      workflowType,
      workflowId: scheduleId,
      taskQueue: `${prefix}${taskQueue}`,
      args: [],
      staticSummary: summary,
      typedSearchAttributes: new TypedSearchAttributes([
        { key: searchAttributeKeys.kind, value: id.replaceAll('-', '_') },
      ]),
    },
    typedSearchAttributes: new TypedSearchAttributes([
      { key: searchAttributeKeys.kind, value: maintenanceKind },
    ]),
  };
}

/** Returns the declared properties of a schedule as text, for comparison. */
function comparable(
  schedule: (Pick<ScheduleDescription, 'spec' | 'policies'> & Pick<Options, 'action'>) | Options,
): string {
  const { spec, policies, action } = schedule;
  const { workflowType, taskQueue, staticSummary } = action as ScheduleDescription['action'];
  return JSON.stringify([
    spec.intervals?.map(({ every }) => every),
    policies.overlap,
    policies.catchupWindow,
    workflowType,
    taskQueue,
    staticSummary,
  ]);
}
