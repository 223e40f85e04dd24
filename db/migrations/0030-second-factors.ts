import type { Knex } from 'knex';

const tables = ['second_factors', 'login_challenges'] as const;

/** Second factors of passwords (TOTP), and logins that wait for one. A session tells whether its user lacks a required factor. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
create table second_factors (
  organization_id uuid not null,
  -- The id of the user.
  id uuid not null,
  secret_sealed text not null,
  -- Until then, a login needs no code.
  confirmed_at timestamptz,
  -- The period of 30 seconds of the last accepted code: an earlier code, and the same one, is refused.
  last_period bigint not null default 0,
  -- SHA-256 of the recovery codes that were not used.
  recovery_hashes bytea[] not null default '{}',
  created_at timestamptz not null default now(),
  constraint second_factors_pkey primary key (organization_id, id),
  constraint second_factors_user_fkey foreign key (organization_id, id)
    references users (organization_id, id) on delete cascade
);
create table login_challenges (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  user_id uuid not null,
  -- SHA-256 of the password hash that the password matched: another password ends the login.
  password_digest bytea not null,
  failures integer not null default 0,
  expires_at timestamptz not null default now() + interval '5 minutes',
  constraint login_challenges_pkey primary key (organization_id, id),
  constraint login_challenges_user_fkey foreign key (organization_id, user_id)
    references users (organization_id, id) on delete cascade
);
create index login_challenges_user_index on login_challenges (organization_id, user_id);
create index login_challenges_expiry_index on login_challenges (organization_id, expires_at);
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
create policy second_factors_definer on second_factors for select to inventory_definer using (true);
grant select on second_factors to inventory_definer;

set local role none;
grant create on schema public to inventory_definer;
set local role inventory_definer;
drop function begin_session;
create function begin_session(wanted uuid)
returns table (organization_id uuid, session_id uuid, user_id uuid, user_status text, roles text[],
               revoked_at timestamptz, expires_at timestamptz, lacks_factor boolean)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select s.organization_id, s.id, u.id, u.status, u.roles, s.revoked_at, s.expires_at,
         coalesce(o.settings -> 'require_mfa' = 'true'::jsonb, false) and not exists (
           select from second_factors f
           where f.organization_id = u.organization_id and f.id = u.id and f.confirmed_at is not null)
    into organization_id, session_id, user_id, user_status, roles, revoked_at, expires_at, lacks_factor
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
set local role inventory_owner;
`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
set local role none;
grant create on schema public to inventory_definer;
set local role inventory_definer;
drop function begin_session;
create function begin_session(wanted uuid)
returns table (organization_id uuid, session_id uuid, user_id uuid, user_status text, roles text[],
               revoked_at timestamptz, expires_at timestamptz)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select s.organization_id, s.id, u.id, u.status, u.roles, s.revoked_at, s.expires_at
    into organization_id, session_id, user_id, user_status, roles, revoked_at, expires_at
    from sessions s join users u on u.organization_id = s.organization_id and u.id = s.user_id
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
set local role inventory_owner;
drop table login_challenges;
drop table second_factors;
`);
}
