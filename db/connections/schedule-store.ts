import { execute, rowsOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Database, Tenant } from '../tenant.ts';

/** An account and the desired state of its Temporal Schedule. */
export interface AccountSchedule {
  readonly organizationId: string;
  readonly awsAccountId: string;
  /** The account number: 12 digits. */
  readonly accountId: string;
  readonly name: string;
  readonly intervalMinutes: number;
  /** Whether the schedule should exist. */
  readonly wanted: boolean;
  /** `updated_at` of the account, as text with microseconds. */
  readonly notedAt: string;
}

/** Lists accounts of all organizations whose schedule may need an update, by id after `after`. */
export async function listDueSchedules(
  database: Database,
  after: string | undefined,
  limit: number,
): Promise<readonly AccountSchedule[]> {
  return rowsOf<AccountSchedule>(database.outside, sql`select * from due_schedules(${after}, ${limit})`);
}

/** Lists the accounts of all organizations, deleted ones too, by id after `after`. */
export async function listSchedules(
  database: Database,
  after: string | undefined,
  limit: number,
): Promise<readonly AccountSchedule[]> {
  return rowsOf<AccountSchedule>(database.outside, sql`select * from scan_schedules(${after}, ${limit})`);
}

/** Clears `schedule_due`, unless the account was updated after `schedule` was read. */
export async function clearScheduleDue(tenant: Tenant, schedule: AccountSchedule): Promise<void> {
  await execute(
    tenant,
    sql`update aws_accounts set schedule_due = false
      where organization_id = ${tenant.organizationId} and id = ${schedule.awsAccountId}
        and updated_at = ${schedule.notedAt}::timestamptz`,
  );
}

/**
 * Lists connections of all organizations whose directory was last synced more than `olderThanMinutes` ago, by id after
 * `after`.
 */
export async function listConnectionsToSync(
  database: Database,
  olderThanMinutes: number,
  after: string | undefined,
  limit: number,
): Promise<readonly { readonly organizationId: string; readonly id: string; readonly name: string }[]> {
  return rowsOf<{ organizationId: string; id: string; name: string }>(
    database.outside,
    sql`select * from connections_to_sync(make_interval(mins => ${olderThanMinutes}), ${after}, ${limit})`,
  );
}
