import type { Knex } from 'knex';
import { runStatuses } from '../../domain/values.ts';
import {
  dropDefinerFunctions,
  makeDefinerFunction,
  oneOf,
  protectTenantTable,
} from '../migration-support/tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table runs (
      organization_id uuid not null,
      id uuid not null default uuidv7(),
      kind text not null,
      subject_id uuid not null,
      status text not null default 'queued',
      description text,
      account_id text,
      requested_by uuid,
      error text,
      created_at timestamptz not null default now(),
      started_at timestamptz,
      finished_at timestamptz,
      constraint runs_pkey primary key (organization_id, id),
      constraint runs_organization_fkey foreign key (organization_id) references organizations (id) on delete cascade,
      constraint runs_status_check check (${oneOf('status', runStatuses)})
    )`);
  // The lock: one active run of a kind per subject.
  await knex.raw(`
    create unique index runs_active_key on runs (organization_id, kind, subject_id)
    where status in ('queued', 'running')`);
  await knex.raw(`create index runs_active_index on runs (created_at) where status in ('queued', 'running')`);
  await protectTenantTable(knex, 'runs', { readableByDefiner: true });

  // What a crash left unstarted or unfinished, over all organizations; for the sweeper.
  await knex.raw(`
    create function active_runs(older_than interval, at_most integer)
    returns table (organization_id uuid, id uuid, kind text, subject_id uuid, status text, description text,
                   account_id text, created_at timestamptz)
    language sql stable as $$
      select organization_id, id, kind, subject_id, status, description, account_id, created_at from runs
      where status in ('queued', 'running') and created_at < now() - older_than
      order by created_at limit at_most
    $$`);
  await makeDefinerFunction(knex, 'active_runs(interval, integer)');
}

export async function down(knex: Knex): Promise<void> {
  await dropDefinerFunctions(knex, ['active_runs(interval, integer)']);
  await knex.raw('drop table runs');
}
