import { ScheduleAlreadyRunning, ScheduleNotFoundError, ScheduleOverlapPolicy } from '@temporalio/client';
import type { ScheduleOptions } from '@temporalio/client';
import { defineSearchAttributeKey, TypedSearchAttributes } from '@temporalio/common';
import {
  accountOfScheduleId,
  scanScheduleIdOf,
  scanScheduleOf,
} from '../../domain/connections/scan-schedule.ts';
import { searchAttributeNames } from '../../domain/runs/run-kinds.ts';
import { listSchedules, listDueSchedules, clearScheduleDue } from '../../db/connections/schedule-store.ts';
import type { AccountSchedule } from '../../db/connections/schedule-store.ts';
import type { Dependencies } from '../dependencies.ts';
import { mapConcurrently } from '../discovery/map-concurrently.ts';

const batch = 200;
const atOnce = 8;

/** Brings the schedules of accounts that changed into step. Harmless beside other workers that do the same. */
export async function keepSchedules(dependencies: Dependencies): Promise<void> {
  for (;;) {
    const due = await listDueSchedules(dependencies.database, batch);
    await mapConcurrently(due, atOnce, (schedule) => keep(dependencies, schedule));
    if (due.length < batch) return;
  }
}

/**
 * Compares every account with what Temporal has: a schedule that is missing, or says another interval, is put right,
 * and one that no account wants is removed.
 */
export async function reconcileSchedules(dependencies: Dependencies): Promise<void> {
  const prefix = dependencies.configuration.taskQueuePrefix;
  const there = new Map<string, number | undefined>();
  for await (const { scheduleId, spec } of dependencies.temporal.client.schedule.list()) {
    const account = accountOfScheduleId(prefix, scheduleId);
    if (account !== undefined) there.set(account, minutesOf(spec));
  }
  let after: string | null = null;
  for (;;) {
    const page: readonly AccountSchedule[] = await listSchedules(dependencies.database, after, batch);
    const wrong = page.filter(({ aws_account_id: id, wanted, interval_minutes: interval }) =>
      wanted ? there.get(id) !== interval : there.has(id),
    );
    await mapConcurrently(wrong, atOnce, (schedule) => keep(dependencies, schedule));
    for (const { aws_account_id: id } of page) there.delete(id);
    const last = page.at(-1);
    if (last === undefined || page.length < batch) break;
    after = last.aws_account_id;
  }
  await mapConcurrently([...there.keys()], atOnce, (id) => removeSchedule(dependencies, id));
}

/** Removes an account's schedule; one that is not there is removed already. */
export async function removeSchedule(
  { temporal, configuration }: Dependencies,
  accountId: string,
): Promise<void> {
  const id = scanScheduleIdOf(configuration.taskQueuePrefix, accountId);
  try {
    await temporal.client.schedule.getHandle(id).delete();
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error;
  }
}

async function keep(dependencies: Dependencies, schedule: AccountSchedule): Promise<void> {
  if (schedule.wanted) await putSchedule(dependencies, schedule);
  else await removeSchedule(dependencies, schedule.aws_account_id);
  await dependencies.database.withTenant(schedule.organization_id, (tenant) =>
    clearScheduleDue(tenant, schedule),
  );
}

async function putSchedule(
  { temporal, configuration }: Dependencies,
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
  const { aws_account_id: id, organization_id: organizationId } = schedule;
  const { intervalMinutes, offsetMinutes, jitterSeconds } = scanScheduleOf(id, schedule.interval_minutes);
  const scheduleId = scanScheduleIdOf(prefix, id);
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
      args: [{ organizationId, accountId: id }],
      staticSummary: `Scheduled scan: ${schedule.name}`,
      typedSearchAttributes: new TypedSearchAttributes([
        { key: keyword(searchAttributeNames.organizationId), value: organizationId },
        { key: keyword(searchAttributeNames.kind), value: 'scheduled_scan' },
        { key: keyword(searchAttributeNames.awsAccountNumber), value: schedule.account_id },
      ]),
    },
  };
}

function keyword(name: string) {
  return defineSearchAttributeKey(name, 'KEYWORD');
}

function minutesOf(
  spec: { intervals?: readonly { every: number }[] | undefined } | undefined,
): number | undefined {
  const [interval] = spec?.intervals ?? [];
  return interval === undefined ? undefined : interval.every / 60_000;
}
