import type { Knex } from 'knex';

/** Adds the table of the last check of each role that a connection uses. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
-- A check is valid for one role and one external id. An account's role is used only while its check has passed and is
-- recent, so a row that is missing or too old causes a new check.
create table role_checks (
  organization_id uuid not null,
  connection_id uuid not null,
  role_arn text not null,
  external_id text not null,
  outcome text not null,
  checked_at timestamptz not null default now(),
  constraint role_checks_pkey primary key (organization_id, connection_id, role_arn),
  constraint role_checks_connection_fkey foreign key (organization_id, connection_id)
    references aws_connections (organization_id, id) on delete cascade,
  constraint role_checks_outcome_check check (outcome in ('connected', 'invalid', 'unreachable'))
);
alter table role_checks enable row level security, force row level security;
create policy role_checks_tenant on role_checks to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on role_checks to inventory_app;
`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table role_checks');
}
