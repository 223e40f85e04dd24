import type { Knex } from 'knex';

/** Email verification, password reset, and the address and user agent of sessions. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
-- The default sets the time of the migration for existing users. Row-level security hides their rows from an update.
alter table users add column email_verified_at timestamptz default now();
alter table users alter column email_verified_at drop default;

-- ip_block is the address, or for IPv6 the network, under which rate limits count the client.
alter table sessions add column ip text, add column ip_block text, add column user_agent text;
create index sessions_address_index on sessions (organization_id, user_id, ip_block);
drop index sessions_user_index;

-- A user has at most one valid token per purpose. Only the SHA-256 of a token is stored.
create table user_tokens (
  organization_id uuid not null,
  user_id uuid not null,
  purpose text not null,
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint user_tokens_pkey primary key (organization_id, user_id, purpose),
  constraint user_tokens_token_key unique (token_hash),
  constraint user_tokens_user_fkey foreign key (organization_id, user_id)
    references users (organization_id, id) on delete cascade,
  constraint user_tokens_purpose_check check (purpose in ('email_verification', 'password_reset'))
);
alter table user_tokens enable row level security, force row level security;
create policy user_tokens_tenant on user_tokens to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on user_tokens to inventory_app;
create policy user_tokens_definer on user_tokens for select to inventory_definer using (true);
grant select on user_tokens to inventory_definer;

create function find_user_token(wanted bytea, wanted_purpose text) returns table (organization_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select organization_id from user_tokens
    where token_hash = wanted and purpose = wanted_purpose and expires_at > now()
$$;

-- Whether the user with this email has signed in from this address, also if the session has ended since.
create function has_signed_in_from(wanted text, wanted_block text) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (
    select from users u join sessions s on s.organization_id = u.organization_id and s.user_id = u.id
      where u.email = wanted and s.ip_block = wanted_block)
$$;

revoke all on function find_user_token(bytea, text), has_signed_in_from(text, text) from public;
grant execute on function find_user_token(bytea, text), has_signed_in_from(text, text) to inventory_app;

set local role none;
grant create on schema public to inventory_definer;
alter function find_user_token(bytea, text) owner to inventory_definer;
alter function has_signed_in_from(text, text) owner to inventory_definer;
revoke create on schema public from inventory_definer;
set local role inventory_owner;
`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
set local role inventory_definer;
drop function find_user_token(bytea, text), has_signed_in_from(text, text);
set local role inventory_owner;
drop table user_tokens;
create index sessions_user_index on sessions (organization_id, user_id);
drop index sessions_address_index;
alter table sessions drop column ip, drop column ip_block, drop column user_agent;
alter table users drop column email_verified_at;
`);
}
