import type { Knex } from 'knex';
import { roleNames } from '../../domain/identity/roles.ts';
import { userStatuses } from '../../domain/values.ts';
import {
  dropDefinerFunctions,
  makeDefinerFunction,
  oneOf,
  protectTenantTable,
} from '../migration-support/tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table organizations (
      id uuid not null default uuidv7(),
      name text not null,
      slug text not null,
      settings jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint organizations_pkey primary key (id),
      constraint organizations_slug_key unique (slug)
    )`);
  await protectTenantTable(knex, 'organizations', { column: 'id', readableByDefiner: true });

  await knex.raw(`
    create table users (
      organization_id uuid not null,
      id uuid not null default uuidv7(),
      email text not null,
      name text not null,
      password_hash text not null,
      status text not null default 'active',
      roles text[] not null,
      last_login_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint users_pkey primary key (organization_id, id),
      constraint users_email_key unique (email),
      constraint users_organization_fkey foreign key (organization_id) references organizations (id) on delete cascade,
      constraint users_status_check check (${oneOf('status', userStatuses)}),
      constraint users_roles_check check (
        cardinality(roles) > 0 and roles <@ array[${roleNames.map((name) => `'${name}'`).join(', ')}])
    )`);
  await protectTenantTable(knex, 'users', { readableByDefiner: true });

  await knex.raw(`
    create table sessions (
      organization_id uuid not null,
      id uuid not null default uuidv7(),
      user_id uuid not null,
      key bytea not null,
      counter integer not null default 0,
      created_at timestamptz not null default now(),
      rotated_at timestamptz not null default now(),
      expires_at timestamptz not null,
      absolute_expires_at timestamptz not null,
      revoked_at timestamptz,
      constraint sessions_pkey primary key (organization_id, id),
      constraint sessions_id_key unique (id),
      constraint sessions_user_fkey foreign key (organization_id, user_id)
        references users (organization_id, id) on delete cascade
    )`);
  await knex.raw('create index sessions_user_index on sessions (organization_id, user_id)');
  await protectTenantTable(knex, 'sessions', { readableByDefiner: true });

  // Session, user and roles in one indexed read; sets the organization for the rest of the transaction.
  await knex.raw(`
    create function begin_session(wanted uuid)
    returns table (organization_id uuid, session_id uuid, user_id uuid, user_status text, roles text[],
                   revoked_at timestamptz, expires_at timestamptz)
    language plpgsql as $$
    begin
      select s.organization_id, s.id, u.id, u.status, u.roles, s.revoked_at, s.expires_at
        into organization_id, session_id, user_id, user_status, roles, revoked_at, expires_at
        from sessions s join users u on u.organization_id = s.organization_id and u.id = s.user_id
        where s.id = wanted;
      if found then
        perform set_config('app.organization_id', organization_id::text, true);
        return next;
      end if;
    end $$`);
  await makeDefinerFunction(knex, 'begin_session(uuid)');

  await knex.raw(`
    create function find_login(wanted text)
    returns table (organization_id uuid, user_id uuid, password_hash text, user_status text)
    language sql stable as $$
      select organization_id, id, password_hash, status from users where email = wanted
    $$`);
  await makeDefinerFunction(knex, 'find_login(text)');
}

export async function down(knex: Knex): Promise<void> {
  await dropDefinerFunctions(knex, ['find_login(text)', 'begin_session(uuid)']);
  await knex.raw('drop table sessions, users, organizations');
}
