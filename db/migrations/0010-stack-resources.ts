import type { Knex } from 'knex';

/** The resources that CloudFormation stacks list. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
alter table resources drop constraint resources_origin_check;
alter table resources add constraint resources_origin_check check (origin in ('child', 'default', 'part', 'stack'));
create index resources_stack_tag_index on resources (organization_id, aws_account_id) where origin = 'stack';

-- The stacks whose resources were read.
create table stack_readings (
  organization_id uuid not null,
  -- The stack, as a resource.
  stack_id uuid not null,
  -- Changes when the resources of the stack change. Null while the stack is being changed.
  version text,
  -- When a reading last stored another list of resources.
  changed_at timestamptz not null,
  constraint stack_readings_pkey primary key (organization_id, stack_id),
  constraint stack_readings_stack_fkey foreign key (organization_id, stack_id)
    references resources (organization_id, id) on delete cascade
);

-- The resources that stacks list, of types that the inventory has.
create table stack_resources (
  organization_id uuid not null,
  stack_id uuid not null,
  logical_id text not null,
  physical_id text not null,
  -- The account of the stack, whose resources alone it can make.
  aws_account_id uuid not null,
  resource_type text not null,
  -- The stack no longer manages the resource, which still exists.
  retained boolean not null,
  -- The resource with this identifier. Null: the inventory has none.
  resource_id uuid,
  constraint stack_resources_pkey primary key (organization_id, stack_id, logical_id, physical_id),
  constraint stack_resources_stack_fkey foreign key (organization_id, stack_id)
    references resources (organization_id, id) on delete cascade,
  constraint stack_resources_resource_fkey foreign key (organization_id, resource_id)
    references resources (organization_id, id) on delete set null (resource_id)
);
create index stack_resources_resource_index on stack_resources (organization_id, resource_id)
  where resource_id is not null;
-- A match looks for the new resources of an account.
create index stack_resources_unmatched_index on stack_resources (organization_id, aws_account_id, resource_type)
  where resource_id is null;
${['stack_readings', 'stack_resources'].map(tenantAccess).join('')}
`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
drop table stack_resources;
drop table stack_readings;
drop index resources_stack_tag_index;
set local role none;
update resources set origin = 'child' where origin = 'stack';
set local role inventory_owner;
alter table resources drop constraint resources_origin_check;
alter table resources add constraint resources_origin_check check (origin in ('child', 'default', 'part'));
`);
}

function tenantAccess(table: string): string {
  return `
alter table ${table} enable row level security, force row level security;
create policy ${table}_tenant on ${table} to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on ${table} to inventory_app;`;
}
