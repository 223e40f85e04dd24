import { accountOfScheduleId } from '../../domain/connections/scan-schedule.ts';
import { settleConcurrently } from '../../domain/lists/settle-concurrently.ts';
import { listSchedules } from '../../db/connections/schedule-store.ts';
import type { AccountSchedule } from '../../db/connections/schedule-store.ts';
import type { Dependencies } from '../dependencies.ts';
import { applySchedules, removeSchedule } from './scan-schedules.ts';

const accountsPerPage = 200;
const schedulesAtOnce = 8;

/**
 * Compares the scan schedules in Temporal with the accounts in Postgres: creates missing schedules, updates wrong
 * intervals, and deletes schedules without an account. A failure for one account does not stop the others.
 * @throws AggregateError after the last account, when at least one failed.
 */
export async function reconcileScanSchedules(dependencies: Dependencies): Promise<void> {
  const existing = await listScanSchedules(dependencies);
  const failures: unknown[] = [];
  let after: string | undefined;
  for (;;) {
    const page: readonly AccountSchedule[] = await listSchedules(
      dependencies.database,
      after,
      accountsPerPage,
    );
    const differing = page.filter(({ awsAccountId: accountId, wanted, intervalMinutes: minutes }) =>
      wanted ? existing.get(accountId) !== minutes : existing.has(accountId),
    );
    await applySchedules(dependencies, differing).catch((error: unknown) => failures.push(error));
    for (const { awsAccountId: accountId } of page) existing.delete(accountId);
    const last = page.at(-1);
    if (last === undefined || page.length < accountsPerPage) break;
    after = last.awsAccountId;
  }
  await settleConcurrently(
    [...existing.keys()],
    schedulesAtOnce,
    (accountId) => removeSchedule(dependencies, accountId),
    (accountId, error) =>
      dependencies.logger.warn({ err: error, account_id: accountId }, 'failed to delete a scan schedule'),
  ).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, 'failed to reconcile scan schedules');
}

/** Interval in minutes by account id; `undefined` for a schedule without an interval. */
async function listScanSchedules({
  temporal,
  configuration,
}: Dependencies): Promise<Map<string, number | undefined>> {
  const found = new Map<string, number | undefined>();
  for await (const { scheduleId, spec } of temporal.client.schedule.list()) {
    const accountId = accountOfScheduleId(configuration.taskQueuePrefix, scheduleId);
    const [interval] = spec?.intervals ?? [];
    if (accountId !== undefined)
      found.set(accountId, interval === undefined ? undefined : interval.every / 60_000);
  }
  return found;
}
