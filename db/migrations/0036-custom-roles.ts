import type { Knex } from 'knex';

const builtIn = `array['platform_admin', 'cloud_admin', 'engineer', 'auditor', 'viewer']`;
const holders = ['users', 'invitations'] as const;

/** Replaces the check of the column `roles` of users and invitations. Users of single sign-on may have none. */
const checkRoles = (known: string) =>
  holders
    .map(
      (table) => `
alter table ${table} drop constraint ${table}_roles_check;
alter table ${table} add constraint ${table}_roles_check check (${table === 'users' ? '' : 'cardinality(roles) > 0 and '}${known} <@ ${builtIn});`,
    )
    .join('');

/** Replaces `begin_session`, which loads further columns of a session. */
const beginSession = (columns: string, variables: string, values: string) => `
set local role none;
grant create on schema public to inventory_definer;
set local role inventory_definer;
drop function begin_session;
create function begin_session(wanted uuid)
returns table (organization_id uuid, session_id uuid, user_id uuid, user_status text, roles text[],
               revoked_at timestamptz, expires_at timestamptz, lacks_factor boolean${columns})
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select s.organization_id, s.id, u.id, u.status, u.roles, s.revoked_at, s.expires_at,
         s.method = 'password' and coalesce(o.settings -> 'require_mfa' = 'true'::jsonb, false) and not exists (
           select from second_factors f
           where f.organization_id = u.organization_id and f.id = u.id and f.confirmed_at is not null)${values}
    into organization_id, session_id, user_id, user_status, roles, revoked_at, expires_at, lacks_factor${variables}
    from sessions s join users u on u.organization_id = s.organization_id and u.id = s.user_id
      join organizations o on o.id = s.organization_id
    where s.id = wanted;
  if found then
    perform set_config('app.organization_id', organization_id::text, true);
    return next;
  end if;
end $$;
revoke all on function begin_session from public;
grant execute on function begin_session to inventory_app;
set local role none;
revoke create on schema public from inventory_definer;
set local role inventory_owner;`;

/** Roles that an organization defines. Users and invitations hold them by id, beside the names of built-in roles. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
create table custom_roles (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  name text not null,
  description text,
  permissions text[] not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  constraint custom_roles_pkey primary key (organization_id, id),
  constraint custom_roles_organization_fkey foreign key (organization_id) references organizations (id) on delete cascade,
  constraint custom_roles_permissions_check check (cardinality(permissions) > 0)
);
create unique index custom_roles_name_key on custom_roles (organization_id, lower(name));
create trigger custom_roles_version before update of name, description, permissions on custom_roles
  for each row when ((old.name, old.description, old.permissions) is distinct from (new.name, new.description, new.permissions))
  execute function increase_version();
alter table custom_roles enable row level security, force row level security;
create policy custom_roles_tenant on custom_roles to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on custom_roles to inventory_app;
create policy custom_roles_definer on custom_roles for select to inventory_definer using (true);
grant select on custom_roles to inventory_definer;

-- Returns the roles that are no id of a custom role.
create function built_in_roles(given text[]) returns text[]
language sql immutable set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(array_agg(r), '{}') from unnest(given) r
    where r !~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
$$;
revoke all on function built_in_roles from public;
grant execute on function built_in_roles to inventory_app;

-- Returns the permissions of the custom roles among the roles of a user. No name of a built-in role contains a hyphen.
create function custom_permissions(of_organization uuid, roles text[]) returns text[]
language plpgsql stable set search_path = pg_catalog, public, pg_temp as $$
begin
  if array_to_string(roles, ' ') not like '%-%' then return '{}'; end if;
  return (select coalesce(array_agg(distinct p), '{}') from custom_roles c cross join unnest(c.permissions) p
    where c.organization_id = of_organization and c.id::text = any(roles));
end $$;
revoke all on function custom_permissions from public;
grant execute on function custom_permissions to inventory_app, inventory_definer;
${checkRoles('built_in_roles(roles)')}
${beginSession(
  ', custom_permissions text[]',
  ', custom_permissions',
  `,
         custom_permissions(u.organization_id, u.roles)`,
)}
`);
}

/** Users and invitations lose their custom roles; one without another role becomes a viewer. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
${beginSession('', '', '')}
${holders
  .map(
    (table) => `
alter table ${table} no force row level security;
update ${table} set roles = case when built_in_roles(roles) = '{}' then '{viewer}' else built_in_roles(roles) end
  where built_in_roles(roles) <> roles;
alter table ${table} force row level security;`,
  )
  .join('')}
${checkRoles('roles')}
drop function custom_permissions;
drop function built_in_roles;
drop table custom_roles;
`);
}
