import { queryOf } from '../tenant.ts';
import type { Database, Tenant } from '../tenant.ts';

/** An account and the Temporal Schedule that it should have. */
export interface AccountSchedule {
  readonly organization_id: string;
  readonly aws_account_id: string;
  /** 12 digits. */
  readonly account_id: string;
  readonly name: string;
  readonly interval_minutes: number;
  /** Whether there should be a schedule at all. */
  readonly wanted: boolean;
  /** The account as it was read: {@link noteScheduled} changes nothing when it has changed since. */
  readonly noted_at: string;
}

/** Accounts of all organizations whose schedule may be out of step. */
export async function dueSchedules(database: Database, limit: number): Promise<readonly AccountSchedule[]> {
  return read(database, 'select * from due_schedules(?)', [limit]);
}

/** Every account of all organizations, in pages by id. */
export async function allSchedules(
  database: Database,
  after: string | null,
  limit: number,
): Promise<readonly AccountSchedule[]> {
  return read(database, 'select * from scan_schedules(?, ?)', [after, limit]);
}

/** Notes that the schedule is as the account wanted it when it was read. */
export async function noteScheduled(tenant: Tenant, schedule: AccountSchedule): Promise<void> {
  await queryOf(tenant)('aws_accounts')
    .where({ organization_id: tenant.organizationId, id: schedule.aws_account_id })
    .whereRaw('updated_at = ?::timestamptz', [schedule.noted_at])
    .update({ schedule_due: false });
}

/** Connections of all organizations whose directory was last read longer ago than this. */
export async function connectionsToSync(
  database: Database,
  olderThanMinutes: number,
  limit: number,
): Promise<readonly { readonly organization_id: string; readonly id: string; readonly name: string }[]> {
  return read(database, 'select * from connections_to_sync(make_interval(mins => ?), ?)', [
    olderThanMinutes,
    limit,
  ]);
}

async function read<T>(
  database: Database,
  sql: string,
  bindings: readonly (string | number | null)[],
): Promise<T[]> {
  const { rows } = await database.outside.raw<{ rows: T[] }>(sql, bindings as (string | number)[]);
  return rows;
}
