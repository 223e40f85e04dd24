import type { Knex } from 'knex';

const tables = [
  'sso_configurations',
  'sso_domains',
  'sso_identities',
  'sso_transactions',
  'sso_logout_tokens',
] as const;
const builtInRoles = `array['platform_admin', 'cloud_admin', 'engineer', 'auditor', 'viewer']`;

/** The function that loads a session. `passwordsOnly`: sessions by single sign-on need no second factor. */
const beginSession = (passwordsOnly: boolean): string => `
drop function begin_session;
create function begin_session(wanted uuid)
returns table (organization_id uuid, session_id uuid, user_id uuid, user_status text, roles text[],
               revoked_at timestamptz, expires_at timestamptz, lacks_factor boolean)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  select s.organization_id, s.id, u.id, u.status, u.roles, s.revoked_at, s.expires_at,
         ${passwordsOnly ? "s.method = 'password' and " : ''}coalesce(o.settings -> 'require_mfa' = 'true'::jsonb, false)
         and not exists (
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
grant execute on function begin_session to inventory_app;`;

/** Single sign-on with OpenID Connect: providers, domains, the subjects of users, and logins that wait for the provider. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
create table sso_configurations (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  issuer text not null,
  client_id text not null,
  client_secret_sealed text not null,
  group_claim text not null,
  trust_email boolean not null,
  role_mappings jsonb not null default '[]',
  team_mappings jsonb not null default '[]',
  default_roles text[] not null,
  enforced boolean not null,
  status text not null default 'active',
  last_error text,
  -- The time of the last change of issuer or client_id.
  provider_changed_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint sso_configurations_pkey primary key (organization_id, id),
  constraint sso_configurations_organization_key unique (organization_id),
  constraint sso_configurations_mappings_check
    check (jsonb_typeof(role_mappings) = 'array' and jsonb_typeof(team_mappings) = 'array'),
  constraint sso_configurations_status_check check (status in ('active', 'error')),
  constraint sso_configurations_organization_fkey foreign key (organization_id)
    references organizations (id) on delete cascade
);
create index sso_configurations_provider_index on sso_configurations (issuer, client_id);
create table sso_domains (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  domain text not null,
  -- What the TXT record of the domain has to contain.
  record_value text not null,
  -- The time of the first proof; NULL before it.
  verified_at timestamptz,
  checked_at timestamptz,
  -- Daily checks in a row that did not find the record.
  failed_checks integer not null default 0,
  -- Set after seven failed checks. Logins by password stay refused where SSO is enforced, but nobody new is bound.
  proof_ended_at timestamptz,
  constraint sso_domains_pkey primary key (organization_id, id),
  constraint sso_domains_domain_key unique (organization_id, domain),
  constraint sso_domains_organization_fkey foreign key (organization_id)
    references organizations (id) on delete cascade
);
create index sso_domains_domain_index on sso_domains (domain) where verified_at is not null;
create unique index sso_domains_proof_key on sso_domains (domain)
  where verified_at is not null and proof_ended_at is null;
create table sso_identities (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  user_id uuid not null,
  issuer text not null,
  client_id text not null,
  subject text not null,
  -- The groups of the last login, which mappings are applied to.
  groups text[] not null,
  created_at timestamptz not null default now(),
  last_login_at timestamptz not null default now(),
  constraint sso_identities_pkey primary key (organization_id, id),
  constraint sso_identities_subject_key unique (organization_id, issuer, client_id, subject),
  constraint sso_identities_user_key unique (organization_id, user_id, issuer, client_id),
  constraint sso_identities_user_fkey foreign key (organization_id, user_id)
    references users (organization_id, id) on delete cascade
);
create table sso_transactions (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  -- SHA-256 of the secret in the cookie of the browser that began the login. State, nonce and PKCE verifier follow from it.
  browser_hash bytea not null,
  issuer text not null,
  client_id text not null,
  next text not null,
  -- The session of a user who links a subject to himself.
  session_id uuid,
  expires_at timestamptz not null default now() + interval '10 minutes',
  constraint sso_transactions_pkey primary key (organization_id, id),
  constraint sso_transactions_organization_fkey foreign key (organization_id)
    references organizations (id) on delete cascade,
  constraint sso_transactions_session_fkey foreign key (organization_id, session_id)
    references sessions (organization_id, id) on delete cascade
);
create index sso_transactions_session_index on sso_transactions (organization_id, session_id);
create index sso_transactions_expiry_index on sso_transactions (organization_id, expires_at);
create table sso_logout_tokens (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  -- SHA-256 of the issuer, the client and the jti of a token that was used.
  token_hash bytea not null,
  expires_at timestamptz not null,
  constraint sso_logout_tokens_pkey primary key (organization_id, id),
  constraint sso_logout_tokens_token_key unique (organization_id, token_hash),
  constraint sso_logout_tokens_organization_fkey foreign key (organization_id)
    references organizations (id) on delete cascade
);
create index sso_logout_tokens_expiry_index on sso_logout_tokens (organization_id, expires_at);
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
${['sso_configurations', 'sso_domains']
  .map(
    (table) => `
create policy ${table}_definer on ${table} for select to inventory_definer using (true);
grant select on ${table} to inventory_definer;`,
  )
  .join('')}

-- A user who was created by single sign-on has no password.
alter table users alter column password_hash drop not null;
-- An active platform_admin who can sign in with a password where single sign-on is enforced.
alter table users add column break_glass boolean not null default false;
-- The roles that members gave, where roles differs from them: with mappings, and without these where single sign-on is enforced.
-- NULL: roles has them, also of a user whom the release before creates or changes during an upgrade.
alter table users add column roles_by_hand text[];
alter table users drop constraint users_roles_check;
alter table users add constraint users_roles_check check (roles <@ ${builtInRoles});

-- password or sso.
alter table sessions add column method text not null default 'password';
-- Without a foreign key: sessions end before their account is deleted.
alter table sessions add column sso_identity_id uuid;
-- The sid of the ID token, by which the provider ends a session.
alter table sessions add column provider_session text;
create index sessions_sso_identity_index on sessions (organization_id, sso_identity_id);

-- Whether a mapping of groups added the member, and takes the member away with the group.
alter table team_members add column is_mapped boolean not null default false;

set local role none;
grant create on schema public to inventory_definer;
set local role inventory_definer;
${beginSession(true)}
-- Returns the organization that has proven a domain, else the last one whose proof ended.
create function find_domain_owner(wanted text) returns table (organization_id uuid, is_proven boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select organization_id, proof_ended_at is null from sso_domains
  where domain = wanted and verified_at is not null order by proof_ended_at desc nulls first limit 1
$$;
-- Returns the organizations with a provider and client, at most twenty.
create function find_sso_clients(wanted_issuer text, wanted_client text) returns table (organization_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select organization_id from sso_configurations
  where issuer = wanted_issuer and client_id = wanted_client order by id limit 20
$$;
-- Returns the user with an email in any organization, and whether the user has proven access to the mailbox.
create function find_email_owner(wanted text) returns table (organization_id uuid, user_id uuid, is_verified boolean)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select organization_id, id, email_verified_at is not null from users where email = wanted
$$;
-- Returns the organizations with a proven domain that was last checked before a time.
create function organizations_with_due_domains(before timestamptz) returns table (id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct organization_id from sso_domains
  where verified_at is not null and proof_ended_at is null and checked_at < before
$$;
revoke all on function find_domain_owner, find_sso_clients, find_email_owner, organizations_with_due_domains from public;
grant execute on function find_domain_owner, find_sso_clients, find_email_owner, organizations_with_due_domains
  to inventory_app;
set local role none;
revoke create on schema public from inventory_definer;
set local role inventory_owner;
`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
set local role none;
grant create on schema public to inventory_definer;
set local role inventory_definer;
${beginSession(false)}
drop function find_domain_owner, find_sso_clients, find_email_owner, organizations_with_due_domains;
set local role none;
revoke create on schema public from inventory_definer;
set local role inventory_owner;
alter table team_members drop column is_mapped;
drop table sso_transactions;
alter table sessions drop column method, drop column sso_identity_id, drop column provider_session;
-- A user without a password gets one that nobody knows, and a user with mapped roles only becomes a viewer.
alter table users no force row level security;
update users set password_hash = coalesce(password_hash, ''),
    roles = coalesce(nullif(coalesce(roles_by_hand, roles), '{}'), array['viewer'])
  where password_hash is null or roles_by_hand is not null or roles = '{}';
alter table users force row level security;
alter table users drop column break_glass, drop column roles_by_hand, alter column password_hash set not null;
alter table users drop constraint users_roles_check;
alter table users add constraint users_roles_check check (cardinality(roles) > 0 and roles <@ ${builtInRoles});
drop table sso_logout_tokens, sso_identities, sso_domains, sso_configurations;
`);
}
