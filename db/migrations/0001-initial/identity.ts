import { definerFunctions, definerReads, tenantAccess } from './access.ts';

/** Users, their sessions, and the tokens that verify an email address or reset a password. */
export const identity = String.raw`
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
  email_verified_at timestamptz,
  constraint users_pkey primary key (organization_id, id),
  constraint users_email_key unique (email),
  constraint users_organization_fkey foreign key (organization_id) references organizations (id) on delete cascade,
  constraint users_status_check check (status in ('active', 'deactivated')),
  constraint users_roles_check check (
    cardinality(roles) > 0 and roles <@ array['platform_admin', 'cloud_admin', 'engineer', 'auditor', 'viewer'])
);

create table sessions (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  user_id uuid not null,
  -- The key from which the session's refresh tokens are derived, encrypted with ENCRYPTION_KEYS.
  key_sealed text not null,
  counter integer not null default 0,
  created_at timestamptz not null default now(),
  rotated_at timestamptz not null default now(),
  expires_at timestamptz not null,
  absolute_expires_at timestamptz not null,
  revoked_at timestamptz,
  ip text,
  -- The address, or for IPv6 the network, under which rate limits count the client.
  ip_block text,
  user_agent text,
  constraint sessions_pkey primary key (organization_id, id),
  constraint sessions_id_key unique (id),
  constraint sessions_user_fkey foreign key (organization_id, user_id)
    references users (organization_id, id) on delete cascade
);
create index sessions_absolute_index on sessions (organization_id, absolute_expires_at);
create index sessions_address_index on sessions (organization_id, user_id, ip_block);

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

${definerFunctions(String.raw`
-- Returns the session, its user and the user's roles with one indexed read, and sets the organization for the rest of
-- the transaction.
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

create function find_login(wanted text)
returns table (organization_id uuid, user_id uuid, password_hash text, user_status text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select organization_id, id, password_hash, status from users where email = wanted
$$;

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
`)}

${tenantAccess(['users'], 'select, insert, update')}
${tenantAccess(['sessions', 'user_tokens'])}
${definerReads(['users', 'sessions', 'user_tokens'])}
`;
