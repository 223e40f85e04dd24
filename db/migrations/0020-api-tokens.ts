import type { Knex } from 'knex';

/** The constraints that a column with the id of an author, who may be an API token, can no longer have. */
const authors = [
  ['applications', 'applications_created_by_fkey', 'created_by', ''],
  [
    'application_owners',
    'application_owners_created_by_fkey',
    'created_by',
    'on delete set null (created_by)',
  ],
  ['inference_rules', 'inference_rules_created_by_fkey', 'created_by', 'on delete set null (created_by)'],
  ['mapping_corrections', 'mapping_corrections_user_fkey', 'created_by', 'on delete set null (created_by)'],
  ['memberships', 'memberships_reviewed_by_fkey', 'reviewed_by', 'on delete set null (reviewed_by)'],
] as const;

/** API tokens: the credentials of programs that read and act as an organization allows. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
create table api_tokens (
  organization_id uuid not null,
  -- A UUID of version 8; the id of a user has version 7. So an id names the kind of its author.
  id uuid not null default overlay(uuidv7()::text placing '8' from 15 for 1)::uuid,
  name text not null,
  prefix text not null,
  -- SHA-256 of the token.
  token_hash bytea not null,
  permissions text[] not null,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  last_used_ip text,
  revoked_at timestamptz,
  revoked_reason text,
  constraint api_tokens_pkey primary key (organization_id, id),
  constraint api_tokens_token_key unique (token_hash),
  constraint api_tokens_organization_fkey foreign key (organization_id) references organizations (id) on delete cascade,
  constraint api_tokens_revoked_check check ((revoked_at is null) = (revoked_reason is null)),
  constraint api_tokens_revoked_reason_check check (revoked_reason in ('revoked', 'creator_deactivated')),
  constraint api_tokens_id_check check (uuid_extract_version(id) = 8)
);
create unique index api_tokens_name_key on api_tokens (organization_id, name) where revoked_at is null;
alter table api_tokens enable row level security, force row level security;
create policy api_tokens_tenant on api_tokens to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on api_tokens to inventory_app;
create policy api_tokens_definer on api_tokens for select to inventory_definer using (true);
grant select on api_tokens to inventory_definer;

set local role none;
grant create on schema public to inventory_definer;
set local role inventory_definer;
-- Returns the API token with one indexed read, and sets the organization for the rest of the transaction. If used_lately is
-- true, the caller need not update last_used_at.
create function begin_api_token(wanted bytea)
returns table (organization_id uuid, api_token_id uuid, permissions text[], ended boolean, used_lately boolean)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select t.organization_id, t.id, t.permissions, t.revoked_at is not null or t.expires_at <= now(),
         coalesce(t.last_used_at > now() - interval '1 minute', false)
    into organization_id, api_token_id, permissions, ended, used_lately
    from api_tokens t where t.token_hash = wanted;
  if found then
    perform set_config('app.organization_id', organization_id::text, true);
    return next;
  end if;
end $$;
revoke all on function begin_api_token from public;
grant execute on function begin_api_token to inventory_app;
set local role none;
revoke create on schema public from inventory_definer;
set local role inventory_owner;

alter table audit_entries drop constraint audit_entries_actor_type_check;
alter table audit_entries add constraint audit_entries_actor_type_check
  check (actor_type in ('user', 'api_token', 'ingest_token', 'system', 'webhook'));
${authors.map(([table, constraint]) => `alter table ${table} drop constraint ${constraint};`).join('\n')}
`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
set local role none;
drop function begin_api_token;
${authors
  .map(
    ([table, , column]) => `update ${table} set ${column} = null where uuid_extract_version(${column}) = 8;`,
  )
  .join('\n')}
set local role inventory_owner;
-- Fails when there are entries of API tokens: an entry of the audit log is not changed.
alter table audit_entries drop constraint audit_entries_actor_type_check;
alter table audit_entries add constraint audit_entries_actor_type_check
  check (actor_type in ('user', 'ingest_token', 'system', 'webhook'));
${authors
  .map(
    ([table, constraint, column, action]) =>
      `alter table ${table} add constraint ${constraint} foreign key (organization_id, ${column}) references users (organization_id, id) ${action};`,
  )
  .join('\n')}
drop table api_tokens;
`);
}
