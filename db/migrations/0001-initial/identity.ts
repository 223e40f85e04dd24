/** Organizations, their users, and the credentials that authenticate requests. */
export const identity = String.raw`
create table organizations (
  id uuid not null default uuidv7(),
  name text not null,
  slug text not null,
  settings jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint organizations_pkey primary key (id),
  constraint organizations_slug_key unique (slug)
);

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
  constraint sessions_pkey primary key (organization_id, id),
  constraint sessions_id_key unique (id),
  constraint sessions_user_fkey foreign key (organization_id, user_id)
    references users (organization_id, id) on delete cascade
);
create index sessions_user_index on sessions (organization_id, user_id);
create index sessions_absolute_index on sessions (organization_id, absolute_expires_at);

create table invitations (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  email text not null,
  roles text[] not null,
  token_hash bytea not null,
  status text not null default 'pending',
  invited_by uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint invitations_pkey primary key (organization_id, id),
  constraint invitations_token_key unique (token_hash),
  constraint invitations_invited_by_fkey foreign key (organization_id, invited_by)
    references users (organization_id, id) on delete cascade,
  constraint invitations_status_check check (status in ('pending', 'accepted', 'revoked', 'expired')),
  constraint invitations_roles_check check (
    cardinality(roles) > 0 and roles <@ array['platform_admin', 'cloud_admin', 'engineer', 'auditor', 'viewer'])
);
create unique index invitations_pending_key on invitations (organization_id, email) where status = 'pending';

create table ingest_tokens (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  name text not null,
  prefix text not null,
  token_hash bytea not null,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz,
  constraint ingest_tokens_pkey primary key (organization_id, id),
  constraint ingest_tokens_token_key unique (token_hash),
  constraint ingest_tokens_created_by_fkey foreign key (organization_id, created_by)
    references users (organization_id, id) on delete cascade
);

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

-- The same for an ingest token. If used_lately is true, the caller need not update last_used_at.
create function begin_ingest(wanted bytea)
returns table (organization_id uuid, ingest_token_id uuid, ended boolean, used_lately boolean)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select t.organization_id, t.id, t.revoked_at is not null or coalesce(t.expires_at <= now(), false),
         coalesce(t.last_used_at > now() - interval '1 minute', false)
    into organization_id, ingest_token_id, ended, used_lately
    from ingest_tokens t where t.token_hash = wanted;
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

create function find_invitation(wanted bytea) returns table (organization_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select organization_id, id from invitations where token_hash = wanted
$$;

-- For commands of an operator and for jobs that process every organization.
create function organization_ids() returns table (id uuid, slug text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select id, slug from organizations order by id
$$;
`;
