import type { Knex } from 'knex';

const tables = ['scim_users', 'scim_groups', 'scim_group_members'] as const;

/** Users and groups that a directory provisions by SCIM. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
-- What SCIM stated about a user, besides the columns of users.
create table scim_users (
  organization_id uuid not null,
  -- The id of the user.
  id uuid not null,
  external_id text,
  -- displayName, name and emails as they were sent.
  attributes jsonb not null default '{}',
  -- The directory deleted the user, who is deactivated here. SCIM no longer shows the user.
  deleted_at timestamptz,
  constraint scim_users_pkey primary key (organization_id, id),
  constraint scim_users_user_fkey foreign key (organization_id, id)
    references users (organization_id, id) on delete cascade,
  constraint scim_users_attributes_check check (jsonb_typeof(attributes) = 'object')
);
create index scim_users_external_index on scim_users (organization_id, external_id) where external_id is not null;
create table scim_groups (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  display_name text not null,
  external_id text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Counts the changes of the name, the external id and the members.
  version integer not null default 1,
  constraint scim_groups_pkey primary key (organization_id, id),
  constraint scim_groups_organization_fkey foreign key (organization_id)
    references organizations (id) on delete cascade
);
create unique index scim_groups_name_key on scim_groups (organization_id, lower(display_name));
create index scim_groups_external_index on scim_groups (organization_id, external_id) where external_id is not null;
create table scim_group_members (
  organization_id uuid not null,
  group_id uuid not null,
  user_id uuid not null,
  constraint scim_group_members_pkey primary key (organization_id, group_id, user_id),
  constraint scim_group_members_group_fkey foreign key (organization_id, group_id)
    references scim_groups (organization_id, id) on delete cascade,
  constraint scim_group_members_user_fkey foreign key (organization_id, user_id)
    references users (organization_id, id) on delete cascade
);
create index scim_group_members_user_index on scim_group_members (organization_id, user_id);
${tables
  .map(
    (table) => `
alter table ${table} enable row level security, force row level security;
create policy ${table}_tenant on ${table} to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on ${table} to inventory_app;`,
  )
  .join('')}

-- Once a group came by SCIM, groups of ID tokens are ignored.
alter table sso_configurations add column groups_by_scim boolean not null default false;
`);
}

/** API tokens with the permission scim stay, and have no permission for the earlier release. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
alter table sso_configurations drop column groups_by_scim;
drop table scim_group_members, scim_groups, scim_users;
`);
}
