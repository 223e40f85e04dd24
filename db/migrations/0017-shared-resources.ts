import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
-- The account that shares the resource, when the row is in an account that uses it.
alter table resources add column owner_account_number text
  constraint resources_owner_account_number_check check (owner_account_number ~ '^[0-9]{12}$');
create index resources_shared_index on resources (organization_id, arn) where owner_account_number is not null;

-- Resources that other accounts share with an account.
create table shared_references (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  aws_account_id uuid not null,
  region text not null,
  resource_type text not null,
  native_id text not null,
  arn text,
  owner_account_number text not null,
  constraint shared_references_pkey primary key (organization_id, id),
  constraint shared_references_identity_key unique (organization_id, aws_account_id, region, resource_type, native_id),
  constraint shared_references_owner_account_number_check check (owner_account_number ~ '^[0-9]{12}$'),
  constraint shared_references_account_fkey foreign key (organization_id, aws_account_id)
    references aws_accounts (organization_id, id) on delete cascade
);
create index shared_references_native_id_index on shared_references (organization_id, resource_type, native_id);
alter table shared_references enable row level security, force row level security;
create policy shared_references_tenant on shared_references to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on shared_references to inventory_app;
`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
drop table shared_references;
drop index resources_shared_index;
alter table resources drop column owner_account_number;
`);
}
