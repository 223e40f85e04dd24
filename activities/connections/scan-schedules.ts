import { ScheduleAlreadyRunning, ScheduleNotFoundError, ScheduleOverlapPolicy } from '@temporalio/client';
import type { ScheduleClient, ScheduleOptions } from '@temporalio/client';
import { TypedSearchAttributes } from '@temporalio/common';
import { scanScheduleIdOf, scanScheduleOf } from '../../domain/connections/scan-schedule.ts';
import { settleConcurrently } from '../../domain/lists/settle-concurrently.ts';
import { searchAttributeKeys } from '../../runtime/temporal.ts';
import { listDueSchedules, clearScheduleDue } from '../../db/connections/schedule-store.ts';
import type { AccountSchedule } from '../../db/connections/schedule-store.ts';
import type { Dependencies } from '../dependencies.ts';

const accountsPerPage = 200;
const schedulesAtOnce = 8;

type ScheduleDependencies = Pick<Dependencies, 'database' | 'logger'> & {
  readonly configuration: Pick<Dependencies['configuration'], 'taskQueuePrefix'>;
  readonly temporal: { readonly client: { readonly schedule: Pick<ScheduleClient, 'create' | 'getHandle'> } };
};

/**
 * Creates, updates or deletes the Temporal Schedules of accounts that have changed. Idempotent, and safe on several
 * workers at once. A failure for one account does not stop the others.
 * @throws AggregateError after the last account, when at least one failed.
 */
export async function applyDueSchedules(dependencies: ScheduleDependencies): Promise<void> {
  const failures: unknown[] = [];
  let after: string | undefined;
  do {
    const due: readonly AccountSchedule[] = await listDueSchedules(
      dependencies.database,
      after,
      accountsPerPage,
    );
    await applySchedules(dependencies, due).catch((error: unknown) => failures.push(error));
    after = due.length < accountsPerPage ? undefined : due.at(-1)?.awsAccountId;
  } while (after !== undefined);
  if (failures.length > 0) throw new AggregateError(failures, 'failed to apply scan schedules');
}

/**
 * Makes the Temporal Schedule of each account match its row.
 * @throws AggregateError after the last account, when at least one failed.
 */
export async function applySchedules(
  dependencies: ScheduleDependencies,
  schedules: readonly AccountSchedule[],
): Promise<void> {
  await settleConcurrently(
    schedules,
    schedulesAtOnce,
    (schedule) => applySchedule(dependencies, schedule),
    ({ awsAccountId: accountId }, error) =>
      dependencies.logger.warn({ err: error, account_id: accountId }, 'failed to apply a scan schedule'),
  );
}

/** Deletes an account's scan schedule. Does nothing if it does not exist. */
export async function removeSchedule(
  { temporal, configuration }: ScheduleDependencies,
  accountId: string,
): Promise<void> {
  const id = scanScheduleIdOf(configuration.taskQueuePrefix, accountId);
  try {
    await temporal.client.schedule.getHandle(id).delete();
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error;
  }
}

async function applySchedule(dependencies: ScheduleDependencies, schedule: AccountSchedule): Promise<void> {
  if (schedule.wanted) await putSchedule(dependencies, schedule);
  else await removeSchedule(dependencies, schedule.awsAccountId);
  await dependencies.database.withTenant(schedule.organizationId, (tenant) =>
    clearScheduleDue(tenant, schedule),
  );
}

async function putSchedule(
  { temporal, configuration }: ScheduleDependencies,
  schedule: AccountSchedule,
): Promise<void> {
  const options = scheduleOptions(configuration.taskQueuePrefix, schedule);
  try {
    await temporal.client.schedule.create(options);
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    const { spec, policies, action } = options;
    await temporal.client.schedule
      .getHandle(options.scheduleId)
      .update(({ state }) => ({ spec, policies, action, state }));
  }
}

type Options = ScheduleOptions &
  Required<Pick<ScheduleOptions, 'policies'>> & {
    readonly action: ScheduleOptions['action'] & { readonly workflowId: string };
  };

function scheduleOptions(prefix: string, schedule: AccountSchedule): Options {
  const { awsAccountId: accountId, organizationId } = schedule;
  const { intervalMinutes, offsetMinutes, jitterSeconds } = scanScheduleOf(
    accountId,
    schedule.intervalMinutes,
  );
  const scheduleId = scanScheduleIdOf(prefix, accountId);
  return {
    scheduleId,
    spec: {
      intervals: [{ every: `${intervalMinutes} minutes`, offset: `${offsetMinutes} minutes` }],
      jitter: `${jitterSeconds} seconds`,
    },
    policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '10 minutes' },
    action: {
      type: 'startWorkflow',
      workflowType: 'scheduledScan',
      workflowId: `scheduled_${scheduleId}`,
      taskQueue: `${prefix}inventory`,
      args: [{ organizationId, accountId }],
      staticSummary: `Scheduled scan: ${schedule.name}`,
      typedSearchAttributes: new TypedSearchAttributes([
        { key: searchAttributeKeys.organizationId, value: organizationId },
        { key: searchAttributeKeys.kind, value: 'scheduled_scan' },
        { key: searchAttributeKeys.awsAccountNumber, value: schedule.accountId },
      ]),
    },
  };
}
