import { definerFunctions, definerReads, tenantAccess } from './access.ts';

/** Connections to AWS, their accounts, the checks of their roles, and the steps of onboarding. */
export const connections = String.raw`
-- Deleting a connection sets deleted_at, because its accounts still refer to the row. The API checks whether the kind
-- requires a management account; this table checks only the format of the account number.
create table aws_connections (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  name text not null,
  kind text not null,
  status text not null default 'pending',
  management_account_id text,
  external_id text not null,
  role_name text not null,
  organization_id_external text,
  regions text[] not null default '{}',
  scan_interval_minutes integer not null default 1440,
  last_validated_at timestamptz,
  last_synced_at timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint aws_connections_pkey primary key (organization_id, id),
  constraint aws_connections_organization_fkey foreign key (organization_id)
    references organizations (id) on delete cascade,
  constraint aws_connections_external_id_key unique (external_id),
  constraint aws_connections_kind_check check (kind in ('organization', 'standalone')),
  constraint aws_connections_status_check check (
    status in ('pending', 'validating', 'active', 'degraded', 'error', 'deleting')),
  constraint aws_connections_management_account_check check (management_account_id ~ '^\d{12}$'),
  constraint aws_connections_scan_interval_check check (scan_interval_minutes between 5 and 43200)
);
create unique index aws_connections_name_key on aws_connections (organization_id, name) where deleted_at is null;
create unique index aws_connections_management_account_key
  on aws_connections (organization_id, management_account_id) where deleted_at is null;

-- One row per AWS account and organization, never deleted. An account that is added again, to any connection, reuses its
-- row and thus its resources and their history.
create table aws_accounts (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  connection_id uuid not null,
  account_id text not null,
  name text,
  name_chosen boolean not null default false,
  email text,
  ou_path text,
  role_arn text not null,
  included boolean not null default true,
  status text not null default 'pending',
  regions text[] not null default '{}',
  enabled_regions text[] not null default '{}',
  effective_regions text[] not null default '{}',
  scan_interval_minutes integer,
  validation jsonb not null default '{"checks": [], "missing_permissions": []}',
  template_version text,
  stack_id text,
  default_environment_id uuid,
  last_validated_at timestamptz,
  -- True until the schedule in Temporal has been updated from this row.
  schedule_due boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- When a match of the account's resources with all entries of states was last requested. Null: none since the last one
  -- began.
  match_requested_at timestamptz,
  -- The permission groups of the role, as its tag says. Null: it is unknown what the role can read.
  cloud_control_groups text[],
  constraint aws_accounts_pkey primary key (organization_id, id),
  constraint aws_accounts_account_id_key unique (organization_id, account_id),
  constraint aws_accounts_connection_fkey foreign key (organization_id, connection_id)
    references aws_connections (organization_id, id) on delete cascade,
  constraint aws_accounts_account_id_check check (account_id ~ '^\d{12}$'),
  constraint aws_accounts_status_check check (
    status in ('pending', 'validating', 'connected', 'invalid', 'unreachable', 'suspended', 'departed')),
  constraint aws_accounts_scan_interval_check check (scan_interval_minutes between 5 and 43200)
);
create index aws_accounts_connection_index on aws_accounts (organization_id, connection_id, id);
create index aws_accounts_schedule_due_index on aws_accounts (id) where schedule_due;

create table onboarding_steps (
  organization_id uuid not null,
  connection_id uuid not null,
  key text not null,
  status text not null default 'pending',
  detail text,
  completed_at timestamptz,
  updated_at timestamptz not null default now(),
  constraint onboarding_steps_pkey primary key (organization_id, connection_id, key),
  constraint onboarding_steps_connection_fkey foreign key (organization_id, connection_id)
    references aws_connections (organization_id, id) on delete cascade,
  constraint onboarding_steps_key_check check (
    key in ('deploy_role', 'validate_connection', 'sync_accounts', 'validate_accounts', 'first_scan')),
  constraint onboarding_steps_status_check check (
    status in ('pending', 'in_progress', 'done', 'failed', 'skipped')),
  constraint onboarding_steps_completed_at_check check ((status = 'done') = (completed_at is not null))
);

-- A check is valid for one role and one external id. An account's role is used only while its check has passed and is
-- recent, so a row that is missing or too old causes a new check.
create table role_checks (
  organization_id uuid not null,
  connection_id uuid not null,
  role_arn text not null,
  external_id text not null,
  outcome text not null,
  checked_at timestamptz not null default now(),
  constraint role_checks_pkey primary key (organization_id, connection_id, role_arn),
  constraint role_checks_connection_fkey foreign key (organization_id, connection_id)
    references aws_connections (organization_id, id) on delete cascade,
  constraint role_checks_outcome_check check (outcome in ('connected', 'invalid', 'unreachable'))
);

${definerFunctions(String.raw`
-- The functions below read all organizations, for the jobs that reconcile Temporal Schedules. due_schedules returns a page of
-- the accounts, by id, whose Schedule must be updated; scan_schedules a page of all accounts.
create function due_schedules(after uuid, at_most integer)
returns table (organization_id uuid, aws_account_id uuid, account_id text, name text, interval_minutes integer,
               wanted boolean, noted_at text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.organization_id, a.id, a.account_id, coalesce(a.name, a.account_id),
         coalesce(a.scan_interval_minutes, c.scan_interval_minutes),
         a.included and a.status = 'connected' and a.deleted_at is null and c.status <> 'deleting'
           and c.deleted_at is null,
         a.updated_at::text
  from aws_accounts a join aws_connections c on c.organization_id = a.organization_id and c.id = a.connection_id
  where a.schedule_due and (after is null or a.id > after) order by a.id limit at_most
$$;

create function scan_schedules(after uuid, at_most integer)
returns table (organization_id uuid, aws_account_id uuid, account_id text, name text, interval_minutes integer,
               wanted boolean, noted_at text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.organization_id, a.id, a.account_id, coalesce(a.name, a.account_id),
         coalesce(a.scan_interval_minutes, c.scan_interval_minutes),
         a.included and a.status = 'connected' and a.deleted_at is null and c.status <> 'deleting'
           and c.deleted_at is null,
         a.updated_at::text
  from aws_accounts a join aws_connections c on c.organization_id = a.organization_id and c.id = a.connection_id
  where after is null or a.id > after order by a.id limit at_most
$$;

-- Returns a page of the connections, by id, whose AWS organization was last synced before older_than.
create function connections_to_sync(older_than interval, after uuid, at_most integer)
returns table (organization_id uuid, id uuid, name text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select organization_id, id, name from aws_connections
  where kind = 'organization' and deleted_at is null and status <> 'deleting'
    and last_synced_at < now() - older_than and (after is null or id > after)
  order by id limit at_most
$$;
`)}

${tenantAccess(['aws_connections', 'aws_accounts'], 'select, insert, update')}
${tenantAccess(['onboarding_steps', 'role_checks'])}
${definerReads(['aws_connections', 'aws_accounts'])}
`;
