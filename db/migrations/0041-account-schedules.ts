import type { Knex } from 'knex';
import { dropDefinerFunctions, makeDefinerFunction } from '../migration-support/tenant-table.ts';

const signatures = [
  'due_schedules(integer)',
  'scan_schedules(uuid, integer)',
  'connections_to_sync(interval, integer)',
] as const;

const columns = `organization_id uuid, aws_account_id uuid, account_id text, name text, interval_minutes integer,
                 wanted boolean, noted_at text`;
const selection = `
  select a.organization_id, a.id, a.account_id, coalesce(a.name, a.account_id),
         coalesce(a.scan_interval_minutes, c.scan_interval_minutes),
         a.included and a.status = 'connected' and a.deleted_at is null and c.status <> 'deleting'
           and c.deleted_at is null,
         a.updated_at::text
  from aws_accounts a join aws_connections c on c.organization_id = a.organization_id and c.id = a.connection_id`;

/** What the reconciler of Temporal Schedules asks over all organizations. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function due_schedules(at_most integer) returns table (${columns})
    language sql stable as $$ ${selection} where a.schedule_due order by a.id limit at_most $$`);
  await makeDefinerFunction(knex, signatures[0]);
  await knex.raw(`
    create function scan_schedules(after uuid, at_most integer) returns table (${columns})
    language sql stable as $$ ${selection} where after is null or a.id > after order by a.id limit at_most $$`);
  await makeDefinerFunction(knex, signatures[1]);
  await knex.raw(`
    create function connections_to_sync(older_than interval, at_most integer)
    returns table (organization_id uuid, id uuid, name text)
    language sql stable as $$
      select organization_id, id, name from aws_connections
      where kind = 'organization' and deleted_at is null and status <> 'deleting'
        and last_synced_at < now() - older_than
      order by last_synced_at limit at_most $$`);
  await makeDefinerFunction(knex, signatures[2]);
}

export async function down(knex: Knex): Promise<void> {
  await dropDefinerFunctions(knex, signatures);
}
