-- The schema that the migrations create. "npm run schema" writes this file; do not edit it.
-- Restore it as a superuser, after prepareRoles of db/roles.ts has created the roles.
set check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.built_in_roles(given text[])
 RETURNS text[]
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select coalesce(array_agg(r), '{}') from unnest(given) r
    where r !~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
$function$;
alter function built_in_roles(text[]) owner to inventory_owner;

-- role inventory_app: nologin, inherit
-- role inventory_definer: nologin, inherit
-- role inventory_owner: nologin, inherit
-- role inventory_sealer: nologin, inherit

create extension if not exists btree_gin;
create extension if not exists btree_gist;
create extension if not exists pg_trgm;

create type text_range as range (subtype = text, collation = "C", multirange_type_name = text_multirange);
alter type text_range owner to inventory_owner;

create sequence schema_migrations_id_seq as integer increment 1 minvalue 1 maxvalue 2147483647 start 1 cache 1;
alter sequence schema_migrations_id_seq owner to inventory_owner;

create sequence schema_migrations_lock_index_seq as integer increment 1 minvalue 1 maxvalue 2147483647 start 1 cache 1;
alter sequence schema_migrations_lock_index_seq owner to inventory_owner;

create table access_policies (
  organization_id uuid not null,
  resource_id uuid not null,
  aws_account_id uuid not null,
  kind text,
  name text,
  arn text,
  policy_arns text[] not null default '{}'::text[],
  boundary_arn text,
  group_names text[] not null default '{}'::text[],
  services text[] not null default '{}'::text[],
  parties text[] not null default '{}'::text[],
  statements jsonb not null default '[]'::jsonb,
  constraint access_policies_kind_check CHECK (kind = ANY (ARRAY['user'::text, 'role'::text, 'group'::text, 'policy'::text, 'control_policy'::text, 'control_target'::text])),
  constraint access_policies_pkey PRIMARY KEY (organization_id, resource_id)
);
alter table access_policies owner to inventory_owner;

create table account_freshness (
  organization_id uuid not null,
  aws_account_id uuid not null,
  recorded_at timestamp with time zone not null,
  last_successful_scan_at timestamp with time zone not null,
  constraint account_freshness_pkey PRIMARY KEY (organization_id, aws_account_id, recorded_at)
);
alter table account_freshness owner to inventory_owner;

create table account_freshness_told (
  organization_id uuid not null,
  aws_account_id uuid not null,
  stale boolean not null,
  constraint account_freshness_told_pkey PRIMARY KEY (organization_id, aws_account_id)
);
alter table account_freshness_told owner to inventory_owner;

create table ai_audit_entries (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  occurred_at timestamp with time zone not null default clock_timestamp(),
  kind text not null,
  user_id uuid,
  conversation_id uuid,
  turn_id uuid,
  provider text,
  model text,
  status text not null,
  duration_ms bigint not null,
  request_id text not null,
  tool text,
  arguments jsonb,
  row_count integer,
  reference_ids uuid[],
  input_tokens bigint,
  output_tokens bigint,
  error_code text,
  api_token_id uuid,
  resource text,
  prompt text,
  client text,
  constraint ai_audit_entries_kind_check CHECK (kind = ANY (ARRAY['turn'::text, 'tool_call'::text, 'mcp_call'::text])),
  constraint ai_audit_entries_pkey PRIMARY KEY (organization_id, id),
  constraint ai_audit_entries_status_check CHECK (status = ANY (ARRAY['completed'::text, 'failed'::text, 'cancelled'::text, 'ok'::text, 'refused'::text, 'error'::text]))
);
alter table ai_audit_entries owner to inventory_owner;

create table ai_conversations (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  title text,
  created_by uuid not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  last_turn_at timestamp with time zone not null default now(),
  archived_at timestamp with time zone,
  version integer not null default 1,
  constraint ai_conversations_pkey PRIMARY KEY (organization_id, id)
);
alter table ai_conversations owner to inventory_owner;

create table ai_settings (
  organization_id uuid not null,
  enabled boolean not null default true,
  model text,
  data_mode text not null default 'full'::text,
  daily_turn_limit integer not null default 200,
  retention_days integer not null default 90,
  counted_on date not null default (now() AT TIME ZONE 'UTC'::text)::date,
  counted_turns integer not null default 0,
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint ai_settings_daily_turn_limit_check CHECK (daily_turn_limit >= 0 AND daily_turn_limit <= 100000),
  constraint ai_settings_data_mode_check CHECK (data_mode = ANY (ARRAY['full'::text, 'schema_only'::text])),
  constraint ai_settings_pkey PRIMARY KEY (organization_id),
  constraint ai_settings_retention_days_check CHECK (retention_days >= 1 AND retention_days <= 730)
);
alter table ai_settings owner to inventory_owner;

create table ai_turn_events (
  organization_id uuid not null,
  turn_id uuid not null,
  sequence integer not null,
  type text not null,
  data jsonb not null,
  created_at timestamp with time zone not null default clock_timestamp(),
  constraint ai_turn_events_pkey PRIMARY KEY (organization_id, turn_id, sequence),
  constraint ai_turn_events_type_check CHECK (type = ANY (ARRAY['turn.started'::text, 'turn.reset'::text, 'tool.started'::text, 'tool.completed'::text, 'text.delta'::text, 'citation'::text, 'turn.completed'::text, 'turn.failed'::text]))
);
alter table ai_turn_events owner to inventory_owner;

create table ai_turns (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  conversation_id uuid not null,
  asked_by uuid not null,
  session_id uuid not null,
  request_id text not null,
  status text not null default 'running'::text,
  provider text not null,
  model text not null,
  data_mode text not null,
  question text not null,
  answer text,
  citations jsonb not null default '[]'::jsonb,
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  tool_calls integer not null default 0,
  error_code text,
  error_message text,
  attempt integer not null default 0,
  last_sequence integer not null default 0,
  lease_expires_at timestamp with time zone not null,
  started_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  constraint ai_turns_data_mode_check CHECK (data_mode = ANY (ARRAY['full'::text, 'schema_only'::text])),
  constraint ai_turns_error_code_check CHECK (error_code = ANY (ARRAY['cancelled'::text, 'timeout'::text, 'provider_unavailable'::text, 'provider_error'::text, 'forbidden'::text, 'internal_error'::text])),
  constraint ai_turns_pkey PRIMARY KEY (organization_id, id),
  constraint ai_turns_status_check CHECK (status = ANY (ARRAY['completed'::text, 'running'::text, 'failed'::text, 'cancelled'::text]))
);
alter table ai_turns owner to inventory_owner;

create table api_tokens (
  organization_id uuid not null,
  id uuid not null default OVERLAY(uuidv7()::text PLACING '8'::text FROM 15 FOR 1)::uuid,
  name text not null,
  prefix text not null,
  token_hash bytea not null,
  permissions text[] not null,
  created_by uuid not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  last_used_ip text,
  revoked_at timestamp with time zone,
  revoked_reason text,
  constraint api_tokens_id_check CHECK (uuid_extract_version(id) = 8),
  constraint api_tokens_pkey PRIMARY KEY (organization_id, id),
  constraint api_tokens_revoked_check CHECK ((revoked_at IS NULL) = (revoked_reason IS NULL)),
  constraint api_tokens_revoked_reason_check CHECK (revoked_reason = ANY (ARRAY['revoked'::text, 'creator_deactivated'::text])),
  constraint api_tokens_token_key UNIQUE (token_hash)
);
alter table api_tokens owner to inventory_owner;

create table application_owners (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  application_id uuid not null,
  kind text not null default 'owner'::text,
  team_id uuid,
  user_id uuid,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  constraint application_owners_kind_check CHECK (kind = ANY (ARRAY['owner'::text, 'on_call'::text, 'contributor'::text])),
  constraint application_owners_owner_check CHECK (num_nonnulls(team_id, user_id) = 1),
  constraint application_owners_pkey PRIMARY KEY (organization_id, id),
  constraint application_owners_team_key UNIQUE (organization_id, application_id, kind, team_id),
  constraint application_owners_user_key UNIQUE (organization_id, application_id, kind, user_id)
);
alter table application_owners owner to inventory_owner;

create table applications (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  name text not null,
  slug text not null,
  description text,
  criticality text not null default 'medium'::text,
  lifecycle text not null default 'active'::text,
  source text not null default 'manual'::text,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  archived_at timestamp with time zone,
  version integer not null default 1,
  constraint applications_criticality_check CHECK (criticality = ANY (ARRAY['critical'::text, 'high'::text, 'medium'::text, 'low'::text])),
  constraint applications_lifecycle_check CHECK (lifecycle = ANY (ARRAY['planned'::text, 'active'::text, 'deprecated'::text, 'retired'::text])),
  constraint applications_pkey PRIMARY KEY (organization_id, id),
  constraint applications_slug_key UNIQUE (organization_id, slug),
  constraint applications_source_check CHECK (source = ANY (ARRAY['manual'::text, 'inferred'::text, 'imported'::text]))
);
alter table applications owner to inventory_owner;

create table audit_chain_heads (
  organization_id uuid not null,
  sequence bigint not null default 0,
  hash bytea not null default '\x'::bytea,
  pruned_sequence bigint not null default 0,
  pruned_hash bytea not null default '\x'::bytea,
  constraint audit_chain_heads_pkey PRIMARY KEY (organization_id)
);
alter table audit_chain_heads owner to inventory_owner;

create table audit_entries (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  occurred_at timestamp with time zone not null default clock_timestamp(),
  transaction_id xid8 not null default pg_current_xact_id(),
  actor_type text not null,
  actor_id uuid,
  actor_name text,
  action text not null,
  target_type text,
  target_id text,
  target_name text,
  outcome text not null,
  request_id text,
  ip text,
  details jsonb not null default '{}'::jsonb,
  sequence bigint,
  hash bytea,
  constraint audit_entries_actor_type_check CHECK (actor_type = ANY (ARRAY['user'::text, 'api_token'::text, 'ingest_token'::text, 'system'::text, 'webhook'::text])),
  constraint audit_entries_outcome_check CHECK (outcome = ANY (ARRAY['success'::text, 'refused'::text])),
  constraint audit_entries_pkey PRIMARY KEY (organization_id, id),
  constraint audit_entries_sealed_check CHECK ((sequence IS NULL) = (hash IS NULL)),
  constraint audit_entries_sequence_key UNIQUE (organization_id, sequence)
);
alter table audit_entries owner to inventory_owner;

create table audit_settings (
  only_row boolean not null default true,
  retention_days integer not null default 400,
  constraint audit_settings_only_row_check CHECK (only_row),
  constraint audit_settings_pkey PRIMARY KEY (only_row),
  constraint audit_settings_retention_check CHECK (retention_days >= 30)
);
alter table audit_settings owner to inventory_owner;

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
  status text not null default 'pending'::text,
  regions text[] not null default '{}'::text[],
  enabled_regions text[] not null default '{}'::text[],
  effective_regions text[] not null default '{}'::text[],
  scan_interval_minutes integer,
  validation jsonb not null default '{"checks": [], "missing_permissions": []}'::jsonb,
  template_version text,
  stack_id text,
  default_environment_id uuid,
  last_validated_at timestamp with time zone,
  schedule_due boolean not null default false,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  match_requested_at timestamp with time zone,
  cloud_control_groups text[],
  event_scans boolean not null default true,
  code_complete boolean not null default false,
  match_all boolean not null default false,
  version integer not null default 1,
  constraint aws_accounts_account_id_check CHECK (account_id ~ '^\d{12}$'::text),
  constraint aws_accounts_account_id_key UNIQUE (organization_id, account_id),
  constraint aws_accounts_pkey PRIMARY KEY (organization_id, id),
  constraint aws_accounts_scan_interval_check CHECK (scan_interval_minutes >= 5 AND scan_interval_minutes <= 43200),
  constraint aws_accounts_status_check CHECK (status = ANY (ARRAY['pending'::text, 'validating'::text, 'connected'::text, 'invalid'::text, 'unreachable'::text, 'suspended'::text, 'departed'::text]))
);
alter table aws_accounts owner to inventory_owner;

create table aws_connections (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  name text not null,
  kind text not null,
  status text not null default 'pending'::text,
  management_account_id text,
  external_id text not null,
  role_name text not null,
  organization_id_external text,
  regions text[] not null default '{}'::text[],
  scan_interval_minutes integer not null default 1440,
  last_validated_at timestamp with time zone,
  last_synced_at timestamp with time zone,
  last_error text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  version integer not null default 1,
  constraint aws_connections_external_id_key UNIQUE (external_id),
  constraint aws_connections_kind_check CHECK (kind = ANY (ARRAY['organization'::text, 'standalone'::text])),
  constraint aws_connections_management_account_check CHECK (management_account_id ~ '^\d{12}$'::text),
  constraint aws_connections_pkey PRIMARY KEY (organization_id, id),
  constraint aws_connections_scan_interval_check CHECK (scan_interval_minutes >= 5 AND scan_interval_minutes <= 43200),
  constraint aws_connections_status_check CHECK (status = ANY (ARRAY['pending'::text, 'validating'::text, 'active'::text, 'degraded'::text, 'error'::text, 'deleting'::text]))
);
alter table aws_connections owner to inventory_owner;

create table blocked_regions (
  organization_id uuid not null,
  aws_account_id uuid not null,
  region text not null,
  blocked_until timestamp with time zone not null,
  error text not null,
  constraint blocked_regions_pkey PRIMARY KEY (organization_id, aws_account_id, region)
);
alter table blocked_regions owner to inventory_owner;

create table changes (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  resource_id uuid not null,
  aws_account_id uuid not null,
  region text not null,
  resource_type text not null,
  kind text not null,
  since timestamp with time zone,
  occurred_at timestamp with time zone not null default now(),
  detected_at timestamp with time zone not null default now(),
  source text not null,
  attribution text not null default 'unattributed'::text,
  actor_type text,
  actor_arn text,
  actor_name text,
  event_name text,
  event_id text,
  explained_by_kind text,
  explained_by_id uuid,
  explained_by_confidence text,
  explained_by_address text,
  scan_id uuid,
  revision integer,
  paths text[] not null default '{}'::text[],
  diff jsonb not null default '[]'::jsonb,
  actor_via text,
  owner jsonb,
  candidates jsonb not null default '[]'::jsonb,
  constraint changes_attribution_check CHECK (attribution = ANY (ARRAY['exact'::text, 'probable'::text, 'unattributed'::text])),
  constraint changes_explained_by_check CHECK ((num_nulls(explained_by_kind, explained_by_id, explained_by_confidence) % 3) = 0),
  constraint changes_explained_by_confidence_check CHECK (explained_by_confidence = ANY (ARRAY['high'::text, 'medium'::text, 'low'::text])),
  constraint changes_explained_by_kind_check CHECK (explained_by_kind = ANY (ARRAY['execution'::text, 'plan'::text, 'pull_request'::text])),
  constraint changes_kind_check CHECK (kind = ANY (ARRAY['created'::text, 'updated'::text, 'deleted'::text, 'reappeared'::text])),
  constraint changes_pkey PRIMARY KEY (organization_id, id),
  constraint changes_source_check CHECK (source = ANY (ARRAY['scan'::text, 'cloudtrail'::text]))
);
alter table changes owner to inventory_owner;

create table cloudtrail_event_keys (
  organization_id uuid not null,
  aws_account_id uuid not null,
  key text not null,
  event_row_id uuid not null,
  constraint cloudtrail_event_keys_pkey PRIMARY KEY (organization_id, aws_account_id, key, event_row_id)
);
alter table cloudtrail_event_keys owner to inventory_owner;

create table cloudtrail_events (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  aws_account_id uuid not null,
  region text not null,
  event_id text not null,
  event_name text not null,
  event_source text not null,
  occurred_at timestamp with time zone not null,
  actor_type text,
  actor_arn text,
  actor_name text,
  keys text[] not null,
  actor_via text,
  other_regions text[] not null default '{}'::text[],
  table_version text,
  constraint cloudtrail_events_event_key UNIQUE (organization_id, aws_account_id, event_id),
  constraint cloudtrail_events_pkey PRIMARY KEY (organization_id, id)
);
alter table cloudtrail_events owner to inventory_owner;

create table cloudtrail_feeds (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  aws_account_id uuid not null,
  region text not null,
  status text not null default 'never'::text,
  watermark timestamp with time zone,
  last_event_at timestamp with time zone,
  last_polled_at timestamp with time zone,
  last_error text,
  created_at timestamp with time zone not null default now(),
  next_poll_at timestamp with time zone default now(),
  blocked_until timestamp with time zone,
  attributed_until timestamp with time zone,
  table_version text,
  constraint cloudtrail_feeds_pkey PRIMARY KEY (organization_id, id),
  constraint cloudtrail_feeds_place_key UNIQUE (organization_id, aws_account_id, region),
  constraint cloudtrail_feeds_status_check CHECK (status = ANY (ARRAY['ok'::text, 'denied'::text, 'throttled'::text, 'error'::text, 'never'::text, 'blocked_by_scp'::text]))
);
alter table cloudtrail_feeds owner to inventory_owner;

create table code_location_folders (
  organization_id uuid not null,
  iac_project_id uuid not null,
  repository_id uuid not null,
  folder text not null,
  constraint code_location_folders_pkey PRIMARY KEY (organization_id, repository_id, folder, iac_project_id)
);
alter table code_location_folders owner to inventory_owner;

create table code_location_remotes (
  organization_id uuid not null,
  iac_project_id uuid not null,
  remote text not null,
  repository_id uuid,
  default_branch text,
  constraint code_location_remotes_pkey PRIMARY KEY (organization_id, remote, iac_project_id)
);
alter table code_location_remotes owner to inventory_owner;

create table code_location_states (
  organization_id uuid not null,
  iac_project_id uuid not null,
  code_version bigint not null default 1,
  located_version bigint not null default 0,
  revision bigint not null default 0,
  constraint code_location_states_pkey PRIMARY KEY (organization_id, iac_project_id)
);
alter table code_location_states owner to inventory_owner;

create table code_locations (
  organization_id uuid not null,
  iac_project_id uuid not null,
  code_address text not null,
  repository_id uuid not null,
  file text not null,
  line integer not null,
  confidence text not null,
  ignored text[],
  constraint code_locations_confidence_check CHECK (confidence = ANY (ARRAY['high'::text, 'medium'::text, 'low'::text])),
  constraint code_locations_pkey PRIMARY KEY (organization_id, iac_project_id, code_address)
);
alter table code_locations owner to inventory_owner;

create table coverage_cells (
  organization_id uuid not null,
  aws_account_id uuid not null,
  region text not null,
  resource_type text not null,
  outcome text not null,
  error_code text,
  error text,
  scan_id uuid,
  last_attempt_at timestamp with time zone not null,
  last_complete_at timestamp with time zone,
  unreadable integer not null default 0,
  blocked_until timestamp with time zone,
  last_complete_begun_at timestamp with time zone,
  calls integer,
  last_event_read_at timestamp with time zone,
  left_to_scan_at timestamp with time zone,
  constraint coverage_cells_outcome_check CHECK (outcome = ANY (ARRAY['complete'::text, 'denied'::text, 'throttled'::text, 'unsupported'::text, 'error'::text, 'blocked_by_scp'::text, 'not_permitted'::text])),
  constraint coverage_cells_pkey PRIMARY KEY (organization_id, aws_account_id, region, resource_type)
);
alter table coverage_cells owner to inventory_owner;

create table custom_roles (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  name text not null,
  description text,
  permissions text[] not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint custom_roles_permissions_check CHECK (cardinality(permissions) > 0),
  constraint custom_roles_pkey PRIMARY KEY (organization_id, id)
);
alter table custom_roles owner to inventory_owner;

create table delayed_events (
  organization_id uuid not null,
  subscription_id uuid not null,
  "position" bigint not null,
  constraint delayed_events_pkey PRIMARY KEY (organization_id, subscription_id, "position")
);
alter table delayed_events owner to inventory_owner;

create table deleted_organizations (
  id uuid not null,
  slug text not null,
  deleted_at timestamp with time zone not null default now(),
  head_sequence bigint not null,
  head_hash bytea not null,
  constraint deleted_organizations_pkey PRIMARY KEY (id)
);
alter table deleted_organizations owner to inventory_owner;

create table drift_differences (
  organization_id uuid not null,
  resource_id uuid not null,
  key text not null,
  state_source_id uuid not null,
  address text not null,
  terraform_type text not null,
  expected text,
  actual text,
  since timestamp with time zone not null,
  muted_by uuid,
  seen_at timestamp with time zone not null default now(),
  constraint drift_differences_pkey PRIMARY KEY (organization_id, resource_id, key, state_source_id, address)
);
alter table drift_differences owner to inventory_owner;

create table drift_rules (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  name text not null,
  conditions jsonb not null,
  reason text not null,
  expires_at timestamp with time zone,
  enabled boolean not null default true,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint drift_rules_name_key UNIQUE (organization_id, name),
  constraint drift_rules_pkey PRIMARY KEY (organization_id, id)
);
alter table drift_rules owner to inventory_owner;

create table drift_transitions (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  resource_id uuid not null,
  kind text not null,
  cause text,
  attributes text[] not null,
  occurred_at timestamp with time zone not null default now(),
  constraint drift_transitions_cause_check CHECK (cause = ANY (ARRAY['in_sync'::text, 'muted'::text, 'unclaimed'::text, 'deleted'::text])),
  constraint drift_transitions_kind_check CHECK (kind = ANY (ARRAY['drifted'::text, 'resolved'::text])),
  constraint drift_transitions_pkey PRIMARY KEY (organization_id, id),
  constraint drift_transitions_resolved_check CHECK ((kind = 'resolved'::text) = (cause IS NOT NULL))
);
alter table drift_transitions owner to inventory_owner;

create table due_cells (
  organization_id uuid not null,
  aws_account_id uuid not null,
  region text not null,
  resource_type text not null,
  first_event_at timestamp with time zone not null,
  last_event_at timestamp with time zone not null,
  constraint due_cells_pkey PRIMARY KEY (organization_id, aws_account_id, region, resource_type)
);
alter table due_cells owner to inventory_owner;

create table environments (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  name text not null,
  class text not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint environments_class_check CHECK (class = ANY (ARRAY['production'::text, 'staging'::text, 'development'::text, 'test'::text, 'sandbox'::text, 'shared'::text])),
  constraint environments_name_key UNIQUE (organization_id, name),
  constraint environments_pkey PRIMARY KEY (organization_id, id)
);
alter table environments owner to inventory_owner;

create table event_deliveries (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  subscription_id uuid not null,
  status text not null default 'pending'::text,
  positions bigint[] not null,
  attempts integer not null default 0,
  refusals integer not null default 0,
  status_code integer,
  error text,
  next_attempt_at timestamp with time zone default now(),
  redelivery_requested_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  delivered_at timestamp with time zone,
  constraint event_deliveries_error_check CHECK (error = ANY (ARRAY['timeout'::text, 'connection'::text, 'tls'::text, 'address_not_permitted'::text, 'redirect'::text, 'status'::text])),
  constraint event_deliveries_pending_check CHECK ((status = 'pending'::text) = (next_attempt_at IS NOT NULL)),
  constraint event_deliveries_pkey PRIMARY KEY (organization_id, id),
  constraint event_deliveries_status_check CHECK (status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text]))
);
alter table event_deliveries owner to inventory_owner;

create table event_heads (
  organization_id uuid not null,
  "position" bigint not null,
  constraint event_heads_pkey PRIMARY KEY (organization_id)
);
alter table event_heads owner to inventory_owner;

create table event_subscriptions (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  name text not null,
  kind text not null,
  url_sealed text not null,
  url_hint text not null,
  secret_sealed text,
  previous_secret_sealed text,
  previous_secret_ends_at timestamp with time zone,
  events text[] not null,
  types text[] not null,
  filter jsonb not null default '{}'::jsonb,
  enabled boolean not null default true,
  status text not null default 'active'::text,
  disabled_reason text,
  "position" bigint not null,
  due_at timestamp with time zone,
  signalled_at timestamp with time zone,
  failing_since timestamp with time zone,
  last_delivered_at timestamp with time zone,
  created_by uuid not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint event_subscriptions_disabled_check CHECK ((status = 'disabled'::text) = (disabled_reason IS NOT NULL)),
  constraint event_subscriptions_disabled_reason_check CHECK (disabled_reason = ANY (ARRAY['gone'::text, 'failing'::text])),
  constraint event_subscriptions_kind_check CHECK (kind = ANY (ARRAY['webhook'::text, 'slack'::text])),
  constraint event_subscriptions_pkey PRIMARY KEY (organization_id, id),
  constraint event_subscriptions_previous_secret_check CHECK ((previous_secret_sealed IS NULL) = (previous_secret_ends_at IS NULL)),
  constraint event_subscriptions_secret_check CHECK ((kind = 'webhook'::text) = (secret_sealed IS NOT NULL)),
  constraint event_subscriptions_status_check CHECK (status = ANY (ARRAY['active'::text, 'failing'::text, 'disabled'::text]))
);
alter table event_subscriptions owner to inventory_owner;

create table events (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  transaction_id xid8 not null default pg_current_xact_id(),
  "position" bigint,
  type text not null,
  occurred_at timestamp with time zone not null default clock_timestamp(),
  resource_id uuid,
  aws_account_id uuid,
  data jsonb not null,
  constraint events_pkey PRIMARY KEY (organization_id, id),
  constraint events_position_key UNIQUE (organization_id, "position"),
  constraint events_type_check CHECK (type = ANY (ARRAY['resource.created'::text, 'resource.updated'::text, 'resource.deleted'::text, 'resource.reappeared'::text, 'resource.drifted'::text, 'resource.drift_resolved'::text, 'ownership_issue.opened'::text, 'ownership_issue.resolved'::text, 'scan.finished'::text, 'account.status_changed'::text, 'account.stale'::text, 'account.fresh'::text, 'connection.status_changed'::text, 'scm_connection.status_changed'::text, 'state_source.status_changed'::text, 'plan.reported'::text, 'rule.suspended'::text, 'query.matched'::text, 'audit.entry'::text]))
);
alter table events owner to inventory_owner;

create table evidence_gaps (
  organization_id uuid not null,
  kind text not null,
  subject_id uuid not null,
  reach text not null,
  aws_account_ids uuid[],
  constraint evidence_gaps_accounts_check CHECK ((reach = 'all'::text) = (aws_account_ids IS NULL)),
  constraint evidence_gaps_kind_check CHECK (kind = ANY (ARRAY['state_unread'::text, 'state_overdue'::text, 'project_without_state'::text, 'repository_unscanned'::text])),
  constraint evidence_gaps_pkey PRIMARY KEY (organization_id, kind, subject_id),
  constraint evidence_gaps_reach_check CHECK (reach = ANY (ARRAY['known'::text, 'environment'::text, 'all'::text]))
);
alter table evidence_gaps owner to inventory_owner;

create table executions (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  external_id text not null,
  kind text not null,
  provider text not null,
  status text not null,
  repository_provider text,
  repository_name text,
  repository_id uuid,
  iac_project_id uuid,
  project_path text,
  workspace text,
  commit_sha text,
  branch text,
  pull_request_number integer,
  pull_request_id uuid,
  run_url text,
  actor text,
  tool_name text,
  tool_version text,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  plan_id uuid,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  started_by_report boolean not null default false,
  ended_by_report boolean not null default false,
  explanation_due boolean not null default false,
  constraint executions_external_id_key UNIQUE (organization_id, external_id, kind),
  constraint executions_kind_check CHECK (kind = ANY (ARRAY['plan'::text, 'apply'::text, 'destroy'::text, 'drift'::text])),
  constraint executions_pkey PRIMARY KEY (organization_id, id),
  constraint executions_status_check CHECK (status = ANY (ARRAY['queued'::text, 'running'::text, 'succeeded'::text, 'failed'::text, 'cancelled'::text]))
);
alter table executions owner to inventory_owner;

create table exposure_facts (
  organization_id uuid not null,
  resource_id uuid not null,
  aws_account_id uuid not null,
  region text not null,
  native_id text not null,
  vpc text,
  fact jsonb not null,
  constraint exposure_facts_pkey PRIMARY KEY (organization_id, resource_id)
);
alter table exposure_facts owner to inventory_owner;

create table exposures (
  organization_id uuid not null,
  resource_id uuid not null,
  kind text not null,
  aws_account_id uuid not null,
  region text not null,
  state text not null,
  ports jsonb not null default '[]'::jsonb,
  path uuid[] not null default '{}'::uuid[],
  stopped_by jsonb not null default '[]'::jsonb,
  noted text[] not null default '{}'::text[],
  first_found_at timestamp with time zone not null default now(),
  constraint exposures_kind_check CHECK (kind = ANY (ARRAY['network'::text, 'policy'::text, 'share'::text, 'endpoint'::text])),
  constraint exposures_pkey PRIMARY KEY (organization_id, resource_id, kind),
  constraint exposures_state_check CHECK (state = ANY (ARRAY['exposed'::text, 'stopped'::text]))
);
alter table exposures owner to inventory_owner;

create table external_nodes (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  identifier text not null,
  resource_type text,
  account_id text,
  region text,
  created_at timestamp with time zone not null default now(),
  constraint external_nodes_identifier_key UNIQUE (organization_id, identifier),
  constraint external_nodes_pkey PRIMARY KEY (organization_id, id)
);
alter table external_nodes owner to inventory_owner;

create table github_installations (
  installation_id bigint not null,
  account_id bigint not null,
  account_login text not null,
  sender_id bigint,
  bound_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  constraint github_installations_pkey PRIMARY KEY (installation_id),
  constraint github_installations_sender_check CHECK (sender_id IS NOT NULL OR bound_at IS NOT NULL)
);
alter table github_installations owner to inventory_owner;

create table graph_accounts (
  organization_id uuid not null,
  aws_account_id uuid not null,
  rule_set text,
  last_extracted_at timestamp with time zone,
  last_full_at timestamp with time zone,
  reference_count bigint not null default 0,
  requested_mode text,
  exposure_due boolean not null default true,
  constraint graph_accounts_pkey PRIMARY KEY (organization_id, aws_account_id),
  constraint graph_accounts_requested_mode_check CHECK (requested_mode = ANY (ARRAY['incremental'::text, 'full'::text]))
);
alter table graph_accounts owner to inventory_owner;

create table graph_changed_keys (
  organization_id uuid not null,
  key text not null,
  after_id uuid,
  constraint graph_changed_keys_pkey PRIMARY KEY (organization_id, key)
);
alter table graph_changed_keys owner to inventory_owner;

create table graph_changed_middles (
  organization_id uuid not null,
  resource_id uuid not null,
  constraint graph_changed_middles_pkey PRIMARY KEY (organization_id, resource_id)
);
alter table graph_changed_middles owner to inventory_owner;

create table graph_extractions (
  organization_id uuid not null,
  run_id uuid not null,
  aws_account_id uuid not null,
  trigger text not null,
  mode text not null,
  resources_extracted integer not null default 0,
  references_found integer not null default 0,
  relationships_added integer not null default 0,
  relationships_updated integer not null default 0,
  relationships_stale integer not null default 0,
  cut_resources integer not null default 0,
  begun_at timestamp with time zone,
  extracted_to uuid,
  rule_set text,
  constraint graph_extractions_mode_check CHECK (mode = ANY (ARRAY['incremental'::text, 'full'::text])),
  constraint graph_extractions_pkey PRIMARY KEY (organization_id, run_id),
  constraint graph_extractions_trigger_check CHECK (trigger = ANY (ARRAY['scan'::text, 'schedule'::text, 'manual'::text]))
);
alter table graph_extractions owner to inventory_owner;

create table graph_holders (
  organization_id uuid not null,
  resource_id uuid not null,
  aws_account_id uuid not null,
  config_hash text not null,
  volatile_hash text,
  observed_at timestamp with time zone not null default now(),
  scan_id uuid,
  reference_count integer not null default 0,
  resolve_due boolean not null default true,
  cut text,
  constraint graph_holders_cut_check CHECK (cut = ANY (ARRAY['leaves'::text, 'references'::text, 'account'::text, 'document'::text])),
  constraint graph_holders_pkey PRIMARY KEY (organization_id, resource_id)
);
alter table graph_holders owner to inventory_owner;

create table graph_references (
  organization_id uuid not null,
  holder_id uuid not null,
  id bigint not null generated always as identity,
  rule text not null,
  path text not null,
  key text not null,
  base_key text,
  value text not null,
  properties jsonb not null default '{}'::jsonb,
  other_id uuid,
  found text,
  gone boolean not null default false,
  constraint graph_references_pkey PRIMARY KEY (organization_id, holder_id, id)
);
alter table graph_references owner to inventory_owner;

create table hcp_terraform_connections (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  hostname text not null,
  organization_name text not null,
  token_sealed text not null,
  workspaces text[],
  ignored_workspaces text[] not null default '{}'::text[],
  status text not null default 'pending'::text,
  last_error text,
  last_synced_at timestamp with time zone,
  next_sync_at timestamp with time zone not null default now(),
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint hcp_terraform_connections_name_key UNIQUE (organization_id, hostname, organization_name),
  constraint hcp_terraform_connections_pkey PRIMARY KEY (organization_id, id),
  constraint hcp_terraform_connections_status_check CHECK (status = ANY (ARRAY['pending'::text, 'synced'::text, 'error'::text]))
);
alter table hcp_terraform_connections owner to inventory_owner;

create table iac_documents (
  organization_id uuid not null,
  repository_id uuid not null,
  path text not null,
  document_key text not null,
  document jsonb not null,
  folder text not null generated always as (
CASE
    WHEN strpos(path, '/'::text) = 0 THEN '.'::text
    ELSE regexp_replace(path, '/[^/]*$'::text, ''::text)
END) stored,
  constraint iac_documents_pkey PRIMARY KEY (organization_id, repository_id, path)
);
alter table iac_documents owner to inventory_owner;

create table iac_project_reach (
  organization_id uuid not null,
  iac_project_id uuid not null,
  aws_account_id uuid not null,
  constraint iac_project_reach_pkey PRIMARY KEY (organization_id, iac_project_id, aws_account_id)
);
alter table iac_project_reach owner to inventory_owner;

create table iac_project_states (
  organization_id uuid not null,
  iac_project_id uuid not null,
  workspace text not null,
  state_source_id uuid,
  created_at timestamp with time zone not null default now(),
  variant text not null default ''::text,
  constraint iac_project_states_pkey PRIMARY KEY (organization_id, iac_project_id, workspace, variant)
);
alter table iac_project_states owner to inventory_owner;

create table iac_projects (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  repository_id uuid not null,
  path text not null,
  detected_system text not null,
  system text not null,
  kind text not null,
  detection text not null,
  status text not null default 'active'::text,
  detected_kind text,
  disabled boolean not null default false,
  backend_type text,
  backend_config jsonb not null default '{}'::jsonb,
  required_providers jsonb not null default '{}'::jsonb,
  environment_hints jsonb not null default '{}'::jsonb,
  evidence jsonb not null default '[]'::jsonb,
  unreadable_files jsonb not null default '[]'::jsonb,
  code_references jsonb not null default '[]'::jsonb,
  environment_id uuid,
  last_seen_commit_sha text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  provider_locations jsonb not null default '[]'::jsonb,
  without_aws boolean not null default false,
  provider_account_numbers text[],
  backends jsonb not null default '[]'::jsonb,
  state_reason text,
  state_reason_names text[] not null default '{}'::text[],
  has_unlisted_states boolean not null default false,
  version integer not null default 1,
  constraint iac_projects_detected_kind_check CHECK (detected_kind = ANY (ARRAY['root'::text, 'module'::text, 'stack'::text, 'chart'::text, 'playbook'::text, 'example'::text])),
  constraint iac_projects_detected_system_check CHECK (detected_system = ANY (ARRAY['terraform'::text, 'opentofu'::text, 'terragrunt'::text, 'cloudformation'::text, 'sam'::text, 'cdk'::text, 'pulumi'::text, 'serverless'::text, 'helm'::text, 'kustomize'::text, 'crossplane'::text, 'ansible'::text, 'bicep'::text])),
  constraint iac_projects_detection_check CHECK (detection = ANY (ARRAY['automatic'::text, 'manual'::text, 'corrected'::text])),
  constraint iac_projects_kind_check CHECK (kind = ANY (ARRAY['root'::text, 'module'::text, 'stack'::text, 'chart'::text, 'playbook'::text, 'example'::text])),
  constraint iac_projects_path_key UNIQUE (organization_id, repository_id, path, detected_system),
  constraint iac_projects_pkey PRIMARY KEY (organization_id, id),
  constraint iac_projects_status_check CHECK (status = ANY (ARRAY['active'::text, 'disabled'::text, 'missing'::text])),
  constraint iac_projects_system_check CHECK (system = ANY (ARRAY['terraform'::text, 'opentofu'::text, 'terragrunt'::text, 'cloudformation'::text, 'sam'::text, 'cdk'::text, 'pulumi'::text, 'serverless'::text, 'helm'::text, 'kustomize'::text, 'crossplane'::text, 'ansible'::text, 'bicep'::text])),
  constraint iac_projects_system_key UNIQUE (organization_id, repository_id, path, system)
);
alter table iac_projects owner to inventory_owner;

create table idempotency_keys (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  principal_id uuid not null,
  operation text not null,
  key text not null,
  request_hash bytea not null,
  status integer,
  answer_sealed text,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  constraint idempotency_keys_answer_check CHECK ((status IS NULL) = (answer_sealed IS NULL)),
  constraint idempotency_keys_key UNIQUE (organization_id, principal_id, operation, key),
  constraint idempotency_keys_pkey PRIMARY KEY (organization_id, id)
);
alter table idempotency_keys owner to inventory_owner;

create table import_pull_requests (
  organization_id uuid not null,
  id uuid not null,
  iac_project_id uuid not null,
  resource_ids uuid[] not null,
  created_at timestamp with time zone not null default now(),
  constraint import_pull_requests_pkey PRIMARY KEY (organization_id, id)
);
alter table import_pull_requests owner to inventory_owner;

create table inference_queue (
  organization_id uuid not null,
  id bigint not null generated always as identity,
  kind text not null,
  subject_id uuid,
  created_at timestamp with time zone not null default now(),
  constraint inference_queue_kind_check CHECK (kind = ANY (ARRAY['resource'::text, 'rule'::text, 'application'::text, 'repository'::text, 'project'::text, 'state_source'::text, 'account'::text, 'team'::text, 'all'::text])),
  constraint inference_queue_pkey PRIMARY KEY (organization_id, id),
  constraint inference_queue_subject_check CHECK ((kind = 'all'::text) = (subject_id IS NULL))
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000);
alter table inference_queue owner to inventory_owner;

create table inference_rules (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  name text not null,
  description text,
  enabled boolean not null default true,
  priority integer not null default 100,
  conditions jsonb not null,
  outcome jsonb not null,
  application_id uuid,
  environment_id uuid,
  team_id uuid,
  suspended_at timestamp with time zone,
  judged_since timestamp with time zone not null default now(),
  learned_from uuid,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  version integer not null default 1,
  constraint inference_rules_pkey PRIMARY KEY (organization_id, id),
  constraint inference_rules_priority_check CHECK (priority >= 0 AND priority <= 10000)
);
alter table inference_rules owner to inventory_owner;

create unlogged table inference_scope (
  organization_id uuid not null,
  resource_id uuid not null,
  constraint inference_scope_pkey PRIMARY KEY (organization_id, resource_id)
);
alter table inference_scope owner to inventory_owner;

create table ingest_tokens (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  name text not null,
  prefix text not null,
  token_hash bytea not null,
  created_by uuid not null,
  created_at timestamp with time zone not null default now(),
  last_used_at timestamp with time zone,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  constraint ingest_tokens_pkey PRIMARY KEY (organization_id, id),
  constraint ingest_tokens_token_key UNIQUE (token_hash)
);
alter table ingest_tokens owner to inventory_owner;

create table invitations (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  email text not null,
  roles text[] not null,
  token_hash bytea not null,
  status text not null default 'pending'::text,
  invited_by uuid not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  constraint invitations_pkey PRIMARY KEY (organization_id, id),
  constraint invitations_roles_check CHECK (cardinality(roles) > 0 AND built_in_roles(roles) <@ ARRAY['platform_admin'::text, 'cloud_admin'::text, 'engineer'::text, 'auditor'::text, 'viewer'::text]),
  constraint invitations_status_check CHECK (status = ANY (ARRAY['pending'::text, 'accepted'::text, 'revoked'::text, 'expired'::text])),
  constraint invitations_token_key UNIQUE (token_hash)
);
alter table invitations owner to inventory_owner;

create table login_challenges (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  user_id uuid not null,
  password_digest bytea not null,
  failures integer not null default 0,
  expires_at timestamp with time zone not null default now() + '00:05:00'::interval,
  constraint login_challenges_pkey PRIMARY KEY (organization_id, id)
);
alter table login_challenges owner to inventory_owner;

create table mapping_accounts (
  organization_id uuid not null,
  aws_account_id uuid not null,
  evidence_complete boolean not null default false,
  updated_at timestamp with time zone not null default now(),
  has_source boolean not null default false,
  matched_at timestamp with time zone,
  fully_matched_at timestamp with time zone,
  matched_rules text,
  constraint mapping_accounts_pkey PRIMARY KEY (organization_id, aws_account_id)
);
alter table mapping_accounts owner to inventory_owner;

create table mapping_corrections (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  resource_id uuid not null,
  action text not null,
  iac_project_id uuid,
  address text,
  reason text,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  constraint mapping_corrections_action_check CHECK (action = ANY (ARRAY['link'::text, 'unlink'::text, 'ignore'::text])),
  constraint mapping_corrections_address_check CHECK ((action <> 'link'::text OR address IS NOT NULL) AND (action <> 'ignore'::text OR address IS NULL AND iac_project_id IS NULL)),
  constraint mapping_corrections_pkey PRIMARY KEY (organization_id, id)
);
alter table mapping_corrections owner to inventory_owner;

create table mapping_coverage_days (
  organization_id uuid not null,
  day date not null,
  aws_account_id uuid not null,
  figures jsonb not null,
  updated_at timestamp with time zone not null default now(),
  constraint mapping_coverage_days_pkey PRIMARY KEY (organization_id, day, aws_account_id)
);
alter table mapping_coverage_days owner to inventory_owner;

create table memberships (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  application_id uuid not null,
  resource_id uuid not null,
  status text not null,
  source text not null,
  confidence text not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  rule_id uuid,
  only_related boolean not null default false,
  evidence jsonb not null default '[]'::jsonb,
  reviewed_by uuid,
  reviewed_at timestamp with time zone,
  reason text,
  constraint memberships_confidence_check CHECK (confidence = ANY (ARRAY['high'::text, 'medium'::text, 'low'::text])),
  constraint memberships_pkey PRIMARY KEY (organization_id, id),
  constraint memberships_resource_key UNIQUE (organization_id, application_id, resource_id),
  constraint memberships_source_check CHECK (source = ANY (ARRAY['declared'::text, 'rule'::text, 'repository'::text])),
  constraint memberships_status_check CHECK (status = ANY (ARRAY['inferred'::text, 'confirmed'::text, 'rejected'::text, 'declared'::text, 'stale'::text]))
);
alter table memberships owner to inventory_owner;

create table onboarding_steps (
  organization_id uuid not null,
  connection_id uuid not null,
  key text not null,
  status text not null default 'pending'::text,
  detail text,
  completed_at timestamp with time zone,
  updated_at timestamp with time zone not null default now(),
  constraint onboarding_steps_completed_at_check CHECK ((status = 'done'::text) = (completed_at IS NOT NULL)),
  constraint onboarding_steps_key_check CHECK (key = ANY (ARRAY['deploy_role'::text, 'validate_connection'::text, 'sync_accounts'::text, 'validate_accounts'::text, 'first_scan'::text])),
  constraint onboarding_steps_pkey PRIMARY KEY (organization_id, connection_id, key),
  constraint onboarding_steps_status_check CHECK (status = ANY (ARRAY['pending'::text, 'in_progress'::text, 'done'::text, 'failed'::text, 'skipped'::text]))
);
alter table onboarding_steps owner to inventory_owner;

create table organizations (
  id uuid not null default uuidv7(),
  name text not null,
  slug text not null,
  settings jsonb not null default '{}'::jsonb,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint organizations_pkey PRIMARY KEY (id),
  constraint organizations_slug_key UNIQUE (slug)
);
alter table organizations owner to inventory_owner;

create table ownership_events (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  occurred_at timestamp with time zone not null default now(),
  kind text not null,
  target_type text not null,
  target_id uuid not null,
  target_name text not null,
  team_id uuid,
  user_id uuid,
  actor_id uuid,
  source text not null,
  evidence jsonb not null default '[]'::jsonb,
  constraint ownership_events_kind_check CHECK (kind = ANY (ARRAY['assigned'::text, 'removed'::text, 'inferred'::text, 'confirmed'::text, 'rejected'::text, 'inherited_changed'::text])),
  constraint ownership_events_pkey PRIMARY KEY (organization_id, id),
  constraint ownership_events_source_check CHECK (source = ANY (ARRAY['declared'::text, 'rule'::text, 'application'::text, 'repository'::text, 'team'::text, 'user'::text])),
  constraint ownership_events_target_check CHECK (target_type = ANY (ARRAY['resource'::text, 'application'::text, 'team'::text, 'repository'::text, 'user'::text, 'inference_rule'::text]))
);
alter table ownership_events owner to inventory_owner;

create table ownership_issues (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  kind text not null,
  target_type text not null,
  target_id uuid not null,
  detail text not null,
  opened_at timestamp with time zone not null default now(),
  resolved_at timestamp with time zone,
  constraint ownership_issues_kind_check CHECK (kind = ANY (ARRAY['unowned_resource'::text, 'unowned_application'::text, 'conflicting_owners'::text, 'inactive_team'::text, 'orphaned_membership'::text, 'suspended_rule'::text])),
  constraint ownership_issues_pkey PRIMARY KEY (organization_id, id),
  constraint ownership_issues_target_check CHECK (target_type = ANY (ARRAY['resource'::text, 'application'::text, 'team'::text, 'inference_rule'::text]))
);
alter table ownership_issues owner to inventory_owner;

create table plan_changes (
  organization_id uuid not null,
  plan_id uuid not null,
  "position" integer not null,
  address text not null,
  previous_address text,
  resource_type text not null,
  provider text not null,
  actions text[] not null,
  action_reason text,
  class text,
  import_id text,
  deposed text,
  origin text,
  resource_id uuid,
  unmapped_reason text,
  changed_paths jsonb not null,
  before jsonb,
  after jsonb,
  constraint plan_changes_class_check CHECK (class = ANY (ARRAY['create'::text, 'update'::text, 'delete'::text, 'replace'::text, 'import'::text, 'forget'::text, 'move'::text, 'read'::text, 'no_op'::text, 'drift'::text])),
  constraint plan_changes_origin_check CHECK (origin = ANY (ARRAY['drift'::text, 'deferred'::text])),
  constraint plan_changes_pkey PRIMARY KEY (organization_id, plan_id, "position"),
  constraint plan_changes_unmapped_reason_check CHECK (unmapped_reason = ANY (ARRAY['not_created_yet'::text, 'other_provider'::text, 'unsupported_type'::text, 'association'::text, 'identity_unknown'::text, 'ambiguous'::text, 'not_scanned'::text, 'not_in_inventory'::text]))
);
alter table plan_changes owner to inventory_owner;

create table plans (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  execution_id uuid not null,
  project_path text not null default ''::text,
  workspace text not null default ''::text,
  hash text not null,
  repository_id uuid,
  iac_project_id uuid,
  pull_request_id uuid,
  commit_sha text,
  tool_name text,
  tool_version text,
  format_version text not null,
  is_errored boolean not null,
  summary jsonb not null,
  impact jsonb not null,
  outputs jsonb not null default '[]'::jsonb,
  checks jsonb not null default '[]'::jsonb,
  change_count integer not null,
  values_deleted_at timestamp with time zone,
  explanation_due boolean not null default false,
  created_at timestamp with time zone not null default now(),
  constraint plans_identity_key UNIQUE (organization_id, execution_id, project_path, workspace),
  constraint plans_pkey PRIMARY KEY (organization_id, id)
);
alter table plans owner to inventory_owner;

create table property_statistics (
  organization_id uuid not null,
  resource_type text not null,
  properties jsonb not null,
  counted_at timestamp with time zone not null,
  constraint property_statistics_pkey PRIMARY KEY (organization_id, resource_type)
);
alter table property_statistics owner to inventory_owner;

create table pull_request_comments (
  organization_id uuid not null,
  pull_request_id uuid not null,
  external_id text,
  body_digest text,
  status_digest text,
  lease_id uuid,
  lease_until timestamp with time zone,
  constraint pull_request_comments_lease_check CHECK ((lease_id IS NULL) = (lease_until IS NULL)),
  constraint pull_request_comments_pkey PRIMARY KEY (organization_id, pull_request_id)
);
alter table pull_request_comments owner to inventory_owner;

create table pull_request_impacts (
  organization_id uuid not null,
  pull_request_id uuid not null,
  iac_project_id uuid not null,
  report_id uuid not null,
  commit_sha text not null,
  impact jsonb not null,
  reported_at timestamp with time zone not null,
  workspace text not null default ''::text,
  constraint pull_request_impacts_pkey PRIMARY KEY (organization_id, pull_request_id, iac_project_id, commit_sha, workspace),
  constraint pull_request_impacts_report_key UNIQUE (organization_id, report_id)
);
alter table pull_request_impacts owner to inventory_owner;

create table pull_request_projects (
  organization_id uuid not null,
  pull_request_id uuid not null,
  iac_project_id uuid not null,
  constraint pull_request_projects_pkey PRIMARY KEY (organization_id, pull_request_id, iac_project_id)
);
alter table pull_request_projects owner to inventory_owner;

create table pull_requests (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  repository_id uuid not null,
  number integer not null,
  title text not null,
  author_login text not null,
  state text not null,
  source_branch text not null,
  target_branch text not null,
  head_sha text not null,
  url text not null,
  labels text[] not null default '{}'::text[],
  truncated text[] not null default '{}'::text[],
  changed_paths jsonb not null default '[]'::jsonb,
  changed_paths_sha text,
  changed_paths_target text,
  changed_paths_truncated boolean not null default false,
  opened_at timestamp with time zone not null,
  merged_at timestamp with time zone,
  closed_at timestamp with time zone,
  provider_updated_at timestamp with time zone not null,
  observed_at timestamp with time zone not null,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint pull_requests_number_key UNIQUE (organization_id, repository_id, number),
  constraint pull_requests_pkey PRIMARY KEY (organization_id, id),
  constraint pull_requests_state_check CHECK (state = ANY (ARRAY['open'::text, 'merged'::text, 'closed'::text]))
);
alter table pull_requests owner to inventory_owner;

create table query_counts (
  organization_id uuid not null,
  requested_at timestamp with time zone not null,
  begun_at timestamp with time zone,
  constraint query_counts_pkey PRIMARY KEY (organization_id)
);
alter table query_counts owner to inventory_owner;

create unlogged table rate_limits (
  key text not null,
  hits integer not null,
  resets_at timestamp with time zone not null,
  constraint rate_limits_pkey PRIMARY KEY (key)
);
alter table rate_limits owner to inventory_owner;

create table relationship_compositions (
  organization_id uuid not null,
  rule text not null,
  middle_id uuid not null,
  first_id uuid not null,
  second_id uuid not null,
  source_id uuid not null,
  target_id uuid not null,
  relationship_type text not null,
  constraint relationship_compositions_pkey PRIMARY KEY (organization_id, first_id, second_id, rule)
);
alter table relationship_compositions owner to inventory_owner;

create table relationship_periods (
  organization_id uuid not null,
  relationship_id uuid not null,
  valid_from timestamp with time zone not null,
  valid_to timestamp with time zone not null default 'infinity'::timestamp with time zone,
  constraint relationship_periods_order_check CHECK (valid_from < valid_to),
  constraint relationship_periods_pkey PRIMARY KEY (organization_id, relationship_id, valid_from)
);
alter table relationship_periods owner to inventory_owner;

create table relationships (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  source_id uuid not null,
  target_id uuid not null,
  relationship_type text not null,
  confidence text not null,
  status text not null default 'active'::text,
  properties jsonb not null default '{}'::jsonb,
  evidence jsonb not null default '[]'::jsonb,
  evidence_count integer not null default 0,
  holder_account_id uuid,
  direct boolean not null default true,
  first_observed_at timestamp with time zone not null default now(),
  last_observed_at timestamp with time zone not null default now(),
  stale_at timestamp with time zone,
  source_failure text,
  target_failure text,
  failure_local boolean not null default false,
  constraint relationships_confidence_check CHECK (confidence = ANY (ARRAY['high'::text, 'medium'::text, 'low'::text])),
  constraint relationships_edge_key UNIQUE (organization_id, source_id, target_id, relationship_type),
  constraint relationships_pkey PRIMARY KEY (organization_id, id),
  constraint relationships_source_failure_check CHECK (source_failure = ANY (ARRAY['stops'::text, 'degrades'::text, 'cannot_change'::text, 'observes'::text])),
  constraint relationships_status_check CHECK (status = ANY (ARRAY['active'::text, 'stale'::text])),
  constraint relationships_target_failure_check CHECK (target_failure = ANY (ARRAY['stops'::text, 'degrades'::text, 'cannot_change'::text, 'observes'::text]))
);
alter table relationships owner to inventory_owner;

create table repositories (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  scm_connection_id uuid not null,
  provider text not null,
  external_id text not null,
  full_name text not null,
  default_branch text,
  url text not null,
  visibility text not null,
  archived boolean not null,
  status text not null default 'pending'::text,
  removal_reason text,
  last_error text,
  pushed_at timestamp with time zone,
  checked_pushed_at timestamp with time zone,
  next_head_check_at timestamp with time zone,
  last_scanned_commit_sha text,
  last_scanned_at timestamp with time zone,
  last_scan jsonb,
  automation_grants text[] not null default '{}'::text[],
  pull_requests_synced_at timestamp with time zone,
  pull_requests_pass_started_at timestamp with time zone,
  pull_requests_next_page integer,
  pull_requests_newest_update timestamp with time zone,
  pull_request_projects_key text,
  scan_requested_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  next_state_detection_at timestamp with time zone,
  selected_at timestamp with time zone not null default now(),
  detector_version integer,
  constraint repositories_external_id_key UNIQUE (organization_id, scm_connection_id, external_id),
  constraint repositories_grants_check CHECK (automation_grants <@ ARRAY['comment_on_pull_requests'::text, 'open_pull_requests'::text, 'set_commit_status'::text]),
  constraint repositories_pkey PRIMARY KEY (organization_id, id),
  constraint repositories_provider_check CHECK (provider = ANY (ARRAY['github'::text, 'gitlab'::text])),
  constraint repositories_removal_reason_check CHECK (removal_reason = ANY (ARRAY['deselected'::text, 'unlisted'::text])),
  constraint repositories_status_check CHECK (status = ANY (ARRAY['pending'::text, 'active'::text, 'error'::text, 'removed'::text])),
  constraint repositories_visibility_check CHECK (visibility = ANY (ARRAY['public'::text, 'internal'::text, 'private'::text]))
);
alter table repositories owner to inventory_owner;

create table repository_applications (
  organization_id uuid not null,
  repository_id uuid not null,
  application_id uuid not null,
  constraint repository_applications_pkey PRIMARY KEY (organization_id, repository_id, application_id)
);
alter table repository_applications owner to inventory_owner;

create table repository_paths (
  organization_id uuid not null,
  repository_id uuid not null,
  paths text[] not null,
  constraint repository_paths_pkey PRIMARY KEY (organization_id, repository_id)
);
alter table repository_paths owner to inventory_owner;

create table repository_teams (
  organization_id uuid not null,
  repository_id uuid not null,
  team_id uuid not null,
  constraint repository_teams_pkey PRIMARY KEY (organization_id, repository_id, team_id)
);
alter table repository_teams owner to inventory_owner;

create table resource_attributes (
  organization_id uuid not null,
  resource_id uuid not null,
  revision integer not null,
  rules_version text not null,
  forms jsonb not null,
  constraint resource_attributes_pkey PRIMARY KEY (organization_id, resource_id)
);
alter table resource_attributes owner to inventory_owner;

create table resource_count_deltas (
  organization_id uuid not null,
  id bigint not null generated always as identity,
  cell_id integer not null,
  management_state text not null,
  active integer not null,
  deleted integer not null,
  unobserved integer not null,
  constraint resource_count_deltas_pkey PRIMARY KEY (organization_id, id)
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000);
alter table resource_count_deltas owner to inventory_owner;

create table resource_counts (
  organization_id uuid not null,
  resource_type text not null,
  aws_account_id uuid not null,
  region text not null,
  management_state text not null,
  active bigint not null,
  deleted bigint not null,
  unobserved bigint not null,
  constraint resource_counts_pkey PRIMARY KEY (organization_id, resource_type, aws_account_id, region, management_state)
) with (fillfactor=80);
alter table resource_counts owner to inventory_owner;

create table resource_documents (
  organization_id uuid not null,
  resource_id uuid not null,
  revision integer not null,
  configuration jsonb not null,
  volatile jsonb not null,
  tags jsonb not null,
  constraint resource_documents_pkey PRIMARY KEY (organization_id, resource_id)
);
alter table resource_documents owner to inventory_owner;

create table resource_drift (
  organization_id uuid not null,
  resource_id uuid not null,
  outcome text not null,
  has_muted boolean not null default false,
  state_source_ids uuid[] not null default '{}'::uuid[],
  since timestamp with time zone,
  checked_at timestamp with time zone not null,
  constraint resource_drift_outcome_check CHECK (outcome = ANY (ARRAY['drifted'::text, 'in_sync'::text, 'unknown'::text])),
  constraint resource_drift_pkey PRIMARY KEY (organization_id, resource_id)
);
alter table resource_drift owner to inventory_owner;

create table resource_environments (
  organization_id uuid not null,
  resource_id uuid not null,
  environment_id uuid not null,
  source text not null,
  rule_id uuid,
  evidence jsonb not null default '[]'::jsonb,
  updated_at timestamp with time zone not null default now(),
  constraint resource_environments_pkey PRIMARY KEY (organization_id, resource_id),
  constraint resource_environments_source_check CHECK (source = ANY (ARRAY['rule'::text, 'tag'::text, 'project'::text]))
);
alter table resource_environments owner to inventory_owner;

create table resource_former_texts (
  organization_id uuid not null,
  resource_id uuid not null,
  valid_from timestamp with time zone not null,
  valid_to timestamp with time zone not null,
  text text not null,
  constraint resource_former_texts_pkey PRIMARY KEY (organization_id, resource_id, valid_to)
);
alter table resource_former_texts owner to inventory_owner;

create table resource_history (
  organization_id uuid not null,
  resource_id uuid not null,
  valid_from timestamp with time zone not null,
  valid_to timestamp with time zone not null default 'infinity'::timestamp with time zone,
  cell_id integer not null,
  status smallint not null,
  last_changed_at timestamp with time zone not null,
  deleted_at timestamp with time zone,
  name text collate "C" not null,
  constraint resource_history_order_check CHECK (valid_from < valid_to),
  constraint resource_history_pkey PRIMARY KEY (organization_id, resource_id, valid_from)
);
alter table resource_history owner to inventory_owner;

create table resource_identifiers (
  organization_id uuid not null,
  resource_id uuid not null,
  kind text not null,
  key text not null,
  hash text,
  resource_type text not null,
  aws_account_id uuid not null,
  region text not null,
  owned boolean not null,
  constraint resource_identifiers_kind_check CHECK (kind = ANY (ARRAY['arn'::text, 'id'::text, 'name'::text, 'dns'::text, 'url'::text])),
  constraint resource_identifiers_pkey PRIMARY KEY (organization_id, resource_id, kind, key)
);
alter table resource_identifiers owner to inventory_owner;

create table resource_pair_counts (
  organization_id uuid not null,
  facet smallint not null,
  value text not null,
  other smallint not null,
  other_value text not null,
  active bigint not null,
  deleted bigint not null,
  unobserved bigint not null,
  constraint resource_pair_counts_pkey PRIMARY KEY (organization_id, facet, other, other_value, value)
) with (fillfactor=80);
alter table resource_pair_counts owner to inventory_owner;

create table resource_revisions (
  organization_id uuid not null,
  resource_id uuid not null,
  revision integer not null,
  config_hash text not null,
  rule_set integer not null,
  observed_at timestamp with time zone not null default now(),
  scan_id uuid,
  configuration jsonb not null,
  tags jsonb not null,
  diff jsonb not null default '[]'::jsonb,
  constraint resource_revisions_pkey PRIMARY KEY (organization_id, resource_id, revision)
);
alter table resource_revisions owner to inventory_owner;

create table resource_search (
  organization_id uuid not null,
  resource_id uuid not null,
  cell_id integer not null,
  status smallint not null,
  management_state smallint not null,
  indexed boolean not null default false,
  text text not null,
  constraint resource_search_pkey PRIMARY KEY (organization_id, resource_id)
) with (fillfactor=90);
alter table resource_search owner to inventory_owner;

create table resource_tags (
  organization_id uuid not null,
  resource_id uuid not null,
  key text not null,
  value text not null,
  valid_from timestamp with time zone not null,
  valid_to timestamp with time zone not null default 'infinity'::timestamp with time zone,
  constraint resource_tags_pkey PRIMARY KEY (organization_id, resource_id, key, valid_from)
);
alter table resource_tags owner to inventory_owner;

create table resource_teams (
  organization_id uuid not null,
  resource_id uuid not null,
  team_id uuid not null,
  rule_id uuid not null,
  confidence text not null,
  evidence jsonb not null default '[]'::jsonb,
  updated_at timestamp with time zone not null default now(),
  constraint resource_teams_confidence_check CHECK (confidence = ANY (ARRAY['high'::text, 'medium'::text, 'low'::text])),
  constraint resource_teams_pkey PRIMARY KEY (organization_id, resource_id)
);
alter table resource_teams owner to inventory_owner;

create table resources (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  aws_account_id uuid not null,
  region text not null,
  resource_type text not null,
  native_id text not null,
  arn text,
  name text,
  status text not null default 'active'::text,
  management_state text not null default 'unknown'::text,
  config_hash text not null,
  rule_set integer not null,
  first_discovered_at timestamp with time zone not null default now(),
  last_changed_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  unreadable jsonb,
  origin text,
  owner_account_number text,
  created_at_source timestamp with time zone,
  constraint resources_deleted_at_check CHECK ((status = 'deleted'::text) = (deleted_at IS NOT NULL)),
  constraint resources_identity_key UNIQUE (organization_id, aws_account_id, region, resource_type, native_id),
  constraint resources_management_state_check CHECK (management_state = ANY (ARRAY['managed'::text, 'unmanaged'::text, 'child'::text, 'default'::text, 'ignored'::text, 'unknown'::text])),
  constraint resources_origin_check CHECK (origin = ANY (ARRAY['child'::text, 'default'::text, 'part'::text, 'stack'::text])),
  constraint resources_owner_account_number_check CHECK (owner_account_number ~ '^[0-9]{12}$'::text),
  constraint resources_pkey PRIMARY KEY (organization_id, id),
  constraint resources_status_check CHECK (status = ANY (ARRAY['active'::text, 'deleted'::text, 'unobserved'::text]))
);
alter table resources owner to inventory_owner;

create table role_checks (
  organization_id uuid not null,
  connection_id uuid not null,
  role_arn text not null,
  external_id text not null,
  outcome text not null,
  checked_at timestamp with time zone not null default now(),
  constraint role_checks_outcome_check CHECK (outcome = ANY (ARRAY['connected'::text, 'invalid'::text, 'unreachable'::text])),
  constraint role_checks_pkey PRIMARY KEY (organization_id, connection_id, role_arn)
);
alter table role_checks owner to inventory_owner;

create table runs (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  kind text not null,
  subject_id uuid not null,
  status text not null default 'queued'::text,
  description text,
  account_id text,
  requested_by uuid,
  error text,
  created_at timestamp with time zone not null default now(),
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  rule_set text,
  rule_set_at timestamp with time zone,
  in_background boolean not null default false,
  constraint runs_kind_check CHECK (kind = ANY (ARRAY['count_queries'::text, 'sync_hcp_terraform'::text, 'onboard_connection'::text, 'validate_connection'::text, 'validate_account'::text, 'sync_accounts'::text, 'upgrade_template'::text, 'delete_connection'::text, 'scan'::text, 'ingest_changes'::text, 'sync_scm_connection'::text, 'delete_scm_connection'::text, 'scan_repository'::text, 'handle_delivery'::text, 'publish_plan_impact'::text, 'sync_state_source'::text, 'detect_state_sources'::text, 'match_account'::text, 'open_import_pull_request'::text, 'infer_memberships'::text, 'extract_graph'::text, 'answer_turn'::text])),
  constraint runs_pkey PRIMARY KEY (organization_id, id),
  constraint runs_status_check CHECK (status = ANY (ARRAY['queued'::text, 'running'::text, 'succeeded'::text, 'partial'::text, 'failed'::text, 'cancelled'::text]))
);
alter table runs owner to inventory_owner;

create table saved_queries (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  name text collate "C" not null,
  description text,
  filter jsonb,
  columns text[],
  built_in text,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  count bigint,
  counted_at timestamp with time zone,
  count_error text,
  members_at timestamp with time zone,
  constraint saved_queries_built_in_check CHECK (built_in = ANY (ARRAY['volumes-unencrypted'::text, 'databases-unencrypted'::text, 'buckets-without-public-access-block'::text, 'databases-public'::text, 'lambda-runtimes-ended'::text, 'addresses-and-volumes-unattached'::text, 'security-groups-open-admin'::text, 'roles-trusting-outside'::text, 'access-keys-old'::text, 'load-balancers-without-listeners'::text, 'log-groups-without-retention'::text, 'snapshots-public'::text, 'production-unowned'::text])),
  constraint saved_queries_filter_check CHECK ((filter IS NULL) = (built_in IS NOT NULL)),
  constraint saved_queries_name_key UNIQUE (organization_id, name),
  constraint saved_queries_pkey PRIMARY KEY (organization_id, id)
);
alter table saved_queries owner to inventory_owner;

create table saved_query_members (
  organization_id uuid not null,
  saved_query_id uuid not null,
  resource_id uuid not null,
  constraint saved_query_members_pkey PRIMARY KEY (organization_id, saved_query_id, resource_id)
);
alter table saved_query_members owner to inventory_owner;

create table scan_accounts (
  organization_id uuid not null,
  scan_id uuid not null,
  aws_account_id uuid not null,
  active boolean not null default true,
  region_set text_multirange not null,
  resource_type_set text_multirange not null,
  constraint scan_accounts_lock_excl EXCLUDE USING gist (organization_id WITH =, aws_account_id WITH =, region_set WITH &&, resource_type_set WITH &&) WHERE (active),
  constraint scan_accounts_pkey PRIMARY KEY (organization_id, scan_id, aws_account_id)
);
alter table scan_accounts owner to inventory_owner;

create table scan_tasks (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  scan_id uuid not null,
  aws_account_id uuid not null,
  region text not null,
  service text not null,
  resource_types text[] not null,
  status text not null default 'queued'::text,
  attempts integer not null default 0,
  claimed_by text,
  lease_expires_at timestamp with time zone,
  resources_seen integer not null default 0,
  created integer not null default 0,
  updated integer not null default 0,
  deleted integer not null default 0,
  unchanged integer not null default 0,
  error_code text,
  error text,
  failures jsonb not null default '[]'::jsonb,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  constraint scan_tasks_pkey PRIMARY KEY (organization_id, id),
  constraint scan_tasks_plan_key UNIQUE (organization_id, scan_id, aws_account_id, region, service),
  constraint scan_tasks_status_check CHECK (status = ANY (ARRAY['queued'::text, 'running'::text, 'succeeded'::text, 'failed'::text, 'skipped'::text, 'cancelled'::text]))
);
alter table scan_tasks owner to inventory_owner;

create table scans (
  organization_id uuid not null,
  id uuid not null,
  trigger text not null,
  status text not null default 'queued'::text,
  connection_id uuid,
  aws_account_id uuid,
  regions text[],
  resource_types text[],
  retry_of_task_id uuid,
  requested_by uuid,
  seen integer not null default 0,
  created integer not null default 0,
  updated integer not null default 0,
  deleted integer not null default 0,
  unchanged integer not null default 0,
  tasks_total integer not null default 0,
  tasks_done integer not null default 0,
  tasks_failed integer not null default 0,
  error text,
  created_at timestamp with time zone not null default now(),
  started_at timestamp with time zone,
  cancel_requested_at timestamp with time zone,
  finished_at timestamp with time zone,
  constraint scans_pkey PRIMARY KEY (organization_id, id),
  constraint scans_status_check CHECK (status = ANY (ARRAY['queued'::text, 'running'::text, 'succeeded'::text, 'partial'::text, 'failed'::text, 'cancelled'::text])),
  constraint scans_trigger_check CHECK (trigger = ANY (ARRAY['manual'::text, 'schedule'::text, 'onboarding'::text, 'retry'::text, 'event'::text]))
);
alter table scans owner to inventory_owner;

create table schema_migrations (
  id integer not null default nextval('schema_migrations_id_seq'::regclass),
  name character varying(255),
  batch integer,
  migration_time timestamp with time zone,
  constraint schema_migrations_pkey PRIMARY KEY (id)
);
alter table schema_migrations owner to inventory_owner;

create table schema_migrations_lock (
  index integer not null default nextval('schema_migrations_lock_index_seq'::regclass),
  is_locked integer,
  constraint schema_migrations_lock_pkey PRIMARY KEY (index)
);
alter table schema_migrations_lock owner to inventory_owner;

create table scim_group_members (
  organization_id uuid not null,
  group_id uuid not null,
  user_id uuid not null,
  constraint scim_group_members_pkey PRIMARY KEY (organization_id, group_id, user_id)
);
alter table scim_group_members owner to inventory_owner;

create table scim_groups (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  display_name text not null,
  external_id text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint scim_groups_pkey PRIMARY KEY (organization_id, id)
);
alter table scim_groups owner to inventory_owner;

create table scim_users (
  organization_id uuid not null,
  id uuid not null,
  external_id text,
  attributes jsonb not null default '{}'::jsonb,
  deleted_at timestamp with time zone,
  constraint scim_users_attributes_check CHECK (jsonb_typeof(attributes) = 'object'::text),
  constraint scim_users_pkey PRIMARY KEY (organization_id, id)
);
alter table scim_users owner to inventory_owner;

create table scm_connections (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  provider text not null,
  external_org_id text not null,
  external_org_slug text not null,
  external_org_kind text not null,
  base_url text not null,
  installation_id bigint,
  access_token_sealed text,
  webhook_secret_sealed text,
  token_expires_at timestamp with time zone,
  granted_permissions jsonb not null default '{}'::jsonb,
  status text not null default 'active'::text,
  last_error text,
  state_version integer not null default 0,
  unavailable_since timestamp with time zone,
  retry_at timestamp with time zone,
  select_all boolean not null default false,
  last_synced_at timestamp with time zone,
  next_sync_at timestamp with time zone not null default now(),
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  deleted_at timestamp with time zone,
  exceeded_limit text,
  constraint scm_connections_credentials_check CHECK ((provider = 'github'::text) = (installation_id IS NOT NULL) AND (provider = 'gitlab'::text) = (access_token_sealed IS NOT NULL AND webhook_secret_sealed IS NOT NULL)),
  constraint scm_connections_kind_check CHECK (external_org_kind = ANY (ARRAY['user'::text, 'organization'::text, 'group'::text])),
  constraint scm_connections_pkey PRIMARY KEY (organization_id, id),
  constraint scm_connections_provider_check CHECK (provider = ANY (ARRAY['github'::text, 'gitlab'::text])),
  constraint scm_connections_status_check CHECK (status = ANY (ARRAY['active'::text, 'suspended'::text, 'revoked'::text, 'error'::text]))
);
alter table scm_connections owner to inventory_owner;

create table scm_deliveries (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  scm_connection_id uuid not null,
  delivery_id text not null,
  event text not null,
  effects jsonb not null,
  status text not null default 'queued'::text,
  received_at timestamp with time zone not null default now(),
  finished_at timestamp with time zone,
  constraint scm_deliveries_delivery_key UNIQUE (organization_id, scm_connection_id, delivery_id),
  constraint scm_deliveries_pkey PRIMARY KEY (organization_id, id),
  constraint scm_deliveries_status_check CHECK (status = ANY (ARRAY['queued'::text, 'succeeded'::text, 'failed'::text]))
);
alter table scm_deliveries owner to inventory_owner;

create table scm_install_states (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  user_id uuid not null,
  installation_id bigint,
  github_user_id bigint,
  claimed_at timestamp with time zone,
  used_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  constraint scm_install_states_claim_check CHECK ((installation_id IS NULL) = (github_user_id IS NULL) AND (installation_id IS NULL) = (claimed_at IS NULL)),
  constraint scm_install_states_pkey PRIMARY KEY (organization_id, id)
);
alter table scm_install_states owner to inventory_owner;

create table search_cells (
  organization_id uuid not null,
  id integer not null generated always as identity,
  resource_type text not null,
  aws_account_id uuid not null,
  region text not null,
  constraint search_cells_cell_key UNIQUE (organization_id, resource_type, aws_account_id, region),
  constraint search_cells_pkey PRIMARY KEY (organization_id, id)
);
alter table search_cells owner to inventory_owner;

create table second_factors (
  organization_id uuid not null,
  id uuid not null,
  secret_sealed text not null,
  confirmed_at timestamp with time zone,
  last_period bigint not null default 0,
  recovery_hashes bytea[] not null default '{}'::bytea[],
  created_at timestamp with time zone not null default now(),
  constraint second_factors_pkey PRIMARY KEY (organization_id, id)
);
alter table second_factors owner to inventory_owner;

create table secret_hash_keys (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  key_sealed text not null,
  created_at timestamp with time zone not null default now(),
  constraint secret_hash_keys_organization_key UNIQUE (organization_id),
  constraint secret_hash_keys_pkey PRIMARY KEY (organization_id, id)
);
alter table secret_hash_keys owner to inventory_owner;

create unlogged table seen_resources (
  organization_id uuid not null,
  task_id uuid not null,
  attempt integer not null,
  resource_id uuid not null,
  constraint seen_resources_pkey PRIMARY KEY (organization_id, task_id, attempt, resource_id)
);
alter table seen_resources owner to inventory_owner;

create table sessions (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  user_id uuid not null,
  key_sealed text not null,
  counter integer not null default 0,
  created_at timestamp with time zone not null default now(),
  rotated_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  absolute_expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  ip text,
  ip_block text,
  user_agent text,
  method text not null default 'password'::text,
  sso_identity_id uuid,
  provider_session text,
  constraint sessions_id_key UNIQUE (id),
  constraint sessions_pkey PRIMARY KEY (organization_id, id)
);
alter table sessions owner to inventory_owner;

create table shared_references (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  aws_account_id uuid not null,
  region text not null,
  resource_type text not null,
  native_id text not null,
  arn text,
  owner_account_number text not null,
  constraint shared_references_identity_key UNIQUE (organization_id, aws_account_id, region, resource_type, native_id),
  constraint shared_references_owner_account_number_check CHECK (owner_account_number ~ '^[0-9]{12}$'::text),
  constraint shared_references_pkey PRIMARY KEY (organization_id, id)
);
alter table shared_references owner to inventory_owner;

create table sso_configurations (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  issuer text not null,
  client_id text not null,
  client_secret_sealed text not null,
  group_claim text not null,
  trust_email boolean not null,
  role_mappings jsonb not null default '[]'::jsonb,
  team_mappings jsonb not null default '[]'::jsonb,
  default_roles text[] not null,
  enforced boolean not null,
  status text not null default 'active'::text,
  last_error text,
  provider_changed_at timestamp with time zone not null default now(),
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  groups_by_scim boolean not null default false,
  constraint sso_configurations_mappings_check CHECK (jsonb_typeof(role_mappings) = 'array'::text AND jsonb_typeof(team_mappings) = 'array'::text),
  constraint sso_configurations_organization_key UNIQUE (organization_id),
  constraint sso_configurations_pkey PRIMARY KEY (organization_id, id),
  constraint sso_configurations_status_check CHECK (status = ANY (ARRAY['active'::text, 'error'::text]))
);
alter table sso_configurations owner to inventory_owner;

create table sso_domains (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  domain text not null,
  record_value text not null,
  verified_at timestamp with time zone,
  checked_at timestamp with time zone,
  failed_checks integer not null default 0,
  proof_ended_at timestamp with time zone,
  constraint sso_domains_domain_key UNIQUE (organization_id, domain),
  constraint sso_domains_pkey PRIMARY KEY (organization_id, id)
);
alter table sso_domains owner to inventory_owner;

create table sso_identities (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  user_id uuid not null,
  issuer text not null,
  client_id text not null,
  subject text not null,
  groups text[] not null,
  created_at timestamp with time zone not null default now(),
  last_login_at timestamp with time zone not null default now(),
  constraint sso_identities_pkey PRIMARY KEY (organization_id, id),
  constraint sso_identities_subject_key UNIQUE (organization_id, issuer, client_id, subject),
  constraint sso_identities_user_key UNIQUE (organization_id, user_id, issuer, client_id)
);
alter table sso_identities owner to inventory_owner;

create table sso_logout_tokens (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  token_hash bytea not null,
  expires_at timestamp with time zone not null,
  constraint sso_logout_tokens_pkey PRIMARY KEY (organization_id, id),
  constraint sso_logout_tokens_token_key UNIQUE (organization_id, token_hash)
);
alter table sso_logout_tokens owner to inventory_owner;

create table sso_transactions (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  browser_hash bytea not null,
  issuer text not null,
  client_id text not null,
  next text not null,
  session_id uuid,
  expires_at timestamp with time zone not null default now() + '00:10:00'::interval,
  constraint sso_transactions_pkey PRIMARY KEY (organization_id, id)
);
alter table sso_transactions owner to inventory_owner;

create table stack_readings (
  organization_id uuid not null,
  stack_id uuid not null,
  version text,
  changed_at timestamp with time zone not null,
  constraint stack_readings_pkey PRIMARY KEY (organization_id, stack_id)
);
alter table stack_readings owner to inventory_owner;

create table stack_resources (
  organization_id uuid not null,
  stack_id uuid not null,
  logical_id text not null,
  physical_id text not null,
  aws_account_id uuid not null,
  resource_type text not null,
  retained boolean not null,
  resource_id uuid,
  constraint stack_resources_pkey PRIMARY KEY (organization_id, stack_id, logical_id, physical_id)
);
alter table stack_resources owner to inventory_owner;

create table state_entries (
  organization_id uuid not null,
  state_source_id uuid not null,
  address text not null,
  code_address text not null,
  deposed_key text,
  terraform_type text not null,
  provider text not null,
  provider_alias text,
  resource_type text,
  role text not null,
  aws_account_number text,
  region text,
  arn text,
  identity jsonb not null,
  candidates jsonb not null,
  class text not null,
  reason text,
  resource_id uuid,
  method text,
  confidence text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  constraint state_entries_class_check CHECK (class = ANY (ARRAY['matched'::text, 'missing'::text, 'association'::text, 'unsupported'::text, 'unscanned'::text, 'unlinked'::text])),
  constraint state_entries_confidence_check CHECK (confidence = ANY (ARRAY['high'::text, 'medium'::text, 'low'::text])),
  constraint state_entries_match_check CHECK (resource_id IS NULL OR method IS NOT NULL),
  constraint state_entries_method_check CHECK (method = ANY (ARRAY['identity_arn'::text, 'identity'::text, 'arn'::text, 'computed'::text, 'id'::text])),
  constraint state_entries_pkey PRIMARY KEY (organization_id, state_source_id, address),
  constraint state_entries_role_check CHECK (role = ANY (ARRAY['resource'::text, 'association'::text, 'part'::text, 'alias'::text, 'unlisted'::text]))
);
alter table state_entries owner to inventory_owner;

create table state_entry_attributes (
  organization_id uuid not null,
  state_source_id uuid not null,
  address text not null,
  terraform_type text not null,
  aws_account_number text,
  forms jsonb not null,
  has_tags boolean not null,
  holders jsonb not null,
  holder_id text generated always as ((holders -> 0) ->> 'nativeId'::text) stored,
  constraint state_entry_attributes_pkey PRIMARY KEY (organization_id, state_source_id, address)
);
alter table state_entry_attributes owner to inventory_owner;

create table state_source_accounts (
  organization_id uuid not null,
  state_source_id uuid not null,
  account_number text not null,
  constraint state_source_accounts_pkey PRIMARY KEY (organization_id, state_source_id, account_number)
);
alter table state_source_accounts owner to inventory_owner;

create table state_sources (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  kind text not null default 's3'::text,
  bucket text,
  key text,
  region text,
  workspace text,
  aws_account_id uuid,
  iac_project_id uuid,
  origin text not null,
  status text not null default 'pending'::text,
  disabled boolean not null default false,
  patched_fields text[] not null default '{}'::text[],
  last_error text,
  last_synced_at timestamp with time zone,
  last_success_at timestamp with time zone,
  missing_since timestamp with time zone,
  next_sync_at timestamp with time zone default now(),
  reading_run_id uuid,
  sync_token uuid,
  etag text,
  version_id text,
  size_bytes bigint,
  modified_at timestamp with time zone,
  serial bigint,
  lineage text,
  format_version integer,
  terraform_version text,
  rules_version text,
  counted boolean not null default false,
  state_resources integer not null default 0,
  matched integer not null default 0,
  missing integer not null default 0,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  guessed boolean not null default false,
  without_aws boolean not null default false,
  name text,
  repository_name text,
  repository_provider text,
  project_path text,
  max_age_hours integer,
  pushed_account_ids uuid[],
  hcp_connection_id uuid,
  external_id text,
  hcp_workspace jsonb,
  superseded_by uuid,
  released_resource_ids uuid[] not null default '{}'::uuid[],
  drift_sync_requested_at timestamp with time zone,
  read_begun_at timestamp with time zone,
  version integer not null default 1,
  constraint state_sources_config_check CHECK (
CASE kind
    WHEN 's3'::text THEN bucket IS NOT NULL AND key IS NOT NULL
    WHEN 'pushed'::text THEN name IS NOT NULL AND max_age_hours IS NOT NULL
    ELSE name IS NOT NULL AND hcp_connection_id IS NOT NULL AND external_id IS NOT NULL
END),
  constraint state_sources_hcp_workspace_key UNIQUE (organization_id, hcp_connection_id, external_id),
  constraint state_sources_kind_check CHECK (kind = ANY (ARRAY['s3'::text, 'pushed'::text, 'hcp_terraform'::text])),
  constraint state_sources_max_age_check CHECK (max_age_hours >= 1 AND max_age_hours <= 2160),
  constraint state_sources_object_key UNIQUE (organization_id, bucket, key),
  constraint state_sources_origin_check CHECK (origin = ANY (ARRAY['manual'::text, 'detected'::text])),
  constraint state_sources_pkey PRIMARY KEY (organization_id, id),
  constraint state_sources_repository_provider_check CHECK (repository_provider = ANY (ARRAY['github'::text, 'gitlab'::text])),
  constraint state_sources_status_check CHECK (status = ANY (ARRAY['pending'::text, 'synced'::text, 'error'::text]))
);
alter table state_sources owner to inventory_owner;

create table team_members (
  organization_id uuid not null,
  team_id uuid not null,
  user_id uuid not null,
  role text not null default 'member'::text,
  created_at timestamp with time zone not null default now(),
  is_mapped boolean not null default false,
  constraint team_members_pkey PRIMARY KEY (organization_id, team_id, user_id),
  constraint team_members_role_check CHECK (role = ANY (ARRAY['lead'::text, 'member'::text]))
);
alter table team_members owner to inventory_owner;

create table teams (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  name text not null,
  slug text not null,
  description text,
  is_active boolean not null default true,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  version integer not null default 1,
  constraint teams_pkey PRIMARY KEY (organization_id, id),
  constraint teams_slug_key UNIQUE (organization_id, slug)
);
alter table teams owner to inventory_owner;

create table token_buckets (
  organization_id uuid not null,
  aws_account_id uuid not null,
  region text not null,
  service text not null,
  tokens double precision not null,
  rate double precision not null,
  refilled_at timestamp with time zone not null,
  blocked_until timestamp with time zone,
  throttled_at timestamp with time zone,
  constraint token_buckets_pkey PRIMARY KEY (organization_id, aws_account_id, region, service)
);
alter table token_buckets owner to inventory_owner;

create table user_tokens (
  organization_id uuid not null,
  user_id uuid not null,
  purpose text not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null default now(),
  expires_at timestamp with time zone not null,
  constraint user_tokens_pkey PRIMARY KEY (organization_id, user_id, purpose),
  constraint user_tokens_purpose_check CHECK (purpose = ANY (ARRAY['email_verification'::text, 'password_reset'::text])),
  constraint user_tokens_token_key UNIQUE (token_hash)
);
alter table user_tokens owner to inventory_owner;

create table users (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  email text not null,
  name text not null,
  password_hash text,
  status text not null default 'active'::text,
  roles text[] not null,
  last_login_at timestamp with time zone,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  email_verified_at timestamp with time zone,
  break_glass boolean not null default false,
  roles_by_hand text[],
  constraint users_email_key UNIQUE (email),
  constraint users_pkey PRIMARY KEY (organization_id, id),
  constraint users_roles_check CHECK (built_in_roles(roles) <@ ARRAY['platform_admin'::text, 'cloud_admin'::text, 'engineer'::text, 'auditor'::text, 'viewer'::text]),
  constraint users_status_check CHECK (status = ANY (ARRAY['active'::text, 'deactivated'::text]))
);
alter table users owner to inventory_owner;

alter sequence schema_migrations_id_seq owned by schema_migrations.id;
alter sequence schema_migrations_lock_index_seq owned by schema_migrations_lock.index;

CREATE INDEX access_policies_account_index ON access_policies USING btree (organization_id, aws_account_id, kind, resource_id);
CREATE INDEX access_policies_arn_index ON access_policies USING btree (organization_id, arn) WHERE arn IS NOT NULL;
CREATE INDEX ai_audit_entries_api_token_index ON ai_audit_entries USING btree (organization_id, api_token_id, id) WHERE api_token_id IS NOT NULL;
CREATE INDEX ai_audit_entries_conversation_index ON ai_audit_entries USING btree (organization_id, conversation_id, id);
CREATE INDEX ai_audit_entries_occurred_index ON ai_audit_entries USING btree (organization_id, occurred_at);
CREATE INDEX ai_audit_entries_turn_index ON ai_audit_entries USING btree (organization_id, turn_id, id);
CREATE INDEX ai_audit_entries_user_index ON ai_audit_entries USING btree (organization_id, user_id, id);
CREATE INDEX ai_conversations_created_by_index ON ai_conversations USING btree (organization_id, created_by, id);
CREATE INDEX ai_conversations_last_turn_index ON ai_conversations USING btree (organization_id, last_turn_at);
CREATE INDEX ai_turn_events_created_index ON ai_turn_events USING btree (organization_id, created_at);
CREATE INDEX ai_turns_conversation_index ON ai_turns USING btree (organization_id, conversation_id, id);
CREATE INDEX ai_turns_lease_index ON ai_turns USING btree (lease_expires_at) WHERE status = 'running'::text;
CREATE UNIQUE INDEX ai_turns_running_key ON ai_turns USING btree (organization_id, conversation_id) WHERE status = 'running'::text;
CREATE UNIQUE INDEX api_tokens_name_key ON api_tokens USING btree (organization_id, name) WHERE revoked_at IS NULL;
CREATE INDEX application_owners_team_index ON application_owners USING btree (organization_id, team_id) WHERE team_id IS NOT NULL;
CREATE INDEX application_owners_user_index ON application_owners USING btree (organization_id, user_id) WHERE user_id IS NOT NULL;
CREATE INDEX audit_entries_action_index ON audit_entries USING btree (organization_id, action, id);
CREATE INDEX audit_entries_actor_index ON audit_entries USING btree (organization_id, actor_id, id);
CREATE INDEX audit_entries_target_index ON audit_entries USING btree (organization_id, target_id, id);
CREATE INDEX audit_entries_unsealed_index ON audit_entries USING btree (transaction_id, id) WHERE sequence IS NULL;
CREATE INDEX aws_accounts_connection_index ON aws_accounts USING btree (organization_id, connection_id, id);
CREATE INDEX aws_accounts_schedule_due_index ON aws_accounts USING btree (id) WHERE schedule_due;
CREATE UNIQUE INDEX aws_connections_management_account_key ON aws_connections USING btree (organization_id, management_account_id) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX aws_connections_name_key ON aws_connections USING btree (organization_id, name) WHERE deleted_at IS NULL;
CREATE INDEX changes_detected_index ON changes USING btree (organization_id, aws_account_id, detected_at);
CREATE INDEX changes_occurred_index ON changes USING btree (organization_id, occurred_at, id);
CREATE INDEX changes_resource_index ON changes USING btree (organization_id, resource_id, occurred_at, id);
CREATE INDEX changes_unattributed_index ON changes USING btree (organization_id, aws_account_id, region, detected_at) WHERE attribution = 'unattributed'::text AND source = 'scan'::text;
CREATE INDEX cloudtrail_event_keys_event_index ON cloudtrail_event_keys USING btree (organization_id, event_row_id);
CREATE INDEX cloudtrail_events_occurred_index ON cloudtrail_events USING btree (organization_id, occurred_at);
CREATE INDEX cloudtrail_feeds_due_index ON cloudtrail_feeds USING btree (organization_id, next_poll_at, aws_account_id) WHERE next_poll_at IS NOT NULL;
CREATE INDEX code_location_folders_project_index ON code_location_folders USING btree (organization_id, iac_project_id);
CREATE INDEX code_location_remotes_project_index ON code_location_remotes USING btree (organization_id, iac_project_id);
CREATE INDEX code_location_remotes_repository_index ON code_location_remotes USING btree (organization_id, repository_id);
CREATE INDEX code_locations_repository_index ON code_locations USING btree (organization_id, repository_id);
CREATE UNIQUE INDEX custom_roles_name_key ON custom_roles USING btree (organization_id, lower(name));
CREATE INDEX drift_differences_entry_index ON drift_differences USING btree (organization_id, state_source_id, address);
CREATE INDEX drift_differences_rule_index ON drift_differences USING btree (organization_id, muted_by) WHERE muted_by IS NOT NULL;
CREATE INDEX drift_transitions_occurred_at_index ON drift_transitions USING btree (organization_id, occurred_at);
CREATE INDEX drift_transitions_resource_index ON drift_transitions USING btree (organization_id, resource_id, id);
CREATE UNIQUE INDEX event_deliveries_pending_key ON event_deliveries USING btree (organization_id, subscription_id) WHERE status = 'pending'::text;
CREATE INDEX event_deliveries_redelivery_index ON event_deliveries USING btree (organization_id, subscription_id) WHERE redelivery_requested_at IS NOT NULL;
CREATE INDEX event_deliveries_subscription_index ON event_deliveries USING btree (organization_id, subscription_id, id);
CREATE INDEX event_subscriptions_due_index ON event_subscriptions USING btree (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX events_unnumbered_index ON events USING btree (organization_id, transaction_id, id) WHERE "position" IS NULL;
CREATE INDEX executions_commit_index ON executions USING btree (organization_id, commit_sha) WHERE commit_sha IS NOT NULL;
CREATE INDEX executions_created_index ON executions USING btree (organization_id, created_at);
CREATE INDEX executions_explanation_due_index ON executions USING btree (organization_id, id) WHERE explanation_due;
CREATE INDEX executions_project_index ON executions USING btree (organization_id, iac_project_id, id) WHERE iac_project_id IS NOT NULL;
CREATE INDEX executions_pull_request_index ON executions USING btree (organization_id, pull_request_id) WHERE pull_request_id IS NOT NULL;
CREATE INDEX executions_repository_index ON executions USING btree (organization_id, repository_id, id) WHERE repository_id IS NOT NULL;
CREATE INDEX executions_unknown_project_index ON executions USING btree (organization_id, repository_id, project_path) WHERE iac_project_id IS NULL AND repository_id IS NOT NULL AND project_path IS NOT NULL;
CREATE INDEX executions_unknown_pull_request_index ON executions USING btree (organization_id, repository_id, pull_request_number) WHERE pull_request_id IS NULL AND repository_id IS NOT NULL AND pull_request_number IS NOT NULL;
CREATE INDEX executions_unknown_repository_index ON executions USING btree (organization_id, repository_name, repository_provider) WHERE repository_id IS NULL AND repository_name IS NOT NULL;
CREATE INDEX exposure_facts_account_index ON exposure_facts USING btree (organization_id, aws_account_id, region);
CREATE INDEX exposure_facts_native_id_index ON exposure_facts USING btree (organization_id, native_id);
CREATE INDEX exposure_facts_vpc_index ON exposure_facts USING btree (organization_id, vpc) WHERE vpc IS NOT NULL;
CREATE INDEX exposures_account_index ON exposures USING btree (organization_id, aws_account_id, region);
CREATE INDEX github_installations_created_index ON github_installations USING btree (created_at);
CREATE INDEX graph_extractions_account_index ON graph_extractions USING btree (organization_id, aws_account_id, run_id);
CREATE INDEX graph_holders_account_index ON graph_holders USING btree (organization_id, aws_account_id, resource_id);
CREATE INDEX graph_holders_due_index ON graph_holders USING btree (organization_id, resource_id) WHERE resolve_due;
CREATE INDEX graph_references_base_key_index ON graph_references USING btree (organization_id, base_key, holder_id) WHERE base_key IS NOT NULL;
CREATE INDEX graph_references_key_index ON graph_references USING btree (organization_id, key, holder_id);
CREATE INDEX graph_references_other_index ON graph_references USING btree (organization_id, other_id, holder_id) WHERE other_id IS NOT NULL;
CREATE INDEX hcp_terraform_connections_due_index ON hcp_terraform_connections USING btree (organization_id, next_sync_at);
CREATE INDEX iac_documents_folder_index ON iac_documents USING btree (organization_id, repository_id, folder);
CREATE INDEX iac_project_reach_account_index ON iac_project_reach USING btree (organization_id, aws_account_id);
CREATE INDEX iac_project_states_source_index ON iac_project_states USING btree (organization_id, state_source_id);
CREATE INDEX iac_projects_environment_index ON iac_projects USING btree (organization_id, environment_id);
CREATE INDEX iac_projects_ignored_tags_index ON iac_projects USING btree (organization_id) WHERE jsonb_path_exists(provider_locations, '$[*]."ignoredTags"'::jsonpath);
CREATE INDEX iac_projects_repository_index ON iac_projects USING btree (organization_id, repository_id, id);
CREATE INDEX idempotency_keys_expiry_index ON idempotency_keys USING btree (organization_id, expires_at);
CREATE INDEX import_pull_requests_project_index ON import_pull_requests USING btree (organization_id, iac_project_id);
CREATE INDEX inference_rules_application_index ON inference_rules USING btree (organization_id, application_id) WHERE application_id IS NOT NULL;
CREATE INDEX inference_rules_environment_index ON inference_rules USING btree (organization_id, environment_id) WHERE environment_id IS NOT NULL;
CREATE INDEX inference_rules_order_index ON inference_rules USING btree (organization_id, priority, created_at, id);
CREATE INDEX inference_rules_team_index ON inference_rules USING btree (organization_id, team_id) WHERE team_id IS NOT NULL;
CREATE UNIQUE INDEX invitations_pending_key ON invitations USING btree (organization_id, email) WHERE status = 'pending'::text;
CREATE INDEX login_challenges_expiry_index ON login_challenges USING btree (organization_id, expires_at);
CREATE INDEX login_challenges_user_index ON login_challenges USING btree (organization_id, user_id);
CREATE INDEX mapping_corrections_project_index ON mapping_corrections USING btree (organization_id, iac_project_id);
CREATE INDEX mapping_corrections_resource_index ON mapping_corrections USING btree (organization_id, resource_id);
CREATE INDEX memberships_application_index ON memberships USING btree (organization_id, application_id, status, id);
CREATE INDEX memberships_resource_index ON memberships USING btree (organization_id, resource_id);
CREATE INDEX memberships_rule_index ON memberships USING btree (organization_id, rule_id) WHERE rule_id IS NOT NULL;
CREATE INDEX memberships_stale_index ON memberships USING btree (organization_id, updated_at) WHERE status = 'stale'::text;
CREATE INDEX memberships_verdict_index ON memberships USING btree (organization_id, rule_id, reviewed_at) WHERE rule_id IS NOT NULL AND (status = ANY (ARRAY['confirmed'::text, 'rejected'::text]));
CREATE INDEX ownership_events_target_index ON ownership_events USING btree (organization_id, target_id, id);
CREATE INDEX ownership_events_team_index ON ownership_events USING btree (organization_id, team_id, id) WHERE team_id IS NOT NULL;
CREATE INDEX ownership_events_time_index ON ownership_events USING btree (organization_id, occurred_at);
CREATE UNIQUE INDEX ownership_issues_open_key ON ownership_issues USING btree (organization_id, kind, target_id) WHERE resolved_at IS NULL;
CREATE INDEX ownership_issues_resolved_index ON ownership_issues USING btree (organization_id, resolved_at) WHERE resolved_at IS NOT NULL;
CREATE INDEX ownership_issues_target_index ON ownership_issues USING btree (organization_id, target_id);
CREATE INDEX plan_changes_create_index ON plan_changes USING btree (organization_id, resource_type, plan_id) WHERE class = ANY (ARRAY['create'::text, 'replace'::text]);
CREATE INDEX plan_changes_resource_index ON plan_changes USING btree (organization_id, resource_id, plan_id) WHERE resource_id IS NOT NULL;
CREATE INDEX plans_commit_index ON plans USING btree (organization_id, commit_sha) WHERE commit_sha IS NOT NULL;
CREATE INDEX plans_created_index ON plans USING btree (organization_id, created_at, id);
CREATE INDEX plans_explanation_due_index ON plans USING btree (organization_id, id) WHERE explanation_due;
CREATE INDEX plans_project_index ON plans USING btree (organization_id, iac_project_id, created_at) WHERE iac_project_id IS NOT NULL;
CREATE INDEX plans_pull_request_index ON plans USING btree (organization_id, pull_request_id) WHERE pull_request_id IS NOT NULL;
CREATE INDEX pull_request_impacts_project_index ON pull_request_impacts USING btree (organization_id, iac_project_id);
CREATE INDEX pull_request_projects_project_index ON pull_request_projects USING btree (organization_id, iac_project_id);
CREATE INDEX pull_requests_opened_index ON pull_requests USING btree (organization_id, opened_at DESC, id DESC);
CREATE INDEX rate_limits_expiry_index ON rate_limits USING btree (resets_at);
CREATE INDEX relationship_compositions_ends_index ON relationship_compositions USING btree (organization_id, source_id, target_id);
CREATE INDEX relationship_compositions_middle_index ON relationship_compositions USING btree (organization_id, middle_id);
CREATE INDEX relationship_compositions_second_index ON relationship_compositions USING btree (organization_id, second_id);
CREATE INDEX relationship_periods_valid_to_index ON relationship_periods USING btree (organization_id, valid_to) WHERE valid_to < 'infinity'::timestamp with time zone;
CREATE INDEX relationships_cross_account_index ON relationships USING btree (organization_id, source_id, target_id) WHERE status = 'active'::text AND (properties -> 'cross_account'::text) IS NOT NULL;
CREATE INDEX relationships_incoming_index ON relationships USING btree (organization_id, target_id, relationship_type, array_position(ARRAY['high'::text, 'medium'::text, 'low'::text], confidence), source_id) INCLUDE (id, confidence) WHERE status = 'active'::text;
CREATE INDEX relationships_outgoing_index ON relationships USING btree (organization_id, source_id, relationship_type, array_position(ARRAY['high'::text, 'medium'::text, 'low'::text], confidence), target_id) INCLUDE (id, confidence) WHERE status = 'active'::text;
CREATE INDEX relationships_stale_index ON relationships USING btree (organization_id, stale_at) WHERE status = 'stale'::text;
CREATE INDEX relationships_target_index ON relationships USING btree (organization_id, target_id, relationship_type);
CREATE INDEX repositories_name_index ON repositories USING btree (organization_id, full_name, id);
CREATE INDEX repositories_state_detection_index ON repositories USING btree (organization_id, next_state_detection_at);
CREATE INDEX repository_applications_application_index ON repository_applications USING btree (organization_id, application_id);
CREATE INDEX repository_teams_team_index ON repository_teams USING btree (organization_id, team_id);
CREATE INDEX resource_counts_account_index ON resource_counts USING btree (organization_id, aws_account_id, management_state, region);
CREATE INDEX resource_counts_region_index ON resource_counts USING btree (organization_id, region, management_state, resource_type);
CREATE INDEX resource_documents_configuration_index ON resource_documents USING gin (organization_id, configuration jsonb_path_ops) WITH (gin_pending_list_limit='16384');
CREATE INDEX resource_drift_since_index ON resource_drift USING btree (organization_id, since DESC, resource_id) WHERE since IS NOT NULL;
CREATE INDEX resource_drift_sources_index ON resource_drift USING gin (state_source_ids);
CREATE INDEX resource_environments_environment_index ON resource_environments USING btree (organization_id, environment_id, resource_id);
CREATE INDEX resource_environments_rule_index ON resource_environments USING btree (organization_id, rule_id) WHERE rule_id IS NOT NULL;
CREATE INDEX resource_history_cell_index ON resource_history USING btree (organization_id, cell_id) INCLUDE (valid_from, valid_to, status);
CREATE INDEX resource_history_last_changed_index ON resource_history USING btree (organization_id, last_changed_at, resource_id) INCLUDE (valid_from, valid_to, cell_id, status);
CREATE INDEX resource_history_name_index ON resource_history USING btree (organization_id, name, resource_id) INCLUDE (valid_from, valid_to, cell_id, status);
CREATE INDEX resource_history_valid_to_index ON resource_history USING btree (organization_id, valid_to) WHERE valid_to < 'infinity'::timestamp with time zone;
CREATE INDEX resource_identifiers_hash_index ON resource_identifiers USING btree (organization_id, hash, kind, resource_type, aws_account_id, region) WHERE hash IS NOT NULL;
CREATE INDEX resource_identifiers_key_index ON resource_identifiers USING btree (organization_id, key, kind, resource_type, aws_account_id, region);
CREATE INDEX resource_revisions_observed_index ON resource_revisions USING btree (organization_id, observed_at);
CREATE INDEX resource_search_pending_index ON resource_search USING btree (organization_id, resource_id) WHERE NOT indexed;
CREATE INDEX resource_search_text_index ON resource_search USING gin (organization_id, text gin_trgm_ops) WHERE indexed;
CREATE INDEX resource_tags_value_index ON resource_tags USING btree (organization_id, key, value, resource_id) INCLUDE (valid_from, valid_to);
CREATE INDEX resource_teams_rule_index ON resource_teams USING btree (organization_id, rule_id);
CREATE INDEX resource_teams_team_index ON resource_teams USING btree (organization_id, team_id, resource_id);
CREATE INDEX resources_account_last_changed_index ON resources USING btree (organization_id, aws_account_id, last_changed_at, id) INCLUDE (resource_type, region, status, management_state);
CREATE INDEX resources_first_discovered_index ON resources USING btree (organization_id, first_discovered_at, id) INCLUDE (resource_type, aws_account_id, region, status, management_state);
CREATE INDEX resources_gone_index ON resources USING btree (organization_id, status, last_changed_at, id) INCLUDE (resource_type, aws_account_id, region, management_state) WHERE status <> 'active'::text;
CREATE INDEX resources_last_changed_index ON resources USING btree (organization_id, last_changed_at, id) INCLUDE (resource_type, aws_account_id, region, status, management_state);
CREATE INDEX resources_name_index ON resources USING btree (organization_id, COALESCE(name, ''::text) COLLATE "C", id) INCLUDE (name, resource_type, aws_account_id, region, status, management_state);
CREATE INDEX resources_shared_index ON resources USING btree (organization_id, arn) WHERE owner_account_number IS NOT NULL;
CREATE INDEX resources_stack_tag_index ON resources USING btree (organization_id, aws_account_id) WHERE origin = 'stack'::text;
CREATE INDEX resources_type_index ON resources USING btree (organization_id, resource_type, id) INCLUDE (aws_account_id, region, status, management_state);
CREATE INDEX resources_type_last_changed_index ON resources USING btree (organization_id, resource_type, last_changed_at, id) INCLUDE (aws_account_id, region, status, management_state);
CREATE INDEX resources_unreadable_index ON resources USING btree (organization_id, aws_account_id, region, resource_type) WHERE unreadable IS NOT NULL;
CREATE UNIQUE INDEX runs_active_key ON runs USING btree (organization_id, kind, subject_id) WHERE status = ANY (ARRAY['queued'::text, 'running'::text]);
CREATE INDEX runs_active_status_index ON runs USING btree (status, created_at, id) WHERE status = ANY (ARRAY['queued'::text, 'running'::text]);
CREATE INDEX runs_created_index ON runs USING btree (organization_id, created_at, id);
CREATE INDEX runs_finished_index ON runs USING btree (organization_id, finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX runs_inference_index ON runs USING btree (organization_id, finished_at) WHERE kind = 'infer_memberships'::text AND finished_at IS NOT NULL;
CREATE UNIQUE INDEX saved_queries_built_in_key ON saved_queries USING btree (organization_id, built_in) WHERE built_in IS NOT NULL;
CREATE INDEX scan_accounts_account_index ON scan_accounts USING btree (organization_id, aws_account_id, scan_id);
CREATE INDEX scans_active_index ON scans USING btree (organization_id, id) WHERE status = ANY (ARRAY['queued'::text, 'running'::text]);
CREATE INDEX scans_event_index ON scans USING btree (organization_id, finished_at) WHERE trigger = 'event'::text;
CREATE INDEX scans_finished_index ON scans USING btree (organization_id, finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX scim_group_members_user_index ON scim_group_members USING btree (organization_id, user_id);
CREATE INDEX scim_groups_external_index ON scim_groups USING btree (organization_id, external_id) WHERE external_id IS NOT NULL;
CREATE UNIQUE INDEX scim_groups_name_key ON scim_groups USING btree (organization_id, lower(display_name));
CREATE INDEX scim_users_external_index ON scim_users USING btree (organization_id, external_id) WHERE external_id IS NOT NULL;
CREATE INDEX scm_connections_due_index ON scm_connections USING btree (organization_id, next_sync_at) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX scm_connections_group_key ON scm_connections USING btree (organization_id, provider, base_url, external_org_id) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX scm_connections_installation_key ON scm_connections USING btree (installation_id) WHERE deleted_at IS NULL;
CREATE INDEX scm_deliveries_connection_index ON scm_deliveries USING btree (organization_id, scm_connection_id, received_at);
CREATE INDEX scm_deliveries_queued_index ON scm_deliveries USING btree (organization_id, scm_connection_id, received_at) WHERE status = 'queued'::text;
CREATE INDEX scm_deliveries_received_index ON scm_deliveries USING btree (organization_id, received_at);
CREATE INDEX scm_install_states_claim_index ON scm_install_states USING btree (installation_id) WHERE installation_id IS NOT NULL;
CREATE INDEX scm_install_states_expiry_index ON scm_install_states USING btree (organization_id, expires_at);
CREATE INDEX sessions_absolute_index ON sessions USING btree (organization_id, absolute_expires_at);
CREATE INDEX sessions_address_index ON sessions USING btree (organization_id, user_id, ip_block);
CREATE INDEX sessions_sso_identity_index ON sessions USING btree (organization_id, sso_identity_id);
CREATE INDEX shared_references_native_id_index ON shared_references USING btree (organization_id, resource_type, native_id);
CREATE INDEX sso_configurations_provider_index ON sso_configurations USING btree (issuer, client_id);
CREATE INDEX sso_domains_domain_index ON sso_domains USING btree (domain) WHERE verified_at IS NOT NULL;
CREATE UNIQUE INDEX sso_domains_proof_key ON sso_domains USING btree (domain) WHERE verified_at IS NOT NULL AND proof_ended_at IS NULL;
CREATE INDEX sso_logout_tokens_expiry_index ON sso_logout_tokens USING btree (organization_id, expires_at);
CREATE INDEX sso_transactions_expiry_index ON sso_transactions USING btree (organization_id, expires_at);
CREATE INDEX sso_transactions_session_index ON sso_transactions USING btree (organization_id, session_id);
CREATE INDEX stack_resources_resource_index ON stack_resources USING btree (organization_id, resource_id) WHERE resource_id IS NOT NULL;
CREATE INDEX stack_resources_unmatched_index ON stack_resources USING btree (organization_id, aws_account_id, resource_type) WHERE resource_id IS NULL;
CREATE INDEX state_entries_resource_index ON state_entries USING btree (organization_id, resource_id) WHERE resource_id IS NOT NULL;
CREATE INDEX state_entries_type_index ON state_entries USING btree (organization_id, resource_type) WHERE resource_id IS NULL;
CREATE INDEX state_entries_unlocated_index ON state_entries USING btree (organization_id, state_source_id) WHERE aws_account_number IS NULL;
CREATE INDEX state_entries_unmatched_index ON state_entries USING btree (organization_id, aws_account_number) WHERE resource_id IS NULL;
CREATE INDEX state_entry_attributes_holder_id_index ON state_entry_attributes USING btree (organization_id, holder_id) WHERE holder_id IS NOT NULL;
CREATE INDEX state_entry_attributes_holders_index ON state_entry_attributes USING btree (organization_id, state_source_id) WHERE holders <> '[]'::jsonb;
CREATE INDEX state_sources_account_index ON state_sources USING btree (organization_id, aws_account_id);
CREATE INDEX state_sources_due_index ON state_sources USING btree (organization_id, next_sync_at);
CREATE INDEX state_sources_lineage_index ON state_sources USING btree (organization_id, iac_project_id, lineage);
CREATE INDEX state_sources_project_index ON state_sources USING btree (organization_id, iac_project_id);
CREATE UNIQUE INDEX state_sources_pushed_name_key ON state_sources USING btree (organization_id, name) WHERE kind = 'pushed'::text AND repository_name IS NULL;
CREATE UNIQUE INDEX state_sources_pushed_project_key ON state_sources USING btree (organization_id, lower(repository_name), project_path, workspace) NULLS NOT DISTINCT WHERE kind = 'pushed'::text AND repository_name IS NOT NULL;
CREATE INDEX state_sources_superseded_by_index ON state_sources USING btree (organization_id, superseded_by) WHERE superseded_by IS NOT NULL;
CREATE INDEX team_members_user_index ON team_members USING btree (organization_id, user_id);
CREATE INDEX teams_name_index ON teams USING btree (organization_id, name, id);

alter table access_policies add constraint access_policies_resource_fkey FOREIGN KEY (organization_id, resource_id) REFERENCES resources(organization_id, id) ON DELETE CASCADE;
alter table account_freshness add constraint account_freshness_organization_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table account_freshness_told add constraint account_freshness_told_account_fkey FOREIGN KEY (organization_id, aws_account_id) REFERENCES aws_accounts(organization_id, id) ON DELETE CASCADE;
alter table ai_audit_entries add constraint ai_audit_entries_organization_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table ai_conversations add constraint ai_conversations_created_by_fkey FOREIGN KEY (organization_id, created_by) REFERENCES users(organization_id, id) ON DELETE CASCADE;
alter table ai_conversations add constraint ai_conversations_organization_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table ai_settings add constraint ai_settings_organization_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table ai_turn_events add constraint ai_turn_events_turn_fkey FOREIGN KEY (organization_id, turn_id) REFERENCES ai_turns(organization_id, id) ON DELETE CASCADE;
alter table ai_turns add constraint ai_turns_conversation_fkey FOREIGN KEY (organization_id, conversation_id) REFERENCES ai_conversations(organization_id, id) ON DELETE CASCADE;
alter table api_tokens add constraint api_tokens_organization_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table application_owners add constraint application_owners_application_fkey FOREIGN KEY (organization_id, application_id) REFERENCES applications(organization_id, id) ON DELETE CASCADE;
alter table application_owners add constraint application_owners_team_fkey FOREIGN KEY (organization_id, team_id) REFERENCES teams(organization_id, id) ON DELETE CASCADE;
alter table application_owners add constraint application_owners_user_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE CASCADE;
alter table applications add constraint applications_organization_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table audit_chain_heads add constraint audit_chain_heads_organization_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id);
alter table audit_entries add constraint audit_entries_organization_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id);
alter table aws_accounts add constraint aws_accounts_connection_fkey FOREIGN KEY (organization_id, connection_id) REFERENCES aws_connections(organization_id, id) ON DELETE CASCADE;
alter table aws_accounts add constraint aws_accounts_default_environment_fkey FOREIGN KEY (organization_id, default_environment_id) REFERENCES environments(organization_id, id);
alter table aws_connections add constraint aws_connections_organization_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table blocked_regions add constraint blocked_regions_account_fkey FOREIGN KEY (organization_id, aws_account_id) REFERENCES aws_accounts(organization_id, id) ON DELETE CASCADE;
alter table blocked_regions add constraint blocked_regions_organization_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table changes add constraint changes_resource_fkey FOREIGN KEY (organization_id, resource_id) REFERENCES resources(organization_id, id) ON DELETE CASCADE;
alter table cloudtrail_event_keys add constraint cloudtrail_event_keys_event_fkey FOREIGN KEY (organization_id, event_row_id) REFERENCES cloudtrail_events(organization_id, id) ON DELETE CASCADE;
alter table cloudtrail_events add constraint cloudtrail_events_organization_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table cloudtrail_feeds add constraint cloudtrail_feeds_organization_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table code_location_folders add constraint code_location_folders_repository_fkey FOREIGN KEY (organization_id, repository_id) REFERENCES repositories(organization_id, id) ON DELETE CASCADE;
alter table code_location_folders add constraint code_location_folders_state_fkey FOREIGN KEY (organization_id, iac_project_id) REFERENCES code_location_states(organization_id, iac_project_id) ON DELETE CASCADE;
alter table code_location_remotes add constraint code_location_remotes_repository_fkey FOREIGN KEY (organization_id, repository_id) REFERENCES repositories(organization_id, id) ON DELETE SET NULL (repository_id);
alter table code_location_remotes add constraint code_location_remotes_state_fkey FOREIGN KEY (organization_id, iac_project_id) REFERENCES code_location_states(organization_id, iac_project_id) ON DELETE CASCADE;
alter table code_location_states add constraint code_location_states_project_fkey FOREIGN KEY (organization_id, iac_project_id) REFERENCES iac_projects(organization_id, id) ON DELETE CASCADE;
alter table code_locations add constraint code_locations_project_fkey FOREIGN KEY (organization_id, iac_project_id) REFERENCES iac_projects(organization_id, id) ON DELETE CASCADE;
alter table code_locations add constraint code_locations_repository_fkey FOREIGN KEY (organization_id, repository_id) REFERENCES repositories(organization_id, id) ON DELETE CASCADE;
alter table coverage_cells add constraint coverage_cells_account_fkey FOREIGN KEY (organization_id, aws_account_id) REFERENCES aws_accounts(organization_id, id) ON DELETE CASCADE;
alter table coverage_cells add constraint coverage_cells_organization_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table custom_roles add constraint custom_roles_organization_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table delayed_events add constraint delayed_events_subscription_fkey FOREIGN KEY (organization_id, subscription_id) REFERENCES event_subscriptions(organization_id, id) ON DELETE CASCADE;
alter table drift_differences add constraint drift_differences_entry_fkey FOREIGN KEY (organization_id, state_source_id, address) REFERENCES state_entries(organization_id, state_source_id, address) ON DELETE CASCADE;
alter table drift_differences add constraint drift_differences_resource_fkey FOREIGN KEY (organization_id, resource_id) REFERENCES resource_drift(organization_id, resource_id) ON DELETE CASCADE;
alter table drift_differences add constraint drift_differences_rule_fkey FOREIGN KEY (organization_id, muted_by) REFERENCES drift_rules(organization_id, id) ON DELETE SET NULL (muted_by);
alter table drift_rules add constraint drift_rules_organization_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table drift_transitions add constraint drift_transitions_resource_fkey FOREIGN KEY (organization_id, resource_id) REFERENCES resources(organization_id, id) ON DELETE CASCADE;
alter table due_cells add constraint due_cells_account_fkey FOREIGN KEY (organization_id, aws_account_id) REFERENCES aws_accounts(organization_id, id) ON DELETE CASCADE;
alter table due_cells add constraint due_cells_organization_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table environments add constraint environments_organization_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table event_deliveries add constraint event_deliveries_subscription_fkey FOREIGN KEY (organization_id, subscription_id) REFERENCES event_subscriptions(organization_id, id) ON DELETE CASCADE;
alter table event_subscriptions add constraint event_subscriptions_organization_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table evidence_gaps add constraint evidence_gaps_organization_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table executions add constraint executions_organization_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table executions add constraint executions_project_fkey FOREIGN KEY (organization_id, iac_project_id) REFERENCES iac_projects(organization_id, id) ON DELETE SET NULL (iac_project_id);
alter table executions add constraint executions_pull_request_fkey FOREIGN KEY (organization_id, pull_request_id) REFERENCES pull_requests(organization_id, id) ON DELETE SET NULL (pull_request_id);
alter table executions add constraint executions_repository_fkey FOREIGN KEY (organization_id, repository_id) REFERENCES repositories(organization_id, id) ON DELETE SET NULL (repository_id);
alter table exposure_facts add constraint exposure_facts_resource_fkey FOREIGN KEY (organization_id, resource_id) REFERENCES resources(organization_id, id) ON DELETE CASCADE;
alter table exposures add constraint exposures_resource_fkey FOREIGN KEY (organization_id, resource_id) REFERENCES resources(organization_id, id) ON DELETE CASCADE;
alter table external_nodes add constraint external_nodes_organization_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table graph_accounts add constraint graph_accounts_account_fkey FOREIGN KEY (organization_id, aws_account_id) REFERENCES aws_accounts(organization_id, id) ON DELETE CASCADE;
alter table graph_changed_keys add constraint graph_changed_keys_organization_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table graph_changed_middles add constraint graph_changed_middles_resource_fkey FOREIGN KEY (organization_id, resource_id) REFERENCES resources(organization_id, id) ON DELETE CASCADE;
alter table graph_extractions add constraint graph_extractions_run_fkey FOREIGN KEY (organization_id, run_id) REFERENCES runs(organization_id, id) ON DELETE CASCADE;
alter table graph_holders add constraint graph_holders_resource_fkey FOREIGN KEY (organization_id, resource_id) REFERENCES resources(organization_id, id) ON DELETE CASCADE;
alter table graph_references add constraint graph_references_holder_fkey FOREIGN KEY (organization_id, holder_id) REFERENCES graph_holders(organization_id, resource_id) ON DELETE CASCADE;
alter table hcp_terraform_connections add constraint hcp_terraform_connections_organization_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table iac_documents add constraint iac_documents_repository_fkey FOREIGN KEY (organization_id, repository_id) REFERENCES repositories(organization_id, id) ON DELETE CASCADE;
alter table iac_project_reach add constraint iac_project_reach_account_fkey FOREIGN KEY (organization_id, aws_account_id) REFERENCES aws_accounts(organization_id, id) ON DELETE CASCADE;
alter table iac_project_reach add constraint iac_project_reach_project_fkey FOREIGN KEY (organization_id, iac_project_id) REFERENCES iac_projects(organization_id, id) ON DELETE CASCADE;
alter table iac_project_states add constraint iac_project_states_project_fkey FOREIGN KEY (organization_id, iac_project_id) REFERENCES iac_projects(organization_id, id) ON DELETE CASCADE;
alter table iac_project_states add constraint iac_project_states_source_fkey FOREIGN KEY (organization_id, state_source_id) REFERENCES state_sources(organization_id, id) ON DELETE SET NULL (state_source_id);
alter table iac_projects add constraint iac_projects_environment_fkey FOREIGN KEY (organization_id, environment_id) REFERENCES environments(organization_id, id) ON DELETE SET NULL (environment_id);
alter table iac_projects add constraint iac_projects_repository_fkey FOREIGN KEY (organization_id, repository_id) REFERENCES repositories(organization_id, id) ON DELETE CASCADE;
alter table idempotency_keys add constraint idempotency_keys_organization_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table import_pull_requests add constraint import_pull_requests_project_fkey FOREIGN KEY (organization_id, iac_project_id) REFERENCES iac_projects(organization_id, id) ON DELETE CASCADE;
alter table import_pull_requests add constraint import_pull_requests_run_fkey FOREIGN KEY (organization_id, id) REFERENCES runs(organization_id, id) ON DELETE CASCADE;
alter table inference_queue add constraint inference_queue_organization_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table inference_rules add constraint inference_rules_application_fkey FOREIGN KEY (organization_id, application_id) REFERENCES applications(organization_id, id) ON DELETE CASCADE;
alter table inference_rules add constraint inference_rules_environment_fkey FOREIGN KEY (organization_id, environment_id) REFERENCES environments(organization_id, id) ON DELETE CASCADE;
alter table inference_rules add constraint inference_rules_organization_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table inference_rules add constraint inference_rules_team_fkey FOREIGN KEY (organization_id, team_id) REFERENCES teams(organization_id, id) ON DELETE CASCADE;
alter table inference_scope add constraint inference_scope_organization_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table ingest_tokens add constraint ingest_tokens_created_by_fkey FOREIGN KEY (organization_id, created_by) REFERENCES users(organization_id, id) ON DELETE CASCADE;
alter table invitations add constraint invitations_invited_by_fkey FOREIGN KEY (organization_id, invited_by) REFERENCES users(organization_id, id) ON DELETE CASCADE;
alter table login_challenges add constraint login_challenges_user_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE CASCADE;
alter table mapping_accounts add constraint mapping_accounts_account_fkey FOREIGN KEY (organization_id, aws_account_id) REFERENCES aws_accounts(organization_id, id) ON DELETE CASCADE;
alter table mapping_corrections add constraint mapping_corrections_resource_fkey FOREIGN KEY (organization_id, resource_id) REFERENCES resources(organization_id, id) ON DELETE CASCADE;
alter table mapping_coverage_days add constraint mapping_coverage_days_account_fkey FOREIGN KEY (organization_id, aws_account_id) REFERENCES aws_accounts(organization_id, id) ON DELETE CASCADE;
alter table memberships add constraint memberships_application_fkey FOREIGN KEY (organization_id, application_id) REFERENCES applications(organization_id, id) ON DELETE CASCADE;
alter table memberships add constraint memberships_resource_fkey FOREIGN KEY (organization_id, resource_id) REFERENCES resources(organization_id, id) ON DELETE CASCADE;
alter table onboarding_steps add constraint onboarding_steps_connection_fkey FOREIGN KEY (organization_id, connection_id) REFERENCES aws_connections(organization_id, id) ON DELETE CASCADE;
alter table ownership_events add constraint ownership_events_organization_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table ownership_issues add constraint ownership_issues_organization_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table plan_changes add constraint plan_changes_plan_fkey FOREIGN KEY (organization_id, plan_id) REFERENCES plans(organization_id, id) ON DELETE CASCADE;
alter table plans add constraint plans_execution_fkey FOREIGN KEY (organization_id, execution_id) REFERENCES executions(organization_id, id) ON DELETE CASCADE;
alter table plans add constraint plans_project_fkey FOREIGN KEY (organization_id, iac_project_id) REFERENCES iac_projects(organization_id, id) ON DELETE SET NULL (iac_project_id);
alter table plans add constraint plans_pull_request_fkey FOREIGN KEY (organization_id, pull_request_id) REFERENCES pull_requests(organization_id, id) ON DELETE SET NULL (pull_request_id);
alter table plans add constraint plans_repository_fkey FOREIGN KEY (organization_id, repository_id) REFERENCES repositories(organization_id, id) ON DELETE SET NULL (repository_id);
alter table property_statistics add constraint property_statistics_organization_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table pull_request_comments add constraint pull_request_comments_pull_request_fkey FOREIGN KEY (organization_id, pull_request_id) REFERENCES pull_requests(organization_id, id) ON DELETE CASCADE;
alter table pull_request_impacts add constraint pull_request_impacts_project_fkey FOREIGN KEY (organization_id, iac_project_id) REFERENCES iac_projects(organization_id, id) ON DELETE CASCADE;
alter table pull_request_impacts add constraint pull_request_impacts_pull_request_fkey FOREIGN KEY (organization_id, pull_request_id) REFERENCES pull_requests(organization_id, id) ON DELETE CASCADE;
alter table pull_request_projects add constraint pull_request_projects_project_fkey FOREIGN KEY (organization_id, iac_project_id) REFERENCES iac_projects(organization_id, id) ON DELETE CASCADE;
alter table pull_request_projects add constraint pull_request_projects_pull_request_fkey FOREIGN KEY (organization_id, pull_request_id) REFERENCES pull_requests(organization_id, id) ON DELETE CASCADE;
alter table pull_requests add constraint pull_requests_repository_fkey FOREIGN KEY (organization_id, repository_id) REFERENCES repositories(organization_id, id) ON DELETE CASCADE;
alter table query_counts add constraint query_counts_organization_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table relationship_compositions add constraint relationship_compositions_first_fkey FOREIGN KEY (organization_id, first_id) REFERENCES relationships(organization_id, id) ON DELETE CASCADE;
alter table relationship_compositions add constraint relationship_compositions_second_fkey FOREIGN KEY (organization_id, second_id) REFERENCES relationships(organization_id, id) ON DELETE CASCADE;
alter table relationship_periods add constraint relationship_periods_relationship_fkey FOREIGN KEY (organization_id, relationship_id) REFERENCES relationships(organization_id, id) ON DELETE CASCADE;
alter table relationships add constraint relationships_organization_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table repositories add constraint repositories_connection_fkey FOREIGN KEY (organization_id, scm_connection_id) REFERENCES scm_connections(organization_id, id) ON DELETE CASCADE;
alter table repository_applications add constraint repository_applications_application_fkey FOREIGN KEY (organization_id, application_id) REFERENCES applications(organization_id, id) ON DELETE CASCADE;
alter table repository_applications add constraint repository_applications_repository_fkey FOREIGN KEY (organization_id, repository_id) REFERENCES repositories(organization_id, id) ON DELETE CASCADE;
alter table repository_paths add constraint repository_paths_repository_fkey FOREIGN KEY (organization_id, repository_id) REFERENCES repositories(organization_id, id) ON DELETE CASCADE;
alter table repository_teams add constraint repository_teams_repository_fkey FOREIGN KEY (organization_id, repository_id) REFERENCES repositories(organization_id, id) ON DELETE CASCADE;
alter table repository_teams add constraint repository_teams_team_fkey FOREIGN KEY (organization_id, team_id) REFERENCES teams(organization_id, id) ON DELETE CASCADE;
alter table resource_attributes add constraint resource_attributes_resource_fkey FOREIGN KEY (organization_id, resource_id) REFERENCES resources(organization_id, id) ON DELETE CASCADE;
alter table resource_documents add constraint resource_documents_resource_fkey FOREIGN KEY (organization_id, resource_id) REFERENCES resources(organization_id, id) ON DELETE CASCADE;
alter table resource_drift add constraint resource_drift_resource_fkey FOREIGN KEY (organization_id, resource_id) REFERENCES resources(organization_id, id) ON DELETE CASCADE;
alter table resource_environments add constraint resource_environments_environment_fkey FOREIGN KEY (organization_id, environment_id) REFERENCES environments(organization_id, id) ON DELETE CASCADE;
alter table resource_environments add constraint resource_environments_resource_fkey FOREIGN KEY (organization_id, resource_id) REFERENCES resources(organization_id, id) ON DELETE CASCADE;
alter table resource_identifiers add constraint resource_identifiers_holder_fkey FOREIGN KEY (organization_id, resource_id) REFERENCES graph_holders(organization_id, resource_id) ON DELETE CASCADE;
alter table resource_revisions add constraint resource_revisions_resource_fkey FOREIGN KEY (organization_id, resource_id) REFERENCES resources(organization_id, id) ON DELETE CASCADE;
alter table resource_teams add constraint resource_teams_resource_fkey FOREIGN KEY (organization_id, resource_id) REFERENCES resources(organization_id, id) ON DELETE CASCADE;
alter table resource_teams add constraint resource_teams_team_fkey FOREIGN KEY (organization_id, team_id) REFERENCES teams(organization_id, id) ON DELETE CASCADE;
alter table resources add constraint resources_account_fkey FOREIGN KEY (organization_id, aws_account_id) REFERENCES aws_accounts(organization_id, id) ON DELETE CASCADE;
alter table role_checks add constraint role_checks_connection_fkey FOREIGN KEY (organization_id, connection_id) REFERENCES aws_connections(organization_id, id) ON DELETE CASCADE;
alter table runs add constraint runs_organization_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table saved_queries add constraint saved_queries_organization_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table saved_query_members add constraint saved_query_members_query_fkey FOREIGN KEY (organization_id, saved_query_id) REFERENCES saved_queries(organization_id, id) ON DELETE CASCADE;
alter table scan_accounts add constraint scan_accounts_account_fkey FOREIGN KEY (organization_id, aws_account_id) REFERENCES aws_accounts(organization_id, id) ON DELETE CASCADE;
alter table scan_accounts add constraint scan_accounts_scan_fkey FOREIGN KEY (organization_id, scan_id) REFERENCES scans(organization_id, id) ON DELETE CASCADE;
alter table scan_tasks add constraint scan_tasks_account_fkey FOREIGN KEY (organization_id, aws_account_id) REFERENCES aws_accounts(organization_id, id) ON DELETE CASCADE;
alter table scan_tasks add constraint scan_tasks_scan_fkey FOREIGN KEY (organization_id, scan_id) REFERENCES scans(organization_id, id) ON DELETE CASCADE;
alter table scans add constraint scans_run_fkey FOREIGN KEY (organization_id, id) REFERENCES runs(organization_id, id) ON DELETE CASCADE;
alter table scim_group_members add constraint scim_group_members_group_fkey FOREIGN KEY (organization_id, group_id) REFERENCES scim_groups(organization_id, id) ON DELETE CASCADE;
alter table scim_group_members add constraint scim_group_members_user_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE CASCADE;
alter table scim_groups add constraint scim_groups_organization_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table scim_users add constraint scim_users_user_fkey FOREIGN KEY (organization_id, id) REFERENCES users(organization_id, id) ON DELETE CASCADE;
alter table scm_connections add constraint scm_connections_organization_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table scm_deliveries add constraint scm_deliveries_connection_fkey FOREIGN KEY (organization_id, scm_connection_id) REFERENCES scm_connections(organization_id, id) ON DELETE CASCADE;
alter table scm_install_states add constraint scm_install_states_user_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE CASCADE;
alter table search_cells add constraint search_cells_organization_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table second_factors add constraint second_factors_user_fkey FOREIGN KEY (organization_id, id) REFERENCES users(organization_id, id) ON DELETE CASCADE;
alter table secret_hash_keys add constraint secret_hash_keys_organization_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table sessions add constraint sessions_user_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE CASCADE;
alter table shared_references add constraint shared_references_account_fkey FOREIGN KEY (organization_id, aws_account_id) REFERENCES aws_accounts(organization_id, id) ON DELETE CASCADE;
alter table sso_configurations add constraint sso_configurations_organization_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table sso_domains add constraint sso_domains_organization_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table sso_identities add constraint sso_identities_user_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE CASCADE;
alter table sso_logout_tokens add constraint sso_logout_tokens_organization_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table sso_transactions add constraint sso_transactions_organization_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table sso_transactions add constraint sso_transactions_session_fkey FOREIGN KEY (organization_id, session_id) REFERENCES sessions(organization_id, id) ON DELETE CASCADE;
alter table stack_readings add constraint stack_readings_stack_fkey FOREIGN KEY (organization_id, stack_id) REFERENCES resources(organization_id, id) ON DELETE CASCADE;
alter table stack_resources add constraint stack_resources_resource_fkey FOREIGN KEY (organization_id, resource_id) REFERENCES resources(organization_id, id) ON DELETE SET NULL (resource_id);
alter table stack_resources add constraint stack_resources_stack_fkey FOREIGN KEY (organization_id, stack_id) REFERENCES resources(organization_id, id) ON DELETE CASCADE;
alter table state_entries add constraint state_entries_resource_fkey FOREIGN KEY (organization_id, resource_id) REFERENCES resources(organization_id, id) ON DELETE SET NULL (resource_id);
alter table state_entries add constraint state_entries_source_fkey FOREIGN KEY (organization_id, state_source_id) REFERENCES state_sources(organization_id, id) ON DELETE CASCADE;
alter table state_entry_attributes add constraint state_entry_attributes_entry_fkey FOREIGN KEY (organization_id, state_source_id, address) REFERENCES state_entries(organization_id, state_source_id, address) ON DELETE CASCADE;
alter table state_entry_attributes add constraint state_entry_attributes_source_fkey FOREIGN KEY (organization_id, state_source_id) REFERENCES state_sources(organization_id, id) ON DELETE CASCADE;
alter table state_source_accounts add constraint state_source_accounts_source_fkey FOREIGN KEY (organization_id, state_source_id) REFERENCES state_sources(organization_id, id) ON DELETE CASCADE;
alter table state_sources add constraint state_sources_account_fkey FOREIGN KEY (organization_id, aws_account_id) REFERENCES aws_accounts(organization_id, id) ON DELETE SET NULL (aws_account_id);
alter table state_sources add constraint state_sources_hcp_connection_fkey FOREIGN KEY (organization_id, hcp_connection_id) REFERENCES hcp_terraform_connections(organization_id, id) ON DELETE CASCADE;
alter table state_sources add constraint state_sources_organization_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table state_sources add constraint state_sources_project_fkey FOREIGN KEY (organization_id, iac_project_id) REFERENCES iac_projects(organization_id, id) ON DELETE SET NULL (iac_project_id);
alter table state_sources add constraint state_sources_superseded_by_fkey FOREIGN KEY (organization_id, superseded_by) REFERENCES state_sources(organization_id, id) ON DELETE SET NULL (superseded_by);
alter table team_members add constraint team_members_team_fkey FOREIGN KEY (organization_id, team_id) REFERENCES teams(organization_id, id) ON DELETE CASCADE;
alter table team_members add constraint team_members_user_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE CASCADE;
alter table teams add constraint teams_organization_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table token_buckets add constraint token_buckets_account_fkey FOREIGN KEY (organization_id, aws_account_id) REFERENCES aws_accounts(organization_id, id) ON DELETE CASCADE;
alter table token_buckets add constraint token_buckets_organization_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
alter table user_tokens add constraint user_tokens_user_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users(organization_id, id) ON DELETE CASCADE;
alter table users add constraint users_organization_fkey FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;

CREATE OR REPLACE FUNCTION public.active_runs(wanted_status text, older_than interval, after_created_at timestamp with time zone, after_id uuid, at_most integer)
 RETURNS TABLE(organization_id uuid, id uuid, kind text, subject_id uuid, status text, description text, account_id text, created_at timestamp with time zone, position_at text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select organization_id, id, kind, subject_id, status, description, account_id, created_at, created_at::text as position_at
  from runs
  where status = wanted_status and status in ('queued', 'running') and created_at < now() - older_than
    and (after_created_at is null or (created_at, id) > (after_created_at, after_id))
  order by created_at, id limit at_most
$function$;
alter function active_runs(text,interval,timestamp with time zone,uuid,integer) owner to inventory_definer;

CREATE OR REPLACE FUNCTION public.audit_entry_hash(previous bytea, place bigint, entry audit_entries)
 RETURNS bytea
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select sha256(previous || convert_to(audit_entry_text(place, entry), 'UTF8'))
$function$;
alter function audit_entry_hash(bytea,bigint,audit_entries) owner to inventory_owner;

CREATE OR REPLACE FUNCTION public.audit_entry_text(place bigint, entry audit_entries)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select jsonb_build_array(
    place, entry.organization_id, entry.id, (extract(epoch from entry.occurred_at) * 1000000)::bigint,
    entry.actor_type, entry.actor_id, entry.actor_name, entry.action,
    entry.target_type, entry.target_id, entry.target_name, entry.outcome,
    entry.request_id, entry.ip, entry.details)::text
$function$;
alter function audit_entry_text(bigint,audit_entries) owner to inventory_owner;

CREATE OR REPLACE FUNCTION public.begin_api_token(wanted bytea)
 RETURNS TABLE(organization_id uuid, api_token_id uuid, permissions text[], ended boolean, used_lately boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  select t.organization_id, t.id, t.permissions, t.revoked_at is not null or t.expires_at <= now(),
         coalesce(t.last_used_at > now() - interval '1 minute', false)
    into organization_id, api_token_id, permissions, ended, used_lately
    from api_tokens t where t.token_hash = wanted;
  if found then
    perform set_config('app.organization_id', organization_id::text, true);
    return next;
  end if;
end $function$;
alter function begin_api_token(bytea) owner to inventory_definer;

CREATE OR REPLACE FUNCTION public.begin_ingest(wanted bytea)
 RETURNS TABLE(organization_id uuid, ingest_token_id uuid, ended boolean, used_lately boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  select t.organization_id, t.id, t.revoked_at is not null or coalesce(t.expires_at <= now(), false),
         coalesce(t.last_used_at > now() - interval '1 minute', false)
    into organization_id, ingest_token_id, ended, used_lately
    from ingest_tokens t where t.token_hash = wanted;
  if found then
    perform set_config('app.organization_id', organization_id::text, true);
    return next;
  end if;
end $function$;
alter function begin_ingest(bytea) owner to inventory_definer;

CREATE OR REPLACE FUNCTION public.begin_session(wanted uuid)
 RETURNS TABLE(organization_id uuid, session_id uuid, user_id uuid, user_status text, roles text[], revoked_at timestamp with time zone, expires_at timestamp with time zone, lacks_factor boolean, custom_permissions text[])
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  select s.organization_id, s.id, u.id, u.status, u.roles, s.revoked_at, s.expires_at,
         s.method = 'password' and coalesce(o.settings -> 'require_mfa' = 'true'::jsonb, false) and not exists (
           select from second_factors f
           where f.organization_id = u.organization_id and f.id = u.id and f.confirmed_at is not null),
         custom_permissions(u.organization_id, u.roles)
    into organization_id, session_id, user_id, user_status, roles, revoked_at, expires_at, lacks_factor, custom_permissions
    from sessions s join users u on u.organization_id = s.organization_id and u.id = s.user_id
      join organizations o on o.id = s.organization_id
    where s.id = wanted;
  if found then
    perform set_config('app.organization_id', organization_id::text, true);
    return next;
  end if;
end $function$;
alter function begin_session(uuid) owner to inventory_definer;

CREATE OR REPLACE FUNCTION public.claim_due_feeds(poll_interval interval, at_most integer, excluded uuid[])
 RETURNS TABLE(organization_id uuid, id uuid)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select pg_advisory_xact_lock(3, 0);
  with due_organizations as materialized (
    select o.id from organizations o
    where o.id <> all (excluded) and exists (
      select from cloudtrail_feeds f where f.organization_id = o.id and f.next_poll_at <= now())
  ), share as materialized (
    select greatest(1, at_most / greatest(1, count(*)))::integer as feeds from due_organizations
  ), due as (
    select candidate.organization_id, candidate.id from due_organizations o cross join lateral (
      select f.organization_id, f.id, f.next_poll_at from cloudtrail_feeds f
      join aws_accounts a on a.organization_id = f.organization_id and a.id = f.aws_account_id
      join aws_connections c on c.organization_id = a.organization_id and c.id = a.connection_id
      where f.organization_id = o.id and f.next_poll_at <= now()
        and a.included and a.status = 'connected' and c.status <> 'deleting'
      -- Feeds of one account together share the session of its role.
      order by f.next_poll_at, f.aws_account_id limit (select feeds from share)
    ) candidate
    order by candidate.next_poll_at limit at_most
  )
  update cloudtrail_feeds f set next_poll_at = now() + poll_interval
  from due where f.organization_id = due.organization_id and f.id = due.id
  returning f.organization_id, f.id
$function$;
alter function claim_due_feeds(interval,integer,uuid[]) owner to inventory_definer;

CREATE OR REPLACE FUNCTION public.claim_due_subscriptions(at_most integer)
 RETURNS TABLE(organization_id uuid, id uuid)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  update event_subscriptions s set signalled_at = now()
  from (
    select d.organization_id, d.id from event_subscriptions d
    where d.due_at <= now() and (d.signalled_at is null or d.signalled_at < now() - interval '10 seconds')
    order by d.due_at limit at_most for update skip locked) due
  where s.organization_id = due.organization_id and s.id = due.id
  returning s.organization_id, s.id
$function$;
alter function claim_due_subscriptions(integer) owner to inventory_definer;

CREATE OR REPLACE FUNCTION public.claim_hcp_terraform_syncs(sync_interval interval, at_most integer)
 RETURNS TABLE(organization_id uuid, id uuid, name text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select pg_advisory_xact_lock(15, 0);
  with due_organizations as materialized (
    select o.id from organizations o where exists (
      select from hcp_terraform_connections c where c.organization_id = o.id and c.next_sync_at <= now())
  ), share as materialized (
    select greatest(1, at_most / greatest(1, count(*)))::integer as connections from due_organizations
  ), due as (
    select candidate.organization_id, candidate.id from due_organizations o cross join lateral (
      select c.organization_id, c.id, c.next_sync_at from hcp_terraform_connections c
      where c.organization_id = o.id and c.next_sync_at <= now() and not exists (
        select from runs r where r.organization_id = c.organization_id and r.kind = 'sync_hcp_terraform'
          and r.subject_id = c.id and r.status in ('queued', 'running'))
      order by c.next_sync_at limit (select connections from share)
    ) candidate
    order by candidate.next_sync_at limit at_most
  )
  update hcp_terraform_connections c set next_sync_at = now() + sync_interval
  from due where c.organization_id = due.organization_id and c.id = due.id
  returning c.organization_id, c.id, c.hostname || '/' || c.organization_name
$function$;
alter function claim_hcp_terraform_syncs(interval,integer) owner to inventory_definer;

CREATE OR REPLACE FUNCTION public.claim_scm_syncs(sync_interval interval, slow_interval interval, at_most integer)
 RETURNS TABLE(organization_id uuid, id uuid, external_org_slug text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select pg_advisory_xact_lock(4, 0);
  with due_organizations as materialized (
    select o.id from organizations o where exists (
      select from scm_connections c
      where c.organization_id = o.id and c.deleted_at is null and c.next_sync_at <= now())
  ), share as materialized (
    select greatest(1, at_most / greatest(1, count(*)))::integer as connections from due_organizations
  ), due as (
    select candidate.organization_id, candidate.id from due_organizations o cross join lateral (
      select c.organization_id, c.id, c.next_sync_at from scm_connections c
      where c.organization_id = o.id and c.deleted_at is null and c.next_sync_at <= now() and not exists (
        select from runs r where r.organization_id = c.organization_id and r.kind = 'sync_scm_connection'
          and r.subject_id = c.id and r.status in ('queued', 'running'))
      order by c.next_sync_at limit (select connections from share)
    ) candidate
    order by candidate.next_sync_at limit at_most
  )
  update scm_connections c set next_sync_at = now()
    + case when c.status in ('suspended', 'revoked') then greatest(slow_interval, sync_interval) else sync_interval end
  from due where c.organization_id = due.organization_id and c.id = due.id
  returning c.organization_id, c.id, c.external_org_slug
$function$;
alter function claim_scm_syncs(interval,interval,integer) owner to inventory_definer;

CREATE OR REPLACE FUNCTION public.claim_state_detections(detection_interval interval, at_most integer)
 RETURNS TABLE(organization_id uuid, id uuid, full_name text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select pg_advisory_xact_lock(6, 0);
  with due_organizations as materialized (
    select o.id from organizations o where exists (
      select from repositories r where r.organization_id = o.id and r.next_state_detection_at <= now())
  ), share as materialized (
    select greatest(1, at_most / greatest(1, count(*)))::integer as repositories from due_organizations
  ), due as (
    select candidate.organization_id, candidate.id from due_organizations o cross join lateral (
      select r.organization_id, r.id, r.next_state_detection_at from repositories r
      where r.organization_id = o.id and r.next_state_detection_at <= now() and not exists (
        select from runs n where n.organization_id = r.organization_id and n.kind = 'detect_state_sources'
          and n.subject_id = r.id and n.status in ('queued', 'running'))
      order by r.next_state_detection_at limit (select repositories from share)
    ) candidate
    order by candidate.next_state_detection_at limit at_most
  )
  update repositories r set next_state_detection_at = now() + detection_interval
  from due where r.organization_id = due.organization_id and r.id = due.id
  returning r.organization_id, r.id, r.full_name
$function$;
alter function claim_state_detections(interval,integer) owner to inventory_definer;

CREATE OR REPLACE FUNCTION public.claim_state_syncs(sync_interval interval, at_most integer, active_limit integer)
 RETURNS TABLE(organization_id uuid, id uuid, name text, bucket text, key text)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select pg_advisory_xact_lock(5, 0);
  with due_organizations as materialized (
    select o.id from organizations o where exists (
      select from state_sources s where s.organization_id = o.id and s.next_sync_at <= now())
  ), share as materialized (
    select greatest(1, at_most / greatest(1, count(*)))::integer as sources from due_organizations
  ), due as (
    select candidate.organization_id, candidate.id from due_organizations o cross join lateral (
      select s.organization_id, s.id, s.next_sync_at from state_sources s
      where s.organization_id = o.id and s.next_sync_at <= now() and not exists (
        select from runs r where r.organization_id = s.organization_id and r.kind = 'sync_state_source'
          and r.subject_id = s.id and r.status in ('queued', 'running'))
      order by s.next_sync_at limit (select least(share.sources, greatest(0, active_limit - (
        select count(*) from runs a where a.organization_id = o.id and a.kind = 'sync_state_source'
          and a.status in ('queued', 'running')))) from share)
    ) candidate
    order by candidate.next_sync_at limit at_most
  )
  update state_sources s set next_sync_at = now() + sync_interval
  from due where s.organization_id = due.organization_id and s.id = due.id
  returning s.organization_id, s.id, s.name, s.bucket, s.key
$function$;
alter function claim_state_syncs(interval,integer,integer) owner to inventory_definer;

CREATE OR REPLACE FUNCTION public.connections_to_sync(older_than interval, after uuid, at_most integer)
 RETURNS TABLE(organization_id uuid, id uuid, name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select organization_id, id, name from aws_connections
  where kind = 'organization' and deleted_at is null and status <> 'deleting'
    and last_synced_at < now() - older_than and (after is null or id > after)
  order by id limit at_most
$function$;
alter function connections_to_sync(interval,uuid,integer) owner to inventory_definer;

CREATE OR REPLACE FUNCTION public.count_scm_connections()
 RETURNS TABLE(provider text, condition text, connections integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select c.provider, case when c.status <> 'active' then c.status
      when c.unavailable_since is not null then 'unavailable'
      when c.retry_at > now() then 'rate_limited' else 'active' end as condition, count(*)::integer
  from scm_connections c where c.deleted_at is null group by 1, 2
$function$;
alter function count_scm_connections() owner to inventory_definer;

CREATE OR REPLACE FUNCTION public.custom_permissions(of_organization uuid, roles text[])
 RETURNS text[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if array_to_string(roles, ' ') not like '%-%' then return '{}'; end if;
  return (select coalesce(array_agg(distinct p), '{}') from custom_roles c cross join unnest(c.permissions) p
    where c.organization_id = of_organization and c.id::text = any(roles));
end $function$;
alter function custom_permissions(uuid,text[]) owner to inventory_owner;

CREATE OR REPLACE FUNCTION public.delete_github_installation(wanted bigint)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  delete from github_installations where installation_id = wanted
$function$;
alter function delete_github_installation(bigint) owner to inventory_definer;

CREATE OR REPLACE FUNCTION public.delete_old_github_installations(at_most integer)
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with deleted as (
    delete from github_installations where installation_id = any(array(
      select installation_id from github_installations where created_at < now() - interval '7 days'
        order by created_at limit at_most for update skip locked))
    returning installation_id)
  select count(*) from deleted
$function$;
alter function delete_old_github_installations(integer) owner to inventory_definer;

CREATE OR REPLACE FUNCTION public.delete_old_resources(before timestamp with time zone, at_most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  tenant uuid := nullif(current_setting('app.organization_id', true), '')::uuid;
  horizon timestamptz := least(before, now() - interval '30 days');
  removed integer;
begin
  delete from resources r where r.organization_id = tenant and r.id = any(array(
    select o.id from resources o
      where o.organization_id = tenant and o.status = 'deleted' and o.last_changed_at < horizon and o.deleted_at < horizon
        and not exists (select from relationships e where e.organization_id = tenant and e.source_id = o.id)
        and not exists (select from relationships e where e.organization_id = tenant and e.target_id = o.id)
      limit least(at_most, 1000)));
  get diagnostics removed = row_count;
  return removed;
end $function$;
alter function delete_old_resources(timestamp with time zone,integer) owner to inventory_sealer;

CREATE OR REPLACE FUNCTION public.delete_organization(wanted uuid)
 RETURNS TABLE(deleted_slug text, head_sequence bigint, head_hash bytea)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  -- Waits for transactions that insert audit entries, and rejects later ones: their foreign key locks this row.
  select o.slug into deleted_slug from organizations o where o.id = wanted for update;
  if not found then return; end if;
  perform pg_advisory_xact_lock(2, 0);
  while exists (select from audit_entries e where e.organization_id = wanted and e.sequence is null) loop
    perform seal_audit_entries(1000);
  end loop;
  select coalesce(max(h.sequence), 0), coalesce(max(h.hash), '\x') into head_sequence, head_hash
    from audit_chain_heads h where h.organization_id = wanted;
  insert into deleted_organizations (id, slug, head_sequence, head_hash)
    values (wanted, deleted_slug, head_sequence, head_hash);
  delete from audit_entries where organization_id = wanted;
  delete from audit_chain_heads where organization_id = wanted;
  delete from organizations where id = wanted;
  delete from seen_resources where organization_id = wanted;
  delete from resource_search where organization_id = wanted;
  delete from resource_history where organization_id = wanted;
  delete from resource_former_texts where organization_id = wanted;
  delete from resource_tags where organization_id = wanted;
  delete from resource_count_deltas where organization_id = wanted;
  delete from resource_counts where organization_id = wanted;
  delete from resource_pair_counts where organization_id = wanted;
  delete from events where organization_id = wanted;
  delete from event_heads where organization_id = wanted;
  return next;
end $function$;
alter function delete_organization(uuid) owner to inventory_sealer;

CREATE OR REPLACE FUNCTION public.due_event_scans(quiet interval, pause interval, most_calls integer, account uuid, at_most integer)
 RETURNS TABLE(organization_id uuid, aws_account_id uuid, region text, resource_types text[])
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with waiting as materialized (
    select d.organization_id, d.aws_account_id, d.region, d.resource_type, d.last_event_at,
           greatest(d.first_event_at, c.last_complete_begun_at) as first_event_at
    from due_cells d
    join aws_accounts a on a.organization_id = d.organization_id and a.id = d.aws_account_id
    join aws_connections k on k.organization_id = a.organization_id and k.id = a.connection_id
    left join coverage_cells c on c.organization_id = d.organization_id and c.aws_account_id = d.aws_account_id
      and c.region = d.region and c.resource_type = d.resource_type
    where (account is null or d.aws_account_id = account)
      and a.event_scans and a.included and a.status = 'connected' and k.status <> 'deleting'
      and (d.region = 'global' or d.region = any(a.effective_regions))
      and (c.last_complete_begun_at is null or c.last_complete_begun_at < d.last_event_at + interval '1 second')
      and (c.last_event_read_at is null or c.last_event_read_at <= now() - pause)
      and (c.blocked_until is null or c.blocked_until <= now())
      and coalesce(c.calls, 0) <= most_calls
      and (c.outcome is null or c.outcome in ('complete', 'error', 'throttled') or c.last_attempt_at < d.last_event_at)
      and not exists (
        select from scan_accounts s
        where s.organization_id = d.organization_id and s.aws_account_id = d.aws_account_id and s.active)
  ), ready as (
    select w.organization_id, w.aws_account_id, w.region, min(w.first_event_at) as first_event_at,
           array_agg(w.resource_type order by w.resource_type collate "C") as resource_types
    from waiting w group by w.organization_id, w.aws_account_id, w.region
    having max(w.last_event_at) <= now() - quiet or min(w.first_event_at) <= now() - 3 * quiet
  ), next as (
    select distinct on (r.organization_id, r.aws_account_id) r.* from ready r
    order by r.organization_id, r.aws_account_id, r.first_event_at, r.region
  ), numbered as (
    select n.*, row_number() over (partition by n.organization_id order by n.first_event_at) as number from next n
  )
  select n.organization_id, n.aws_account_id, n.region, n.resource_types from numbered n
  order by n.number, n.first_event_at limit at_most
$function$;
alter function due_event_scans(interval,interval,integer,uuid,integer) owner to inventory_definer;

CREATE OR REPLACE FUNCTION public.due_schedules(after uuid, at_most integer)
 RETURNS TABLE(organization_id uuid, aws_account_id uuid, account_id text, name text, interval_minutes integer, wanted boolean, noted_at text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select a.organization_id, a.id, a.account_id, coalesce(a.name, a.account_id),
         coalesce(a.scan_interval_minutes, c.scan_interval_minutes),
         a.included and a.status = 'connected' and a.deleted_at is null and c.status <> 'deleting'
           and c.deleted_at is null,
         a.updated_at::text
  from aws_accounts a join aws_connections c on c.organization_id = a.organization_id and c.id = a.connection_id
  where a.schedule_due and (after is null or a.id > after) order by a.id limit at_most
$function$;
alter function due_schedules(uuid,integer) owner to inventory_definer;

CREATE OR REPLACE FUNCTION public.event_backlog()
 RETURNS TABLE(waiting bigint, oldest_at timestamp with time zone)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select coalesce(sum(w.waiting), 0)::bigint, min(w.oldest_at)
  from event_subscriptions s cross join lateral (
    select count(*) as waiting, min(o.occurred_at) as oldest_at from (
      select e.occurred_at from event_deliveries d
        join events e on e.organization_id = s.organization_id and e.position = any(d.positions)
        where d.organization_id = s.organization_id and d.subscription_id = s.id and d.status = 'pending'
      union all
      select e.occurred_at from delayed_events d
        join events e on e.organization_id = s.organization_id and e.position = d.position
        where d.organization_id = s.organization_id and d.subscription_id = s.id
      union all
      (select e.occurred_at from events e where e.organization_id = s.organization_id and e.position > s.position
        and e.type = any(s.types) order by e.position limit 10000)
    ) o) w
  where s.enabled and s.status <> 'disabled'
$function$;
alter function event_backlog() owner to inventory_definer;

CREATE OR REPLACE FUNCTION public.expired_turns(at_most integer)
 RETURNS TABLE(organization_id uuid, id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select t.organization_id, t.id from ai_turns t
  where t.status = 'running' and t.lease_expires_at < now()
  order by t.lease_expires_at limit at_most
$function$;
alter function expired_turns(integer) owner to inventory_definer;

CREATE OR REPLACE FUNCTION public.find_domain_owner(wanted text)
 RETURNS TABLE(organization_id uuid, is_proven boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select organization_id, proof_ended_at is null from sso_domains
  where domain = wanted and verified_at is not null order by proof_ended_at desc nulls first limit 1
$function$;
alter function find_domain_owner(text) owner to inventory_definer;

CREATE OR REPLACE FUNCTION public.find_email_owner(wanted text)
 RETURNS TABLE(organization_id uuid, user_id uuid, is_verified boolean)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select organization_id, id, email_verified_at is not null from users where email = wanted
$function$;
alter function find_email_owner(text) owner to inventory_definer;

CREATE OR REPLACE FUNCTION public.find_github_connection(wanted bigint)
 RETURNS TABLE(organization_id uuid, id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select organization_id, id from scm_connections where installation_id = wanted and deleted_at is null
$function$;
alter function find_github_connection(bigint) owner to inventory_definer;

CREATE OR REPLACE FUNCTION public.find_github_installer(wanted bigint)
 RETURNS TABLE(sender_id bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select case when bound_at is null then sender_id end from github_installations where installation_id = wanted
$function$;
alter function find_github_installer(bigint) owner to inventory_definer;

CREATE OR REPLACE FUNCTION public.find_invitation(wanted bytea)
 RETURNS TABLE(organization_id uuid, id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select organization_id, id from invitations where token_hash = wanted
$function$;
alter function find_invitation(bytea) owner to inventory_definer;

CREATE OR REPLACE FUNCTION public.find_login(wanted text)
 RETURNS TABLE(organization_id uuid, user_id uuid, password_hash text, user_status text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select organization_id, id, password_hash, status from users where email = wanted
$function$;
alter function find_login(text) owner to inventory_definer;

CREATE OR REPLACE FUNCTION public.find_scm_connection(wanted uuid)
 RETURNS TABLE(organization_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select organization_id from scm_connections where id = wanted and provider = 'gitlab' and deleted_at is null
$function$;
alter function find_scm_connection(uuid) owner to inventory_definer;

CREATE OR REPLACE FUNCTION public.find_sso_clients(wanted_issuer text, wanted_client text)
 RETURNS TABLE(organization_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select organization_id from sso_configurations
  where issuer = wanted_issuer and client_id = wanted_client order by id limit 20
$function$;
alter function find_sso_clients(text,text) owner to inventory_definer;

CREATE OR REPLACE FUNCTION public.find_user_token(wanted bytea, wanted_purpose text)
 RETURNS TABLE(organization_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select organization_id from user_tokens
    where token_hash = wanted and purpose = wanted_purpose and expires_at > now()
$function$;
alter function find_user_token(bytea,text) owner to inventory_definer;

CREATE OR REPLACE FUNCTION public.fold_resource_counts(at_most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  tenant uuid := nullif(current_setting('app.organization_id', true), '')::uuid;
  folded integer;
begin
  if not pg_try_advisory_xact_lock(7, hashtext(tenant::text)) then return 0; end if;
  with taken as (
    delete from resource_count_deltas where organization_id = tenant and id in (
      select id from resource_count_deltas where organization_id = tenant order by id limit at_most)
    returning cell_id, management_state, active, deleted, unobserved
  ), cells as materialized (
    select c.resource_type, c.aws_account_id, c.region, t.management_state,
           sum(active) as active, sum(deleted) as deleted, sum(unobserved) as unobserved, count(*) as rows
      from taken t join search_cells c on c.organization_id = tenant and c.id = t.cell_id
      group by 1, 2, 3, 4
  ), counted as (
    insert into resource_counts
      select tenant, resource_type, aws_account_id, region, management_state, active, deleted, unobserved from cells
    on conflict on constraint resource_counts_pkey do update set
      active = resource_counts.active + excluded.active, deleted = resource_counts.deleted + excluded.deleted,
      unobserved = resource_counts.unobserved + excluded.unobserved
  ), paired as (
    insert into resource_pair_counts
      select tenant, facet, value, other, other_value,
             sum(active) as active, sum(deleted) as deleted, sum(unobserved) as unobserved
        from cells cross join lateral (values
          (0, '', 0, ''),
          (1, resource_type, 0, ''),
          (2, aws_account_id::text, 0, ''),
          (3, region, 0, ''),
          (4, management_state, 0, ''),
          (1, resource_type, 2, aws_account_id::text),
          (1, resource_type, 3, region),
          (1, resource_type, 4, management_state),
          (2, aws_account_id::text, 1, resource_type),
          (2, aws_account_id::text, 3, region),
          (2, aws_account_id::text, 4, management_state),
          (3, region, 1, resource_type),
          (3, region, 2, aws_account_id::text),
          (3, region, 4, management_state)
        ) pair (facet, value, other, other_value)
        group by facet, value, other, other_value
    on conflict on constraint resource_pair_counts_pkey do update set
      active = resource_pair_counts.active + excluded.active,
      deleted = resource_pair_counts.deleted + excluded.deleted,
      unobserved = resource_pair_counts.unobserved + excluded.unobserved
  )
  select coalesce(sum(rows), 0) into folded from cells;
  return folded;
end $function$;
alter function fold_resource_counts(integer) owner to inventory_owner;

CREATE OR REPLACE FUNCTION public.follow_run()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  repeated uuid;
  original uuid;
  unfinished uuid[];
begin
  if new.status = 'running' then
    update scans set status = 'running', started_at = new.started_at
      where organization_id = new.organization_id and id = new.id and status = 'queued';
    return null;
  end if;
  update scan_accounts set active = false
    where organization_id = new.organization_id and scan_id = new.id and active;
  with ended as (
    update scan_tasks set status = case new.status when 'cancelled' then 'cancelled' else 'skipped' end,
                          claimed_by = null, lease_expires_at = null, finished_at = new.finished_at
      where organization_id = new.organization_id and scan_id = new.id and status in ('queued', 'running')
      returning id)
    select array_agg(id) into unfinished from ended;
  delete from seen_resources where organization_id = new.organization_id and task_id = any(unfinished);
  update scans set status = new.status, error = new.error, started_at = new.started_at,
                   finished_at = new.finished_at
    where organization_id = new.organization_id and id = new.id
    returning retry_of_task_id into repeated;
  perform sum_scan(new.organization_id, new.id);
  if repeated is not null then
    update scan_tasks t set
        status = case r.status when 'succeeded' then 'succeeded' when 'skipped' then r.status else 'failed' end,
        attempts = t.attempts + r.attempts, resources_seen = r.resources_seen, created = r.created,
        updated = r.updated, deleted = r.deleted, unchanged = r.unchanged, error_code = r.error_code,
        error = r.error, failures = r.failures, finished_at = new.finished_at
      from scan_tasks r
      where t.organization_id = new.organization_id and t.id = repeated
        and r.organization_id = new.organization_id and r.scan_id = new.id and r.service = t.service
        and r.status in ('succeeded', 'failed');
    update scan_tasks set status = 'failed'
      where organization_id = new.organization_id and id = repeated and status = 'queued';
    select scan_id into original from scan_tasks
      where organization_id = new.organization_id and id = repeated;
    perform sum_scan(new.organization_id, original);
    update scans set status = case when tasks_failed = 0 then 'succeeded' else status end
      where organization_id = new.organization_id and id = original and status in ('partial', 'failed');
  end if;
  return null;
end $function$;
alter function follow_run() owner to inventory_owner;

CREATE OR REPLACE FUNCTION public.has_signed_in_from(wanted text, wanted_block text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select exists (
    select from users u join sessions s on s.organization_id = u.organization_id and s.user_id = u.id
      where u.email = wanted and s.ip_block = wanted_block)
$function$;
alter function has_signed_in_from(text,text) owner to inventory_definer;

CREATE OR REPLACE FUNCTION public.increase_version()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    begin
      new.version := old.version + 1;
      return new;
    end $function$;
alter function increase_version() owner to inventory_owner;

CREATE OR REPLACE FUNCTION public.index_deleted_resources()
 RETURNS trigger
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_custom_plan'
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not exists (select from removed) then return null; end if;
  with gone as (
    delete from resource_search s using removed o
      where s.organization_id = o.organization_id and s.resource_id = o.id
      returning s.organization_id, s.cell_id, o.management_state, o.status
  )
  insert into resource_count_deltas (organization_id, cell_id, management_state, active, deleted, unobserved)
    select organization_id, cell_id, management_state,
           -count(*) filter (where status = 'active'), -count(*) filter (where status = 'deleted'),
           -count(*) filter (where status = 'unobserved')
      from gone group by 1, 2, 3;
  delete from resource_history h using removed o where h.organization_id = o.organization_id and h.resource_id = o.id;
  delete from resource_former_texts f using removed o
    where f.organization_id = o.organization_id and f.resource_id = o.id;
  delete from resource_tags t using removed o where t.organization_id = o.organization_id and t.resource_id = o.id;
  return null;
end $function$;
alter function index_deleted_resources() owner to inventory_owner;

CREATE OR REPLACE FUNCTION public.index_documents()
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select gin_clean_pending_list('resource_documents_configuration_index')
$function$;
alter function index_documents() owner to inventory_owner;

CREATE OR REPLACE FUNCTION public.index_first_tags()
 RETURNS trigger
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_custom_plan'
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare size bigint := (select count(*) from documents where tags <> '{}');
begin
  if size = 0 then return null; end if;
  insert into resource_tags (organization_id, resource_id, key, value, valid_from)
    select d.organization_id, d.resource_id, left(t.key, 200), left(coalesce(t.value, ''), 400),
           coalesce(v.observed_at, r.last_changed_at)
      from (select * from documents where tags <> '{}' limit size) d
      join resources r on r.organization_id = d.organization_id and r.id = d.resource_id
      left join resource_revisions v on v.organization_id = d.organization_id
        and v.resource_id = d.resource_id and v.revision = d.revision
      cross join lateral jsonb_each_text(d.tags) t
    on conflict do nothing;
  return null;
end $function$;
alter function index_first_tags() owner to inventory_owner;

CREATE OR REPLACE FUNCTION public.index_inserted_resources()
 RETURNS trigger
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_custom_plan'
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare size bigint := (select count(*) from inserted);
begin
  if size = 0 then return null; end if;
  insert into search_cells (organization_id, resource_type, aws_account_id, region)
    select distinct n.organization_id, n.resource_type, n.aws_account_id, n.region from inserted n
      where not exists (
        select from search_cells c where c.organization_id = n.organization_id and c.resource_type = n.resource_type
          and c.aws_account_id = n.aws_account_id and c.region = n.region)
      order by 1, 2, 3, 4
    on conflict do nothing;
  with placed as materialized (
    select n.*, c.id as cell_id from inserted n join search_cells c on c.organization_id = n.organization_id
      and c.resource_type = n.resource_type and c.aws_account_id = n.aws_account_id and c.region = n.region
      limit size
  ), dated as (
    insert into resource_history
        (organization_id, resource_id, valid_from, cell_id, status, last_changed_at, deleted_at, name)
      select organization_id, id, first_discovered_at, cell_id,
             (case status when 'active' then 1 when 'deleted' then 2 when 'unobserved' then 3 end)::smallint,
             last_changed_at, deleted_at, coalesce(name, '') from placed
  ), counted as (
    insert into resource_count_deltas
        (organization_id, cell_id, management_state, active, deleted, unobserved)
      select organization_id, cell_id, management_state,
             count(*) filter (where status = 'active'), count(*) filter (where status = 'deleted'),
             count(*) filter (where status = 'unobserved')
        from placed group by 1, 2, 3
  )
  insert into resource_search (organization_id, resource_id, cell_id, status, management_state, text)
    select organization_id, id, cell_id,
           (case status when 'active' then 1 when 'deleted' then 2 when 'unobserved' then 3 end)::smallint,
           (case management_state when 'managed' then 1 when 'unmanaged' then 2 when 'child' then 3
             when 'default' then 4 when 'ignored' then 5 when 'unknown' then 6 end)::smallint,
           lower(normalize(concat_ws(chr(1),
             case when strpos(placed.native_id || chr(1) || coalesce(placed.arn, ''), placed.name) = 0
               then placed.name end,
             case when strpos(coalesce(placed.arn, ''), placed.native_id) = 0 then placed.native_id end,
             placed.arn))) from placed;
  return null;
end $function$;
alter function index_inserted_resources() owner to inventory_owner;

CREATE OR REPLACE FUNCTION public.index_search_texts(at_most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  tenant uuid := nullif(current_setting('app.organization_id', true), '')::uuid;
  done integer;
begin
  update resource_search s set indexed = true
    where organization_id = tenant and resource_id in (
      select resource_id from resource_search where organization_id = tenant and not indexed
        order by resource_id limit at_most for update skip locked);
  get diagnostics done = row_count;
  return done;
end $function$;
alter function index_search_texts(integer) owner to inventory_owner;

CREATE OR REPLACE FUNCTION public.index_tags()
 RETURNS trigger
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_custom_plan'
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare size bigint := (select count(*) from documents);
begin
  if size = 0 then return null; end if;
  with given as materialized (
    select d.organization_id, d.resource_id, left(t.key, 200) as key, min(left(coalesce(t.value, ''), 400)) as value
      from documents d cross join lateral jsonb_each_text(d.tags) t
      where d.tags <> '{}' group by 1, 2, 3
  ), dated as materialized (
    select d.organization_id, d.resource_id, greatest(
        coalesce(
          (select v.observed_at from resource_revisions v where v.organization_id = d.organization_id
            and v.resource_id = d.resource_id and v.revision = d.revision),
          r.last_changed_at),
        (select max(t.valid_from) from resource_tags t
          where t.organization_id = d.organization_id and t.resource_id = d.resource_id)) as at
      from documents d join resources r on r.organization_id = d.organization_id and r.id = d.resource_id
      limit size
  ), dropped as (
    select o.organization_id, o.resource_id, o.key, o.valid_from, dated.at
      from dated join resource_tags o on o.organization_id = dated.organization_id
        and o.resource_id = dated.resource_id and o.valid_to = 'infinity'
      left join given g on g.organization_id = o.organization_id and g.resource_id = o.resource_id
        and g.key = o.key and g.value = o.value
      where g.key is null and not (o.valid_from = dated.at and exists (
        select from given again where again.organization_id = o.organization_id
          and again.resource_id = o.resource_id and again.key = o.key))
  ), closed as (
    update resource_tags t set valid_to = d.at from dropped d
      where t.organization_id = d.organization_id and t.resource_id = d.resource_id and t.key = d.key
        and t.valid_from = d.valid_from
  )
  insert into resource_tags (organization_id, resource_id, key, value, valid_from)
    select g.organization_id, g.resource_id, g.key, g.value, dated.at
      from given g join dated on dated.organization_id = g.organization_id and dated.resource_id = g.resource_id
      where not exists (
        select from resource_tags t where t.organization_id = g.organization_id
          and t.resource_id = g.resource_id and t.key = g.key and t.value = g.value and t.valid_to = 'infinity')
    on conflict on constraint resource_tags_pkey do update
      set value = excluded.value, valid_to = excluded.valid_to;
  return null;
end $function$;
alter function index_tags() owner to inventory_owner;

CREATE OR REPLACE FUNCTION public.index_updated_resources()
 RETURNS trigger
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_custom_plan'
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare size bigint := (select count(*) from changed_to);
begin
  if size = 0 then return null; end if;
  with moved as materialized (
    select n.organization_id, n.id, s.cell_id,
           o.status as old_status, o.management_state as old_management_state,
           lower(normalize(concat_ws(chr(1),
             case when strpos(o.native_id || chr(1) || coalesce(o.arn, ''), o.name) = 0 then o.name end,
             case when strpos(coalesce(o.arn, ''), o.native_id) = 0 then o.native_id end, o.arn))) as old_text,
           n.status, n.management_state, n.last_changed_at, n.deleted_at, coalesce(n.name, '') as name,
           lower(normalize(concat_ws(chr(1),
             case when strpos(n.native_id || chr(1) || coalesce(n.arn, ''), n.name) = 0 then n.name end,
             case when strpos(coalesce(n.arn, ''), n.native_id) = 0 then n.native_id end, n.arn))) as text,
           (o.status, o.management_state) <> (n.status, n.management_state) as counted_anew,
           lower(normalize(concat_ws(chr(1),
             case when strpos(o.native_id || chr(1) || coalesce(o.arn, ''), o.name) = 0 then o.name end,
             case when strpos(coalesce(o.arn, ''), o.native_id) = 0 then o.native_id end, o.arn)))
             <> lower(normalize(concat_ws(chr(1),
             case when strpos(n.native_id || chr(1) || coalesce(n.arn, ''), n.name) = 0 then n.name end,
             case when strpos(coalesce(n.arn, ''), n.native_id) = 0 then n.native_id end, n.arn))) as renamed,
           (o.status, o.last_changed_at, o.deleted_at, o.name)
             is distinct from (n.status, n.last_changed_at, n.deleted_at, n.name) as versioned,
           (o.resource_type, o.aws_account_id, o.region, o.native_id)
             is distinct from (n.resource_type, n.aws_account_id, n.region, n.native_id) as misplaced,
           case when n.last_changed_at > o.last_changed_at then n.last_changed_at
                when n.deleted_at is distinct from o.deleted_at and n.deleted_at is not null then n.deleted_at
                else now() end as at
      from changed_to n
      join changed_from o on o.organization_id = n.organization_id and o.id = n.id
      join resource_search s on s.organization_id = n.organization_id and s.resource_id = n.id
      limit size
  ), counted as (
    insert into resource_count_deltas (organization_id, cell_id, management_state, active, deleted, unobserved)
      select m.organization_id, m.cell_id, side.management_state,
             sum(side.active), sum(side.deleted), sum(side.unobserved)
        from moved m cross join lateral (values
          (m.old_management_state, -(m.old_status = 'active')::integer, -(m.old_status = 'deleted')::integer,
           -(m.old_status = 'unobserved')::integer),
          (m.management_state, (m.status = 'active')::integer, (m.status = 'deleted')::integer,
           (m.status = 'unobserved')::integer)
        ) side (management_state, active, deleted, unobserved)
        where m.counted_anew group by 1, 2, 3
        having sum(side.active) <> 0 or sum(side.deleted) <> 0 or sum(side.unobserved) <> 0
  ), searched as (
    update resource_search s
      set status = (case m.status when 'active' then 1 when 'deleted' then 2 when 'unobserved' then 3 end)::smallint,
          management_state = (case m.management_state when 'managed' then 1 when 'unmanaged' then 2 when 'child' then 3
            when 'default' then 4 when 'ignored' then 5 when 'unknown' then 6 end)::smallint,
          text = m.text, indexed = s.indexed and not m.renamed
      from moved m where s.organization_id = m.organization_id and s.resource_id = m.id
        and (m.counted_anew or m.renamed)
  ), former as (
    insert into resource_former_texts (organization_id, resource_id, valid_from, valid_to, text)
      select m.organization_id, m.id, coalesce(
          (select max(f.valid_to) from resource_former_texts f
            where f.organization_id = m.organization_id and f.resource_id = m.id), '-infinity'), m.at, m.old_text
        from moved m where m.renamed
      on conflict do nothing
  ), replaced as (
    update resource_history h
      set status = (case m.status when 'active' then 1 when 'deleted' then 2 when 'unobserved' then 3 end)::smallint,
          last_changed_at = m.last_changed_at, deleted_at = m.deleted_at, name = m.name
      from moved m where m.versioned and h.organization_id = m.organization_id and h.resource_id = m.id
        and h.valid_to = 'infinity' and h.valid_from >= m.at
  ), closed as (
    update resource_history h set valid_to = m.at
      from moved m where m.versioned and h.organization_id = m.organization_id and h.resource_id = m.id
        and h.valid_to = 'infinity' and h.valid_from < m.at
      returning m.*
  ), opened as (
    insert into resource_history
        (organization_id, resource_id, valid_from, cell_id, status, last_changed_at, deleted_at, name)
      select organization_id, id, at, cell_id,
             (case status when 'active' then 1 when 'deleted' then 2 when 'unobserved' then 3 end)::smallint,
             last_changed_at, deleted_at, name
        from closed
  )
  select count(*) filter (where misplaced) into size from moved;
  if size > 0 then raise exception 'cannot change the account, region, type or native id of a resource'; end if;
  return null;
end $function$;
alter function index_updated_resources() owner to inventory_owner;

CREATE OR REPLACE FUNCTION public.inference_queue_rows(at_most integer)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select count(*)::integer from (select from inference_queue limit at_most) counted
$function$;
alter function inference_queue_rows(integer) owner to inventory_definer;

CREATE OR REPLACE FUNCTION public.inference_queues()
 RETURNS TABLE(condition text, organizations integer, oldest_seconds double precision)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with recursive queued as (
    (select q.organization_id, q.created_at from inference_queue q order by q.organization_id, q.id limit 1)
    union all
    select n.organization_id, n.created_at
    from queued c cross join lateral (
      select q.organization_id, q.created_at from inference_queue q where q.organization_id > c.organization_id
      order by q.organization_id, q.id limit 1) n
  )
  select case
      when exists (select from runs r where r.organization_id = o.organization_id and r.kind = 'infer_memberships'
        and r.status in ('queued', 'running')) then 'running'
      when (select r.status from runs r where r.organization_id = o.organization_id and r.kind = 'infer_memberships'
        and r.finished_at > now() - interval '1 day' order by r.finished_at desc limit 1) <> 'succeeded' then 'failed'
      else 'waiting' end as condition,
    count(*)::integer, extract(epoch from now() - min(o.created_at))::float8
  from queued o group by 1
$function$;
alter function inference_queues() owner to inventory_definer;

CREATE OR REPLACE FUNCTION public.number_events(at_most integer, close_seconds double precision, slack_seconds double precision)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
declare numbered integer;
begin
  if not pg_try_advisory_xact_lock(18, 0) then return 0; end if;
  with recursive tenants as (
    (select e.organization_id from events e where e.position is null order by e.organization_id limit 1)
    union all
    select (select e.organization_id from events e
      where e.position is null and e.organization_id > t.organization_id order by e.organization_id limit 1)
    from tenants t where t.organization_id is not null
  ), batch as materialized (
    select n.organization_id, n.row_id, n.id, n.type,
           row_number() over (partition by n.organization_id order by n.transaction_id, n.id) as place,
           count(*) over (partition by n.organization_id) as size
    from tenants t cross join lateral (
      select e.organization_id, e.ctid as row_id, e.id, e.type, e.transaction_id from events e
      where e.organization_id = t.organization_id and e.position is null
      order by e.transaction_id, e.id limit at_most) n
    where t.organization_id is not null
  ), heads as (
    insert into event_heads as h (organization_id, position)
      select b.organization_id, b.size from batch b where b.place = 1 order by 1
      on conflict on constraint event_heads_pkey do update set position = h.position + excluded.position
      returning h.organization_id, h.position
  ), placed as (
    update events e set position = h.position - b.size + b.place
      from batch b join heads h on h.organization_id = b.organization_id
      where e.ctid = b.row_id
      returning e.id
  ), wanted as (
    select u.organization_id, u.id, case when u.kind = 'slack' then slack_seconds
             when sum(c.count) >= 100 then 0 else close_seconds end as seconds
      from (select b.organization_id, b.type, count(*) as count from batch b group by 1, 2) c
      join event_subscriptions u on u.organization_id = c.organization_id and c.type = any(u.types)
      where u.enabled and u.status <> 'disabled' group by u.organization_id, u.id, u.kind
  ), made_due as (
    update event_subscriptions u set due_at = least(u.due_at, now() + make_interval(secs => w.seconds))
      from wanted w where u.organization_id = w.organization_id and u.id = w.id
  )
  select count(*) into numbered from placed;
  return numbered;
end $function$;
alter function number_events(integer,double precision,double precision) owner to inventory_definer;

CREATE OR REPLACE FUNCTION public.oldest_active_runs()
 RETURNS TABLE(kind text, age_seconds double precision)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select kind, extract(epoch from now() - min(created_at))::double precision from runs
  where status in ('queued', 'running') group by kind
$function$;
alter function oldest_active_runs() owner to inventory_definer;

CREATE OR REPLACE FUNCTION public.organization_ids()
 RETURNS TABLE(id uuid, slug text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select id, slug from organizations order by id
$function$;
alter function organization_ids() owner to inventory_definer;

CREATE OR REPLACE FUNCTION public.organizations_to_count(pause interval)
 RETURNS TABLE(organization_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select c.organization_id from query_counts c
    where c.requested_at > coalesce(c.begun_at, '-infinity') and coalesce(c.begun_at, '-infinity') <= now() - pause
$function$;
alter function organizations_to_count(interval) owner to inventory_definer;

CREATE OR REPLACE FUNCTION public.organizations_to_index()
 RETURNS TABLE(organization_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select o.id from organizations o
    where exists (select from resource_count_deltas d where d.organization_id = o.id)
       or exists (select from resource_search s where s.organization_id = o.id and not s.indexed)
$function$;
alter function organizations_to_index() owner to inventory_definer;

CREATE OR REPLACE FUNCTION public.organizations_to_infer()
 RETURNS TABLE(organization_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select o.id from organizations o
    where exists (select from inference_queue q where q.organization_id = o.id)
      and not exists (select from runs r where r.organization_id = o.id and r.kind = 'infer_memberships'
        and r.status in ('queued', 'running'))
$function$;
alter function organizations_to_infer() owner to inventory_definer;

CREATE OR REPLACE FUNCTION public.organizations_with_due_domains(before timestamp with time zone)
 RETURNS TABLE(id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select distinct organization_id from sso_domains
  where verified_at is not null and proof_ended_at is null and checked_at < before
$function$;
alter function organizations_with_due_domains(timestamp with time zone) owner to inventory_definer;

CREATE OR REPLACE FUNCTION public.organizations_with_queued_deliveries(older_than interval, after uuid, at_most integer)
 RETURNS TABLE(organization_id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select o.id from organizations o
  where (after is null or o.id > after) and exists (
    select from scm_deliveries d
    where d.organization_id = o.id and d.status = 'queued' and d.received_at < now() - older_than)
  order by o.id limit at_most
$function$;
alter function organizations_with_queued_deliveries(interval,uuid,integer) owner to inventory_definer;

CREATE OR REPLACE FUNCTION public.pending_github_claims(wanted bigint, claimant bigint)
 RETURNS TABLE(organization_id uuid, id uuid)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select organization_id, id from scm_install_states
  where installation_id = wanted and github_user_id = claimant and claimed_at > now() - interval '10 minutes'
  order by claimed_at
$function$;
alter function pending_github_claims(bigint,bigint) owner to inventory_definer;

CREATE OR REPLACE FUNCTION public.property_candidate_ids(types text[], required jsonb, at_most integer)
 RETURNS SETOF uuid
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET enable_seqscan TO 'off'
 SET enable_indexscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  tenant uuid := nullif(current_setting('app.organization_id', true), '')::uuid;
  cells integer[] := array(select c.id from search_cells c where c.organization_id = tenant and c.resource_type = any(types));
  conditions text := (
    select string_agg('(' || (
      select coalesce(string_agg(format('d.configuration @> %L::jsonb', document), ' or '), 'false')
      from jsonb_array_elements(documents) document
    ) || ')', ' and ') from jsonb_array_elements(required) documents);
begin
  return query execute format(
    'with found as materialized (
       select d.resource_id from resource_documents d where d.organization_id = $1 and %s limit 2 * $3 + 1
     ), counted as materialized (select count(*) > 2 * $3 as are_many from found)
     select null::uuid from generate_series(1, $3) where (select are_many from counted)
     union all
     (select f.resource_id from found f join resource_search s on s.organization_id = $1 and s.resource_id = f.resource_id
      where s.cell_id = any($2) and not (select are_many from counted) limit $3)', coalesce(conditions, 'false'))
    using tenant, cells, at_most;
end $function$;
alter function property_candidate_ids(text[],jsonb,integer) owner to inventory_definer;

CREATE OR REPLACE FUNCTION public.prune_audit_entries(at_most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  tenant uuid := nullif(current_setting('app.organization_id', true), '')::uuid;
  horizon timestamptz := now() - make_interval(days => coalesce((select retention_days from audit_settings), 400));
  chain audit_chain_heads;
  last audit_entries;
  removed integer;
begin
  select * into chain from audit_chain_heads h where h.organization_id = tenant for update;
  if not found then return 0; end if;
  select e.* into last from audit_entries e
    where e.organization_id = tenant
      and e.sequence > chain.pruned_sequence and e.sequence <= chain.pruned_sequence + least(at_most, 1000)
      and e.occurred_at < horizon
      and not exists (
        select from audit_entries younger
        where younger.organization_id = tenant and younger.sequence > chain.pruned_sequence
          and younger.sequence < e.sequence and younger.occurred_at >= horizon)
    order by e.sequence desc limit 1;
  if not found then return 0; end if;
  delete from audit_entries e where e.organization_id = tenant and e.sequence <= last.sequence;
  get diagnostics removed = row_count;
  update audit_chain_heads h set pruned_sequence = last.sequence, pruned_hash = last.hash
    where h.organization_id = tenant;
  return removed;
end $function$;
alter function prune_audit_entries(integer) owner to inventory_sealer;

CREATE OR REPLACE FUNCTION public.queue_inserted_resources()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into inference_queue (organization_id, kind, subject_id)
    select n.organization_id, 'resource', n.id from inserted n;
  return null;
end $function$;
alter function queue_inserted_resources() owner to inventory_owner;

CREATE OR REPLACE FUNCTION public.queue_updated_resources()
 RETURNS trigger
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_custom_plan'
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare size bigint := (select count(*) from changed_to);
begin
  if size = 0 then return null; end if;
  insert into inference_queue (organization_id, kind, subject_id)
    select n.organization_id, 'resource', n.id
      from changed_to n join changed_from o on o.organization_id = n.organization_id and o.id = n.id
      where (o.status, o.name, o.management_state in ('child', 'default', 'ignored'))
        is distinct from (n.status, n.name, n.management_state in ('child', 'default', 'ignored'))
      limit size;
  return null;
end $function$;
alter function queue_updated_resources() owner to inventory_owner;

CREATE OR REPLACE FUNCTION public.queue_updated_tags()
 RETURNS trigger
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_custom_plan'
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare size bigint := (select count(*) from documents_to);
begin
  if size = 0 then return null; end if;
  insert into inference_queue (organization_id, kind, subject_id)
    select n.organization_id, 'resource', n.resource_id
      from documents_to n
      join documents_from o on o.organization_id = n.organization_id and o.resource_id = n.resource_id
      where o.tags <> n.tags limit size;
  return null;
end $function$;
alter function queue_updated_tags() owner to inventory_owner;

CREATE OR REPLACE FUNCTION public.record_account_status()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into events (organization_id, type, aws_account_id, data)
    values (new.organization_id, 'account.status_changed', new.id, jsonb_build_object(
      'account', jsonb_build_object('id', new.id, 'name', coalesce(new.name, new.account_id), 'aws_account_id', new.id,
      'account_id', new.account_id, 'url', '/api/v1/aws/accounts/' || new.id),
      'from', old.status, 'to', new.status));
  return null;
end $function$;
alter function record_account_status() owner to inventory_owner;

CREATE OR REPLACE FUNCTION public.record_audit_events()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into events (organization_id, type, occurred_at, data)
    select e.organization_id, 'audit.entry', e.occurred_at, jsonb_strip_nulls(jsonb_build_object(
      'entry', jsonb_build_object('id', e.id, 'name', e.action, 'url', '/api/v1/organization/audit-log'),
      'action', e.action, 'outcome', e.outcome,
      'actor', jsonb_build_object('type', e.actor_type, 'id', e.actor_id, 'name', e.actor_name),
      'target', jsonb_build_object('type', e.target_type, 'id', e.target_id, 'name', e.target_name)))
    from inserted e;
  return null;
end $function$;
alter function record_audit_events() owner to inventory_owner;

CREATE OR REPLACE FUNCTION public.record_change_events()
 RETURNS trigger
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_custom_plan'
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare size bigint := (select count(*) from inserted);
begin
  if size = 0 then return null; end if;
  insert into events (organization_id, type, resource_id, aws_account_id, data)
    select c.organization_id, 'resource.' || c.kind, c.resource_id, c.aws_account_id,
      jsonb_build_object('resource', jsonb_build_object('id', r.id, 'name', coalesce(r.name, r.native_id), 'type', r.resource_type,
      'aws_account_id', r.aws_account_id, 'account_id', a.account_id, 'region', r.region,
      'url', '/api/v1/resources/' || r.id),
        'change_id', c.id, 'kind', c.kind, 'changed_paths', to_jsonb(c.paths[1:20]))
    from (select * from inserted limit size) c
    join resources r on r.organization_id = c.organization_id and r.id = c.resource_id
    join aws_accounts a on a.organization_id = c.organization_id and a.id = c.aws_account_id;
  return null;
end $function$;
alter function record_change_events() owner to inventory_owner;

CREATE OR REPLACE FUNCTION public.record_connection_status()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into events (organization_id, type, aws_account_id, data)
    values (new.organization_id, 'connection.status_changed', null, jsonb_build_object(
      'connection', jsonb_build_object('id', new.id, 'name', new.name, 'type', new.kind, 'url', '/api/v1/aws/connections/' || new.id),
      'from', old.status, 'to', new.status));
  return null;
end $function$;
alter function record_connection_status() owner to inventory_owner;

CREATE OR REPLACE FUNCTION public.record_drift_events()
 RETURNS trigger
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_custom_plan'
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare size bigint := (select count(*) from inserted);
begin
  if size = 0 then return null; end if;
  insert into events (organization_id, type, resource_id, aws_account_id, data)
    select d.organization_id, case d.kind when 'drifted' then 'resource.drifted' else 'resource.drift_resolved' end,
      d.resource_id, r.aws_account_id,
      jsonb_strip_nulls(jsonb_build_object('resource', jsonb_build_object('id', r.id, 'name', coalesce(r.name, r.native_id), 'type', r.resource_type,
      'aws_account_id', r.aws_account_id, 'account_id', a.account_id, 'region', r.region,
      'url', '/api/v1/resources/' || r.id),
        'attributes', to_jsonb(d.attributes[1:100]), 'cause', d.cause))
    from (select * from inserted limit size) d
    join resources r on r.organization_id = d.organization_id and r.id = d.resource_id
    join aws_accounts a on a.organization_id = r.organization_id and a.id = r.aws_account_id;
  return null;
end $function$;
alter function record_drift_events() owner to inventory_owner;

CREATE OR REPLACE FUNCTION public.record_freshness()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into account_freshness (organization_id, aws_account_id, recorded_at, last_successful_scan_at)
    select c.organization_id, c.aws_account_id, now(), min(c.last_complete_at)
      from scan_accounts a
      join coverage_cells c on c.organization_id = a.organization_id and c.aws_account_id = a.aws_account_id
      where a.organization_id = new.organization_id and a.scan_id = new.id
        and c.last_attempt_at >= new.started_at and c.last_complete_at is not null
        and c.outcome <> 'blocked_by_scp'
      group by 1, 2
    on conflict on constraint account_freshness_pkey do update
      set last_successful_scan_at = excluded.last_successful_scan_at;
  return null;
end $function$;
alter function record_freshness() owner to inventory_owner;

CREATE OR REPLACE FUNCTION public.record_github_installation(installation bigint, account bigint, login text, sender bigint)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  insert into github_installations as i (installation_id, account_id, account_login, sender_id)
  values (installation, account, login, sender)
  on conflict (installation_id) do update set account_login = excluded.account_login
  returning i.bound_at is null
$function$;
alter function record_github_installation(bigint,bigint,text,bigint) owner to inventory_definer;

CREATE OR REPLACE FUNCTION public.record_opened_issues()
 RETURNS trigger
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_custom_plan'
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare size bigint := (select count(*) from inserted);
begin
  if size = 0 then return null; end if;
  insert into events (organization_id, type, resource_id, aws_account_id, data)
    select i.organization_id, 'ownership_issue.opened', r.id, r.aws_account_id, jsonb_strip_nulls(jsonb_build_object(
      'issue', jsonb_build_object('id', i.id, 'name', i.detail, 'kind', i.kind,
        'url', '/api/v1/ownership/issues$1target_id=' || i.target_id),
      'target', jsonb_build_object('type', i.target_type, 'id', i.target_id)))
    from (select * from inserted limit size) i
    left join resources r on i.target_type = 'resource' and r.organization_id = i.organization_id and r.id = i.target_id;
  return null;
end $function$;
alter function record_opened_issues() owner to inventory_owner;

CREATE OR REPLACE FUNCTION public.record_resolved_issues()
 RETURNS trigger
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_custom_plan'
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare size bigint := (select count(*) from changed_to);
begin
  if size = 0 then return null; end if;
  insert into events (organization_id, type, resource_id, aws_account_id, data)
    select i.organization_id, 'ownership_issue.resolved', r.id, r.aws_account_id, jsonb_strip_nulls(jsonb_build_object(
      'issue', jsonb_build_object('id', i.id, 'name', i.detail, 'kind', i.kind,
        'url', '/api/v1/ownership/issues$2target_id=' || i.target_id),
      'target', jsonb_build_object('type', i.target_type, 'id', i.target_id)))
    from (select n.* from changed_to n join changed_from o on o.organization_id = n.organization_id and o.id = n.id
      where o.resolved_at is null and n.resolved_at is not null limit size) i
    left join resources r on i.target_type = 'resource' and r.organization_id = i.organization_id and r.id = i.target_id;
  return null;
end $function$;
alter function record_resolved_issues() owner to inventory_owner;

CREATE OR REPLACE FUNCTION public.record_rule_events()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into events (organization_id, type, data)
    values (new.organization_id, 'rule.suspended', jsonb_build_object('rule', jsonb_build_object(
      'id', new.id, 'name', new.name, 'url', '/api/v1/inference-rules/' || new.id)));
  return null;
end $function$;
alter function record_rule_events() owner to inventory_owner;

CREATE OR REPLACE FUNCTION public.record_scan_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into events (organization_id, type, aws_account_id, data)
    select s.organization_id, 'scan.finished', s.aws_account_id, jsonb_build_object(
      'scan', jsonb_build_object('id', s.id, 'name', s.trigger || ' scan', 'type', s.trigger,
        'url', '/api/v1/scans/' || s.id),
      'status', s.status, 'counts', jsonb_build_object('seen', s.seen, 'created', s.created, 'updated', s.updated,
        'deleted', s.deleted, 'unchanged', s.unchanged),
      'failures', s.tasks_failed)
    from scans s where s.organization_id = new.organization_id and s.id = new.id;
  return null;
end $function$;
alter function record_scan_event() owner to inventory_owner;

CREATE OR REPLACE FUNCTION public.record_scm_connection_status()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into events (organization_id, type, aws_account_id, data)
    values (new.organization_id, 'scm_connection.status_changed', null, jsonb_build_object(
      'scm_connection', jsonb_build_object('id', new.id, 'name', new.external_org_slug, 'type', new.provider,
      'url', '/api/v1/scm/connections/' || new.id),
      'from', old.status, 'to', new.status));
  return null;
end $function$;
alter function record_scm_connection_status() owner to inventory_owner;

CREATE OR REPLACE FUNCTION public.record_state_source_status()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  insert into events (organization_id, type, aws_account_id, data)
    values (new.organization_id, 'state_source.status_changed', new.aws_account_id, jsonb_build_object(
      'state_source', jsonb_build_object('id', new.id, 'name', coalesce(new.name, new.bucket || '/' || new.key, new.external_id, new.id::text),
      'type', new.kind, 'url', '/api/v1/state-sources/' || new.id),
      'from', case when old.disabled then 'disabled' else old.status end, 'to', case when new.disabled then 'disabled' else new.status end));
  return null;
end $function$;
alter function record_state_source_status() owner to inventory_owner;

CREATE OR REPLACE FUNCTION public.scan_schedules(after uuid, at_most integer)
 RETURNS TABLE(organization_id uuid, aws_account_id uuid, account_id text, name text, interval_minutes integer, wanted boolean, noted_at text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select a.organization_id, a.id, a.account_id, coalesce(a.name, a.account_id),
         coalesce(a.scan_interval_minutes, c.scan_interval_minutes),
         a.included and a.status = 'connected' and a.deleted_at is null and c.status <> 'deleting'
           and c.deleted_at is null,
         a.updated_at::text
  from aws_accounts a join aws_connections c on c.organization_id = a.organization_id and c.id = a.connection_id
  where after is null or a.id > after order by a.id limit at_most
$function$;
alter function scan_schedules(uuid,integer) owner to inventory_definer;

CREATE OR REPLACE FUNCTION public.scm_delivery_queue()
 RETURNS TABLE(deliveries integer, oldest_seconds double precision)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select count(*)::integer, coalesce(extract(epoch from now() - min(received_at)), 0)::float8
  from scm_deliveries where status = 'queued'
$function$;
alter function scm_delivery_queue() owner to inventory_definer;

CREATE OR REPLACE FUNCTION public.seal_audit_entries(at_most integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  entry audit_entries;
  head audit_chain_heads;
  sealed integer := 0;
begin
  if not pg_try_advisory_xact_lock(2, 0) then return 0; end if;
  for entry in
    select * from audit_entries where sequence is null order by transaction_id, id limit at_most
  loop
    insert into audit_chain_heads (organization_id) values (entry.organization_id) on conflict do nothing;
    select * into head from audit_chain_heads h where h.organization_id = entry.organization_id for update;
    head.hash := audit_entry_hash(head.hash, head.sequence + 1, entry);
    update audit_entries e set sequence = head.sequence + 1, hash = head.hash
      where e.organization_id = entry.organization_id and e.id = entry.id and e.sequence is null;
    if found then
      update audit_chain_heads h set sequence = head.sequence + 1, hash = head.hash
        where h.organization_id = entry.organization_id;
      sealed := sealed + 1;
    end if;
  end loop;
  return sealed;
end $function$;
alter function seal_audit_entries(integer) owner to inventory_sealer;

CREATE OR REPLACE FUNCTION public.search_text_counts(given text, by_index boolean, without boolean, by_management boolean)
 RETURNS TABLE(cell_id integer, management_state smallint, active bigint, deleted bigint, unobserved bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER ROWS 50000
 SET plan_cache_mode TO 'force_custom_plan'
 SET work_mem TO '64MB'
 SET enable_seqscan TO 'off'
 SET max_parallel_workers_per_gather TO '1'
 SET parallel_setup_cost TO '0'
 SET parallel_tuple_cost TO '0'
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  tenant uuid := nullif(current_setting('app.organization_id', true), '')::uuid;
  needle text := lower(given);
  pattern text := '%' || replace(replace(replace(needle, '\', '\\'), '%', '\%'), '_', '\_') || '%';
begin
  if by_index then
    return query
      select s.cell_id, case when by_management then s.management_state end, count(*) filter (where s.status = 1),
             count(*) filter (where s.status = 2), count(*) filter (where s.status = 3)
        from resource_search s where s.organization_id = tenant and s.indexed and s.text like pattern group by 1, 2
      union all
      select s.cell_id, case when by_management then s.management_state end, count(*) filter (where s.status = 1),
             count(*) filter (where s.status = 2), count(*) filter (where s.status = 3)
        from resource_search s where s.organization_id = tenant and not s.indexed and strpos(s.text, needle) > 0
        group by 1, 2;
  elsif without then
    return query
      select s.cell_id, case when by_management then s.management_state end, count(*) filter (where s.status = 1),
             count(*) filter (where s.status = 2), count(*) filter (where s.status = 3)
        from resource_search s where s.organization_id = tenant and strpos(s.text, needle) = 0 group by 1, 2;
  else
    return query
      select s.cell_id, case when by_management then s.management_state end, count(*) filter (where s.status = 1),
             count(*) filter (where s.status = 2), count(*) filter (where s.status = 3)
        from resource_search s where s.organization_id = tenant and strpos(s.text, needle) > 0 group by 1, 2;
  end if;
end $function$;
alter function search_text_counts(text,boolean,boolean,boolean) owner to inventory_definer;

CREATE OR REPLACE FUNCTION public.search_text_ids(given text, by_index boolean, at_most integer)
 RETURNS TABLE(id uuid, cell_id integer, status smallint, management_state smallint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET plan_cache_mode TO 'force_custom_plan'
 SET work_mem TO '64MB'
 SET max_parallel_workers_per_gather TO '1'
 SET parallel_setup_cost TO '0'
 SET parallel_tuple_cost TO '0'
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  tenant uuid := nullif(current_setting('app.organization_id', true), '')::uuid;
  needle text := lower(given);
  pattern text := '%' || replace(replace(replace(needle, '\', '\\'), '%', '\%'), '_', '\_') || '%';
begin
  if by_index then
    return query
      (select s.resource_id, s.cell_id, s.status, s.management_state from resource_search s
        where s.organization_id = tenant and s.indexed and s.text like pattern limit at_most)
      union all
      (select s.resource_id, s.cell_id, s.status, s.management_state from resource_search s
        where s.organization_id = tenant and not s.indexed and strpos(s.text, needle) > 0 limit at_most);
  else
    return query select s.resource_id, s.cell_id, s.status, s.management_state from resource_search s
      where s.organization_id = tenant and strpos(s.text, needle) > 0 limit at_most;
  end if;
end $function$;
alter function search_text_ids(text,boolean,integer) owner to inventory_definer;

CREATE OR REPLACE FUNCTION public.sum_scan(organization uuid, scan uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  update scans s set seen = t.seen, created = t.created, updated = t.updated, deleted = t.deleted,
                     unchanged = t.unchanged, tasks_total = t.total, tasks_done = t.done, tasks_failed = t.failed
    from (
      select coalesce(sum(resources_seen), 0) as seen, coalesce(sum(created), 0) as created,
             coalesce(sum(updated), 0) as updated, coalesce(sum(deleted), 0) as deleted,
             coalesce(sum(unchanged), 0) as unchanged, count(*) as total,
             count(*) filter (where status not in ('queued', 'running')) as done,
             count(*) filter (where status = 'failed') as failed
      from scan_tasks where organization_id = organization and scan_id = scan) t
    where s.organization_id = organization and s.id = scan
$function$;
alter function sum_scan(uuid,uuid) owner to inventory_owner;

CREATE OR REPLACE FUNCTION public.text_set(given text[])
 RETURNS text_multirange
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select case when given is null then text_multirange(text_range(null, null))
              else coalesce((select range_agg(text_range(value, value, '[]')) from unnest(given) value), '{}') end
$function$;
alter function text_set(text[]) owner to inventory_owner;

CREATE OR REPLACE FUNCTION public.turn_positions(organizations uuid[], ids uuid[])
 RETURNS TABLE(id uuid, last_sequence integer)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  select t.id, t.last_sequence
  from unnest(organizations, ids) wanted (organization_id, id)
  join ai_turns t on t.organization_id = wanted.organization_id and t.id = wanted.id
$function$;
alter function turn_positions(uuid[],uuid[]) owner to inventory_definer;

CREATE OR REPLACE FUNCTION public.use_github_installation(installation bigint, account bigint, login text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  insert into github_installations as i (installation_id, account_id, account_login, bound_at)
  values (installation, account, login, now())
  on conflict (installation_id) do update set bound_at = coalesce(i.bound_at, excluded.bound_at)
$function$;
alter function use_github_installation(bigint,bigint,text) owner to inventory_definer;

CREATE OR REPLACE FUNCTION public.verify_audit_chain(wanted uuid)
 RETURNS TABLE(entries bigint, head_sequence bigint, head_hash bytea, first_broken_sequence bigint)
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
  with head as (
    select coalesce(max(sequence), 0) as sequence, coalesce(max(hash), '\x') as hash,
           coalesce(max(pruned_sequence), 0) as pruned_sequence, coalesce(max(pruned_hash), '\x') as pruned_hash
    from audit_chain_heads where organization_id = wanted
  ), chain as (
    select e.sequence, e.hash, head.pruned_sequence + row_number() over ordered as expected,
           audit_entry_hash(coalesce(lag(e.hash) over ordered, head.pruned_hash), e.sequence, e) as computed
    from audit_entries e cross join head
    where e.organization_id = wanted and e.sequence is not null
    window ordered as (order by e.sequence)
  ), summary as (
    select count(*) as entries, max(expected) as last_sequence,
           (array_agg(hash order by sequence desc))[1] as last_hash,
           min(expected) filter (where sequence <> expected or hash is distinct from computed) as broken
    from chain
  )
  select summary.entries, head.sequence, head.hash,
         coalesce(broken, case
           when coalesce(last_sequence, head.pruned_sequence) <> head.sequence
             then least(coalesce(last_sequence, head.pruned_sequence), head.sequence) + 1
           when coalesce(last_hash, head.pruned_hash) <> head.hash then head.sequence
         end)
  from summary cross join head
$function$;
alter function verify_audit_chain(uuid) owner to inventory_owner;

CREATE TRIGGER ai_conversations_version BEFORE UPDATE OF title, archived_at ON ai_conversations FOR EACH ROW WHEN (old.title IS DISTINCT FROM new.title OR old.archived_at IS DISTINCT FROM new.archived_at) EXECUTE FUNCTION increase_version();
CREATE TRIGGER ai_settings_version BEFORE UPDATE OF enabled, model, data_mode, daily_turn_limit, retention_days ON ai_settings FOR EACH ROW WHEN (old.enabled IS DISTINCT FROM new.enabled OR old.model IS DISTINCT FROM new.model OR old.data_mode IS DISTINCT FROM new.data_mode OR old.daily_turn_limit IS DISTINCT FROM new.daily_turn_limit OR old.retention_days IS DISTINCT FROM new.retention_days) EXECUTE FUNCTION increase_version();
CREATE TRIGGER applications_version BEFORE UPDATE OF name, description, criticality, lifecycle, archived_at ON applications FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.description IS DISTINCT FROM new.description OR old.criticality IS DISTINCT FROM new.criticality OR old.lifecycle IS DISTINCT FROM new.lifecycle OR old.archived_at IS DISTINCT FROM new.archived_at) EXECUTE FUNCTION increase_version();
CREATE TRIGGER audit_entries_events AFTER INSERT ON audit_entries REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION record_audit_events();
CREATE TRIGGER aws_accounts_events AFTER UPDATE OF status ON aws_accounts FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status) EXECUTE FUNCTION record_account_status();
CREATE TRIGGER aws_accounts_version BEFORE UPDATE OF name, name_chosen, included, regions, scan_interval_minutes, event_scans, code_complete, default_environment_id ON aws_accounts FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.name_chosen IS DISTINCT FROM new.name_chosen OR old.included IS DISTINCT FROM new.included OR old.regions IS DISTINCT FROM new.regions OR old.scan_interval_minutes IS DISTINCT FROM new.scan_interval_minutes OR old.event_scans IS DISTINCT FROM new.event_scans OR old.code_complete IS DISTINCT FROM new.code_complete OR old.default_environment_id IS DISTINCT FROM new.default_environment_id) EXECUTE FUNCTION increase_version();
CREATE TRIGGER aws_connections_events AFTER UPDATE OF status ON aws_connections FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status) EXECUTE FUNCTION record_connection_status();
CREATE TRIGGER aws_connections_version BEFORE UPDATE OF name, regions, scan_interval_minutes ON aws_connections FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.regions IS DISTINCT FROM new.regions OR old.scan_interval_minutes IS DISTINCT FROM new.scan_interval_minutes) EXECUTE FUNCTION increase_version();
CREATE TRIGGER changes_events AFTER INSERT ON changes REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION record_change_events();
CREATE TRIGGER custom_roles_version BEFORE UPDATE OF name, description, permissions ON custom_roles FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.description IS DISTINCT FROM new.description OR old.permissions IS DISTINCT FROM new.permissions) EXECUTE FUNCTION increase_version();
CREATE TRIGGER drift_rules_version BEFORE UPDATE OF name, conditions, reason, expires_at, enabled ON drift_rules FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.conditions IS DISTINCT FROM new.conditions OR old.reason IS DISTINCT FROM new.reason OR old.expires_at IS DISTINCT FROM new.expires_at OR old.enabled IS DISTINCT FROM new.enabled) EXECUTE FUNCTION increase_version();
CREATE TRIGGER drift_transitions_events AFTER INSERT ON drift_transitions REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION record_drift_events();
CREATE TRIGGER environments_version BEFORE UPDATE OF name, class ON environments FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.class IS DISTINCT FROM new.class) EXECUTE FUNCTION increase_version();
CREATE TRIGGER event_subscriptions_version BEFORE UPDATE OF name, url_hint, events, filter, enabled ON event_subscriptions FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.url_hint IS DISTINCT FROM new.url_hint OR old.events IS DISTINCT FROM new.events OR old.filter IS DISTINCT FROM new.filter OR old.enabled IS DISTINCT FROM new.enabled) EXECUTE FUNCTION increase_version();
CREATE TRIGGER hcp_terraform_connections_version BEFORE UPDATE OF workspaces ON hcp_terraform_connections FOR EACH ROW WHEN (old.workspaces IS DISTINCT FROM new.workspaces) EXECUTE FUNCTION increase_version();
CREATE TRIGGER iac_projects_version BEFORE UPDATE OF system, kind, detection, disabled, environment_id ON iac_projects FOR EACH ROW WHEN (old.system IS DISTINCT FROM new.system OR old.kind IS DISTINCT FROM new.kind OR old.detection IS DISTINCT FROM new.detection OR old.disabled IS DISTINCT FROM new.disabled OR old.environment_id IS DISTINCT FROM new.environment_id) EXECUTE FUNCTION increase_version();
CREATE TRIGGER inference_rules_events AFTER UPDATE OF suspended_at ON inference_rules FOR EACH ROW WHEN (old.suspended_at IS NULL AND new.suspended_at IS NOT NULL) EXECUTE FUNCTION record_rule_events();
CREATE TRIGGER inference_rules_version BEFORE UPDATE OF name, description, enabled, priority, conditions, outcome, suspended_at ON inference_rules FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.description IS DISTINCT FROM new.description OR old.enabled IS DISTINCT FROM new.enabled OR old.priority IS DISTINCT FROM new.priority OR old.conditions IS DISTINCT FROM new.conditions OR old.outcome IS DISTINCT FROM new.outcome OR old.suspended_at IS DISTINCT FROM new.suspended_at) EXECUTE FUNCTION increase_version();
CREATE TRIGGER organizations_version BEFORE UPDATE OF name, settings ON organizations FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.settings IS DISTINCT FROM new.settings) EXECUTE FUNCTION increase_version();
CREATE TRIGGER ownership_issues_events_insert AFTER INSERT ON ownership_issues REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION record_opened_issues();
CREATE TRIGGER ownership_issues_events_update AFTER UPDATE ON ownership_issues REFERENCING OLD TABLE AS changed_from NEW TABLE AS changed_to FOR EACH STATEMENT EXECUTE FUNCTION record_resolved_issues();
CREATE TRIGGER resource_documents_inference_update AFTER UPDATE ON resource_documents REFERENCING OLD TABLE AS documents_from NEW TABLE AS documents_to FOR EACH STATEMENT EXECUTE FUNCTION queue_updated_tags();
CREATE TRIGGER resource_documents_tags_insert AFTER INSERT ON resource_documents REFERENCING NEW TABLE AS documents FOR EACH STATEMENT EXECUTE FUNCTION index_first_tags();
CREATE TRIGGER resource_documents_tags_update AFTER UPDATE ON resource_documents REFERENCING NEW TABLE AS documents FOR EACH STATEMENT EXECUTE FUNCTION index_tags();
CREATE TRIGGER resources_inference_insert AFTER INSERT ON resources REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION queue_inserted_resources();
CREATE TRIGGER resources_inference_update AFTER UPDATE ON resources REFERENCING OLD TABLE AS changed_from NEW TABLE AS changed_to FOR EACH STATEMENT EXECUTE FUNCTION queue_updated_resources();
CREATE TRIGGER resources_search_delete AFTER DELETE ON resources REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION index_deleted_resources();
CREATE TRIGGER resources_search_insert AFTER INSERT ON resources REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION index_inserted_resources();
CREATE TRIGGER resources_search_update AFTER UPDATE ON resources REFERENCING OLD TABLE AS changed_from NEW TABLE AS changed_to FOR EACH STATEMENT EXECUTE FUNCTION index_updated_resources();
CREATE TRIGGER runs_scan AFTER UPDATE OF status ON runs FOR EACH ROW WHEN (new.kind = 'scan'::text AND new.status IS DISTINCT FROM old.status) EXECUTE FUNCTION follow_run();
CREATE TRIGGER saved_queries_version BEFORE UPDATE OF name, description, filter, columns ON saved_queries FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.description IS DISTINCT FROM new.description OR old.filter IS DISTINCT FROM new.filter OR old.columns IS DISTINCT FROM new.columns) EXECUTE FUNCTION increase_version();
CREATE CONSTRAINT TRIGGER scans_events AFTER UPDATE OF status ON scans DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.status = ANY (ARRAY['queued'::text, 'running'::text])) AND (new.status <> ALL (ARRAY['queued'::text, 'running'::text]))) EXECUTE FUNCTION record_scan_event();
CREATE TRIGGER scans_freshness AFTER UPDATE OF status ON scans FOR EACH ROW WHEN ((new.status = ANY (ARRAY['succeeded'::text, 'partial'::text])) AND old.status IS DISTINCT FROM new.status AND new.regions IS NULL AND new.resource_types IS NULL) EXECUTE FUNCTION record_freshness();
CREATE TRIGGER scm_connections_events AFTER UPDATE OF status ON scm_connections FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status) EXECUTE FUNCTION record_scm_connection_status();
CREATE TRIGGER state_sources_events AFTER UPDATE OF status, disabled ON state_sources FOR EACH ROW WHEN (old.status IS DISTINCT FROM new.status OR old.disabled IS DISTINCT FROM new.disabled) EXECUTE FUNCTION record_state_source_status();
CREATE TRIGGER state_sources_version BEFORE UPDATE OF bucket, key, region, workspace, aws_account_id, iac_project_id, disabled, name, max_age_hours ON state_sources FOR EACH ROW WHEN (old.bucket IS DISTINCT FROM new.bucket OR old.key IS DISTINCT FROM new.key OR old.region IS DISTINCT FROM new.region OR old.workspace IS DISTINCT FROM new.workspace OR old.aws_account_id IS DISTINCT FROM new.aws_account_id OR old.iac_project_id IS DISTINCT FROM new.iac_project_id OR old.disabled IS DISTINCT FROM new.disabled OR old.name IS DISTINCT FROM new.name OR old.max_age_hours IS DISTINCT FROM new.max_age_hours) EXECUTE FUNCTION increase_version();
CREATE TRIGGER teams_version BEFORE UPDATE OF name, description, is_active ON teams FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name OR old.description IS DISTINCT FROM new.description OR old.is_active IS DISTINCT FROM new.is_active) EXECUTE FUNCTION increase_version();

alter table access_policies enable row level security, force row level security;
alter table account_freshness enable row level security, force row level security;
alter table account_freshness_told enable row level security, force row level security;
alter table ai_audit_entries enable row level security, force row level security;
alter table ai_conversations enable row level security, force row level security;
alter table ai_settings enable row level security, force row level security;
alter table ai_turn_events enable row level security, force row level security;
alter table ai_turns enable row level security, force row level security;
alter table api_tokens enable row level security, force row level security;
alter table application_owners enable row level security, force row level security;
alter table applications enable row level security, force row level security;
alter table audit_chain_heads enable row level security, force row level security;
alter table audit_entries enable row level security, force row level security;
alter table aws_accounts enable row level security, force row level security;
alter table aws_connections enable row level security, force row level security;
alter table blocked_regions enable row level security, force row level security;
alter table changes enable row level security, force row level security;
alter table cloudtrail_event_keys enable row level security, force row level security;
alter table cloudtrail_events enable row level security, force row level security;
alter table cloudtrail_feeds enable row level security, force row level security;
alter table code_location_folders enable row level security, force row level security;
alter table code_location_remotes enable row level security, force row level security;
alter table code_location_states enable row level security, force row level security;
alter table code_locations enable row level security, force row level security;
alter table coverage_cells enable row level security, force row level security;
alter table custom_roles enable row level security, force row level security;
alter table delayed_events enable row level security, force row level security;
alter table drift_differences enable row level security, force row level security;
alter table drift_rules enable row level security, force row level security;
alter table drift_transitions enable row level security, force row level security;
alter table due_cells enable row level security, force row level security;
alter table environments enable row level security, force row level security;
alter table event_deliveries enable row level security, force row level security;
alter table event_heads enable row level security, force row level security;
alter table event_subscriptions enable row level security, force row level security;
alter table events enable row level security, force row level security;
alter table evidence_gaps enable row level security, force row level security;
alter table executions enable row level security, force row level security;
alter table exposure_facts enable row level security, force row level security;
alter table exposures enable row level security, force row level security;
alter table external_nodes enable row level security, force row level security;
alter table github_installations enable row level security, force row level security;
alter table graph_accounts enable row level security, force row level security;
alter table graph_changed_keys enable row level security, force row level security;
alter table graph_changed_middles enable row level security, force row level security;
alter table graph_extractions enable row level security, force row level security;
alter table graph_holders enable row level security, force row level security;
alter table graph_references enable row level security, force row level security;
alter table hcp_terraform_connections enable row level security, force row level security;
alter table iac_documents enable row level security, force row level security;
alter table iac_project_reach enable row level security, force row level security;
alter table iac_project_states enable row level security, force row level security;
alter table iac_projects enable row level security, force row level security;
alter table idempotency_keys enable row level security, force row level security;
alter table import_pull_requests enable row level security, force row level security;
alter table inference_queue enable row level security, force row level security;
alter table inference_rules enable row level security, force row level security;
alter table inference_scope enable row level security, force row level security;
alter table ingest_tokens enable row level security, force row level security;
alter table invitations enable row level security, force row level security;
alter table login_challenges enable row level security, force row level security;
alter table mapping_accounts enable row level security, force row level security;
alter table mapping_corrections enable row level security, force row level security;
alter table mapping_coverage_days enable row level security, force row level security;
alter table memberships enable row level security, force row level security;
alter table onboarding_steps enable row level security, force row level security;
alter table organizations enable row level security, force row level security;
alter table ownership_events enable row level security, force row level security;
alter table ownership_issues enable row level security, force row level security;
alter table plan_changes enable row level security, force row level security;
alter table plans enable row level security, force row level security;
alter table property_statistics enable row level security, force row level security;
alter table pull_request_comments enable row level security, force row level security;
alter table pull_request_impacts enable row level security, force row level security;
alter table pull_request_projects enable row level security, force row level security;
alter table pull_requests enable row level security, force row level security;
alter table query_counts enable row level security, force row level security;
alter table relationship_compositions enable row level security, force row level security;
alter table relationship_periods enable row level security, force row level security;
alter table relationships enable row level security, force row level security;
alter table repositories enable row level security, force row level security;
alter table repository_applications enable row level security, force row level security;
alter table repository_paths enable row level security, force row level security;
alter table repository_teams enable row level security, force row level security;
alter table resource_attributes enable row level security, force row level security;
alter table resource_count_deltas enable row level security, force row level security;
alter table resource_counts enable row level security, force row level security;
alter table resource_documents enable row level security, force row level security;
alter table resource_drift enable row level security, force row level security;
alter table resource_environments enable row level security, force row level security;
alter table resource_former_texts enable row level security, force row level security;
alter table resource_history enable row level security, force row level security;
alter table resource_identifiers enable row level security, force row level security;
alter table resource_pair_counts enable row level security, force row level security;
alter table resource_revisions enable row level security, force row level security;
alter table resource_search enable row level security, force row level security;
alter table resource_tags enable row level security, force row level security;
alter table resource_teams enable row level security, force row level security;
alter table resources enable row level security, force row level security;
alter table role_checks enable row level security, force row level security;
alter table runs enable row level security, force row level security;
alter table saved_queries enable row level security, force row level security;
alter table saved_query_members enable row level security, force row level security;
alter table scan_accounts enable row level security, force row level security;
alter table scan_tasks enable row level security, force row level security;
alter table scans enable row level security, force row level security;
alter table scim_group_members enable row level security, force row level security;
alter table scim_groups enable row level security, force row level security;
alter table scim_users enable row level security, force row level security;
alter table scm_connections enable row level security, force row level security;
alter table scm_deliveries enable row level security, force row level security;
alter table scm_install_states enable row level security, force row level security;
alter table search_cells enable row level security, force row level security;
alter table second_factors enable row level security, force row level security;
alter table secret_hash_keys enable row level security, force row level security;
alter table seen_resources enable row level security, force row level security;
alter table sessions enable row level security, force row level security;
alter table shared_references enable row level security, force row level security;
alter table sso_configurations enable row level security, force row level security;
alter table sso_domains enable row level security, force row level security;
alter table sso_identities enable row level security, force row level security;
alter table sso_logout_tokens enable row level security, force row level security;
alter table sso_transactions enable row level security, force row level security;
alter table stack_readings enable row level security, force row level security;
alter table stack_resources enable row level security, force row level security;
alter table state_entries enable row level security, force row level security;
alter table state_entry_attributes enable row level security, force row level security;
alter table state_source_accounts enable row level security, force row level security;
alter table state_sources enable row level security, force row level security;
alter table team_members enable row level security, force row level security;
alter table teams enable row level security, force row level security;
alter table token_buckets enable row level security, force row level security;
alter table user_tokens enable row level security, force row level security;
alter table users enable row level security, force row level security;

create policy access_policies_tenant on access_policies as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy account_freshness_tenant on account_freshness as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy account_freshness_told_tenant on account_freshness_told as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy ai_audit_entries_tenant on ai_audit_entries as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy ai_conversations_tenant on ai_conversations as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy ai_settings_tenant on ai_settings as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy ai_turn_events_tenant on ai_turn_events as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy ai_turns_definer on ai_turns as permissive for select to inventory_definer
  using (true);

create policy ai_turns_tenant on ai_turns as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy api_tokens_definer on api_tokens as permissive for select to inventory_definer
  using (true);

create policy api_tokens_tenant on api_tokens as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy application_owners_tenant on application_owners as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy applications_tenant on applications as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy audit_chain_heads_sealer on audit_chain_heads as permissive for all to inventory_sealer
  using (true)
  with check (true);

create policy audit_chain_heads_tenant on audit_chain_heads as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy audit_entries_sealer_prunes on audit_entries as permissive for delete to inventory_sealer
  using ((sequence IS NOT NULL));

create policy audit_entries_sealer_reads on audit_entries as permissive for select to inventory_sealer
  using (true);

create policy audit_entries_sealer_seals on audit_entries as permissive for update to inventory_sealer
  using ((sequence IS NULL))
  with check (true);

create policy audit_entries_tenant on audit_entries as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy aws_accounts_definer on aws_accounts as permissive for select to inventory_definer
  using (true);

create policy aws_accounts_tenant on aws_accounts as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy aws_connections_definer on aws_connections as permissive for select to inventory_definer
  using (true);

create policy aws_connections_tenant on aws_connections as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy blocked_regions_tenant on blocked_regions as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy changes_tenant on changes as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy cloudtrail_event_keys_tenant on cloudtrail_event_keys as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy cloudtrail_events_tenant on cloudtrail_events as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy cloudtrail_feeds_definer on cloudtrail_feeds as permissive for select to inventory_definer
  using (true);

create policy cloudtrail_feeds_definer_claims on cloudtrail_feeds as permissive for update to inventory_definer
  using (true)
  with check (true);

create policy cloudtrail_feeds_tenant on cloudtrail_feeds as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy code_location_folders_tenant on code_location_folders as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy code_location_remotes_tenant on code_location_remotes as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy code_location_states_tenant on code_location_states as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy code_locations_tenant on code_locations as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy coverage_cells_definer on coverage_cells as permissive for select to inventory_definer
  using (true);

create policy coverage_cells_tenant on coverage_cells as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy custom_roles_definer on custom_roles as permissive for select to inventory_definer
  using (true);

create policy custom_roles_tenant on custom_roles as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy delayed_events_definer on delayed_events as permissive for select to inventory_definer
  using (true);

create policy delayed_events_tenant on delayed_events as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy drift_differences_tenant on drift_differences as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy drift_rules_tenant on drift_rules as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy drift_transitions_tenant on drift_transitions as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy due_cells_definer on due_cells as permissive for select to inventory_definer
  using (true);

create policy due_cells_tenant on due_cells as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy environments_tenant on environments as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy event_deliveries_definer on event_deliveries as permissive for select to inventory_definer
  using (true);

create policy event_deliveries_tenant on event_deliveries as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy event_heads_definer on event_heads as permissive for all to inventory_definer
  using (true)
  with check (true);

create policy event_heads_sealer on event_heads as permissive for all to inventory_sealer
  using (true);

create policy event_heads_tenant on event_heads as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy event_subscriptions_definer on event_subscriptions as permissive for all to inventory_definer
  using (true)
  with check (true);

create policy event_subscriptions_tenant on event_subscriptions as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy events_definer_numbers on events as permissive for update to inventory_definer
  using (("position" IS NULL))
  with check (true);

create policy events_definer_reads on events as permissive for select to inventory_definer
  using (true);

create policy events_sealer on events as permissive for all to inventory_sealer
  using (true);

create policy events_tenant on events as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy evidence_gaps_tenant on evidence_gaps as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy executions_tenant on executions as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy exposure_facts_tenant on exposure_facts as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy exposures_tenant on exposures as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy external_nodes_tenant on external_nodes as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy github_installations_definer on github_installations as permissive for all to inventory_definer
  using (true)
  with check (true);

create policy graph_accounts_tenant on graph_accounts as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy graph_changed_keys_tenant on graph_changed_keys as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy graph_changed_middles_tenant on graph_changed_middles as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy graph_extractions_tenant on graph_extractions as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy graph_holders_tenant on graph_holders as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy graph_references_tenant on graph_references as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy hcp_terraform_connections_definer on hcp_terraform_connections as permissive for select to inventory_definer
  using (true);

create policy hcp_terraform_connections_definer_claims on hcp_terraform_connections as permissive for update to inventory_definer
  using (true)
  with check (true);

create policy hcp_terraform_connections_tenant on hcp_terraform_connections as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy iac_documents_tenant on iac_documents as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy iac_project_reach_tenant on iac_project_reach as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy iac_project_states_tenant on iac_project_states as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy iac_projects_tenant on iac_projects as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy idempotency_keys_tenant on idempotency_keys as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy import_pull_requests_tenant on import_pull_requests as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy inference_queue_definer on inference_queue as permissive for select to inventory_definer
  using (true);

create policy inference_queue_tenant on inference_queue as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy inference_rules_tenant on inference_rules as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy inference_scope_tenant on inference_scope as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy ingest_tokens_definer on ingest_tokens as permissive for select to inventory_definer
  using (true);

create policy ingest_tokens_tenant on ingest_tokens as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy invitations_definer on invitations as permissive for select to inventory_definer
  using (true);

create policy invitations_tenant on invitations as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy login_challenges_tenant on login_challenges as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy mapping_accounts_tenant on mapping_accounts as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy mapping_corrections_tenant on mapping_corrections as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy mapping_coverage_days_tenant on mapping_coverage_days as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy memberships_tenant on memberships as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy onboarding_steps_tenant on onboarding_steps as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy organizations_definer on organizations as permissive for select to inventory_definer
  using (true);

create policy organizations_sealer on organizations as permissive for all to inventory_sealer
  using (true)
  with check (true);

create policy organizations_tenant on organizations as permissive for all to inventory_app
  using ((id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy ownership_events_tenant on ownership_events as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy ownership_issues_tenant on ownership_issues as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy plan_changes_tenant on plan_changes as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy plans_tenant on plans as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy property_statistics_tenant on property_statistics as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy pull_request_comments_tenant on pull_request_comments as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy pull_request_impacts_tenant on pull_request_impacts as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy pull_request_projects_tenant on pull_request_projects as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy pull_requests_tenant on pull_requests as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy query_counts_definer on query_counts as permissive for select to inventory_definer
  using (true);

create policy query_counts_tenant on query_counts as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy relationship_compositions_tenant on relationship_compositions as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy relationship_periods_tenant on relationship_periods as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy relationships_sealer on relationships as permissive for select to inventory_sealer
  using (true);

create policy relationships_tenant on relationships as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy repositories_definer on repositories as permissive for select to inventory_definer
  using (true);

create policy repositories_definer_claims on repositories as permissive for update to inventory_definer
  using (true)
  with check (true);

create policy repositories_tenant on repositories as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy repository_applications_tenant on repository_applications as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy repository_paths_tenant on repository_paths as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy repository_teams_tenant on repository_teams as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy resource_attributes_tenant on resource_attributes as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy resource_count_deltas_definer on resource_count_deltas as permissive for select to inventory_definer
  using (true);

create policy resource_count_deltas_sealer on resource_count_deltas as permissive for all to inventory_sealer
  using (true);

create policy resource_count_deltas_tenant on resource_count_deltas as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy resource_counts_sealer on resource_counts as permissive for all to inventory_sealer
  using (true);

create policy resource_counts_tenant on resource_counts as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy resource_documents_definer on resource_documents as permissive for select to inventory_definer
  using (true);

create policy resource_documents_tenant on resource_documents as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy resource_drift_tenant on resource_drift as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy resource_environments_tenant on resource_environments as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy resource_former_texts_sealer on resource_former_texts as permissive for all to inventory_sealer
  using (true);

create policy resource_former_texts_tenant on resource_former_texts as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy resource_history_sealer on resource_history as permissive for all to inventory_sealer
  using (true);

create policy resource_history_tenant on resource_history as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy resource_identifiers_tenant on resource_identifiers as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy resource_pair_counts_sealer on resource_pair_counts as permissive for all to inventory_sealer
  using (true);

create policy resource_pair_counts_tenant on resource_pair_counts as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy resource_revisions_tenant on resource_revisions as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy resource_search_definer on resource_search as permissive for select to inventory_definer
  using (true);

create policy resource_search_sealer on resource_search as permissive for all to inventory_sealer
  using (true);

create policy resource_search_tenant on resource_search as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy resource_tags_sealer on resource_tags as permissive for all to inventory_sealer
  using (true);

create policy resource_tags_tenant on resource_tags as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy resource_teams_tenant on resource_teams as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy resources_sealer on resources as permissive for all to inventory_sealer
  using (true);

create policy resources_tenant on resources as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy role_checks_tenant on role_checks as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy runs_definer on runs as permissive for select to inventory_definer
  using (true);

create policy runs_tenant on runs as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy saved_queries_tenant on saved_queries as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy saved_query_members_tenant on saved_query_members as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy scan_accounts_definer on scan_accounts as permissive for select to inventory_definer
  using (true);

create policy scan_accounts_tenant on scan_accounts as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy scan_tasks_tenant on scan_tasks as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy scans_tenant on scans as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy scim_group_members_tenant on scim_group_members as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy scim_groups_tenant on scim_groups as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy scim_users_tenant on scim_users as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy scm_connections_definer on scm_connections as permissive for select to inventory_definer
  using (true);

create policy scm_connections_definer_claims on scm_connections as permissive for update to inventory_definer
  using (true)
  with check (true);

create policy scm_connections_tenant on scm_connections as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy scm_deliveries_definer on scm_deliveries as permissive for select to inventory_definer
  using (true);

create policy scm_deliveries_tenant on scm_deliveries as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy scm_install_states_definer on scm_install_states as permissive for select to inventory_definer
  using (true);

create policy scm_install_states_tenant on scm_install_states as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy search_cells_definer on search_cells as permissive for select to inventory_definer
  using (true);

create policy search_cells_tenant on search_cells as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy second_factors_definer on second_factors as permissive for select to inventory_definer
  using (true);

create policy second_factors_tenant on second_factors as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy secret_hash_keys_tenant on secret_hash_keys as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy seen_resources_sealer on seen_resources as permissive for all to inventory_sealer
  using (true);

create policy seen_resources_tenant on seen_resources as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy sessions_definer on sessions as permissive for select to inventory_definer
  using (true);

create policy sessions_tenant on sessions as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy shared_references_tenant on shared_references as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy sso_configurations_definer on sso_configurations as permissive for select to inventory_definer
  using (true);

create policy sso_configurations_tenant on sso_configurations as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy sso_domains_definer on sso_domains as permissive for select to inventory_definer
  using (true);

create policy sso_domains_tenant on sso_domains as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy sso_identities_tenant on sso_identities as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy sso_logout_tokens_tenant on sso_logout_tokens as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy sso_transactions_tenant on sso_transactions as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy stack_readings_tenant on stack_readings as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy stack_resources_tenant on stack_resources as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy state_entries_tenant on state_entries as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy state_entry_attributes_tenant on state_entry_attributes as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy state_source_accounts_tenant on state_source_accounts as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy state_sources_definer on state_sources as permissive for select to inventory_definer
  using (true);

create policy state_sources_definer_claims on state_sources as permissive for update to inventory_definer
  using (true)
  with check (true);

create policy state_sources_tenant on state_sources as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy team_members_tenant on team_members as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy teams_tenant on teams as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy token_buckets_tenant on token_buckets as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy user_tokens_definer on user_tokens as permissive for select to inventory_definer
  using (true);

create policy user_tokens_tenant on user_tokens as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

create policy users_definer on users as permissive for select to inventory_definer
  using (true);

create policy users_tenant on users as permissive for all to inventory_app
  using ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid))
  with check ((organization_id = (NULLIF(current_setting('app.organization_id'::text, true), ''::text))::uuid));

grant usage on schema public to inventory_app;
grant usage on schema public to inventory_definer;
grant create, usage on schema public to inventory_owner;
grant usage on schema public to inventory_sealer;
grant usage on schema public to public;

grant delete, insert, maintain, select, update on table access_policies to inventory_app;
grant delete, insert, select, update on table account_freshness to inventory_app;
grant delete, insert, select, update on table account_freshness_told to inventory_app;
grant delete, insert, select on table ai_audit_entries to inventory_app;
grant delete, insert, select, update on table ai_conversations to inventory_app;
grant delete, insert, select, update on table ai_settings to inventory_app;
grant delete, insert, select on table ai_turn_events to inventory_app;
grant delete, insert, select, update on table ai_turns to inventory_app;
grant select on table ai_turns to inventory_definer;
grant delete, insert, select, update on table api_tokens to inventory_app;
grant select on table api_tokens to inventory_definer;
grant delete, insert, select, update on table application_owners to inventory_app;
grant delete, insert, select, update on table applications to inventory_app;
grant select on table audit_chain_heads to inventory_app;
grant delete, insert, select, update on table audit_chain_heads to inventory_sealer;
grant insert (organization_id, actor_type, actor_id, actor_name, action, target_type, target_id, target_name, outcome, request_id, ip, details), select on table audit_entries to inventory_app;
grant delete, select, update (sequence, hash) on table audit_entries to inventory_sealer;
grant select on table audit_settings to inventory_app;
grant select on table audit_settings to inventory_sealer;
grant insert, select, update on table aws_accounts to inventory_app;
grant select on table aws_accounts to inventory_definer;
grant insert, select, update on table aws_connections to inventory_app;
grant select on table aws_connections to inventory_definer;
grant delete, insert, select, update on table blocked_regions to inventory_app;
grant delete, insert, maintain, select, update on table changes to inventory_app;
grant delete, insert, select, update on table cloudtrail_event_keys to inventory_app;
grant delete, insert, select, update on table cloudtrail_events to inventory_app;
grant delete, insert, select, update on table cloudtrail_feeds to inventory_app;
grant select, update (next_poll_at) on table cloudtrail_feeds to inventory_definer;
grant delete, insert, select, update on table code_location_folders to inventory_app;
grant delete, insert, select, update on table code_location_remotes to inventory_app;
grant delete, insert, select, update on table code_location_states to inventory_app;
grant delete, insert, select, update on table code_locations to inventory_app;
grant insert, select, update on table coverage_cells to inventory_app;
grant select on table coverage_cells to inventory_definer;
grant delete, insert, select, update on table custom_roles to inventory_app;
grant select on table custom_roles to inventory_definer;
grant delete, insert, select, update on table delayed_events to inventory_app;
grant select on table delayed_events to inventory_definer;
grant insert, select on table deleted_organizations to inventory_sealer;
grant delete, insert, select, update on table drift_differences to inventory_app;
grant delete, insert, select, update on table drift_rules to inventory_app;
grant delete, insert, select, update on table drift_transitions to inventory_app;
grant delete, insert, select, update on table due_cells to inventory_app;
grant select on table due_cells to inventory_definer;
grant delete, insert, select, update on table environments to inventory_app;
grant delete, insert, select, update on table event_deliveries to inventory_app;
grant select on table event_deliveries to inventory_definer;
grant select on table event_heads to inventory_app;
grant insert, select, update on table event_heads to inventory_definer;
grant delete, select on table event_heads to inventory_sealer;
grant delete, insert, select, update on table event_subscriptions to inventory_app;
grant select, update (due_at, signalled_at) on table event_subscriptions to inventory_definer;
grant delete, insert (organization_id, type, occurred_at, resource_id, aws_account_id, data), select on table events to inventory_app;
grant select, update ("position") on table events to inventory_definer;
grant delete, select on table events to inventory_sealer;
grant delete, insert, select, update on table evidence_gaps to inventory_app;
grant delete, insert, select, update on table executions to inventory_app;
grant delete, insert, maintain, select, update on table exposure_facts to inventory_app;
grant delete, insert, maintain, select, update on table exposures to inventory_app;
grant delete, insert, maintain, select, update on table external_nodes to inventory_app;
grant delete, insert, select, update on table github_installations to inventory_definer;
grant delete, insert, select, update on table graph_accounts to inventory_app;
grant delete, insert, select, update on table graph_changed_keys to inventory_app;
grant delete, insert, select, update on table graph_changed_middles to inventory_app;
grant delete, insert, select, update on table graph_extractions to inventory_app;
grant delete, insert, maintain, select, update on table graph_holders to inventory_app;
grant delete, insert, maintain, select, update on table graph_references to inventory_app;
grant delete, insert, select, update on table hcp_terraform_connections to inventory_app;
grant select, update (next_sync_at) on table hcp_terraform_connections to inventory_definer;
grant delete, insert, select, update on table iac_documents to inventory_app;
grant delete, insert, select, update on table iac_project_reach to inventory_app;
grant delete, insert, select, update on table iac_project_states to inventory_app;
grant delete, insert, select, update on table iac_projects to inventory_app;
grant delete, insert, select, update on table idempotency_keys to inventory_app;
grant delete, insert, select, update on table import_pull_requests to inventory_app;
grant delete, insert, select, update on table inference_queue to inventory_app;
grant select on table inference_queue to inventory_definer;
grant delete, insert, select, update on table inference_rules to inventory_app;
grant delete, insert, select, update on table inference_scope to inventory_app;
grant delete, insert, select, update on table ingest_tokens to inventory_app;
grant select on table ingest_tokens to inventory_definer;
grant delete, insert, select, update on table invitations to inventory_app;
grant select on table invitations to inventory_definer;
grant delete, insert, select, update on table login_challenges to inventory_app;
grant delete, insert, select, update on table mapping_accounts to inventory_app;
grant delete, insert, select, update on table mapping_corrections to inventory_app;
grant delete, insert, select, update on table mapping_coverage_days to inventory_app;
grant delete, insert, select, update on table memberships to inventory_app;
grant delete, insert, select, update on table onboarding_steps to inventory_app;
grant insert, select, update on table organizations to inventory_app;
grant select on table organizations to inventory_definer;
grant delete, select, update (updated_at) on table organizations to inventory_sealer;
grant delete, insert, select, update on table ownership_events to inventory_app;
grant delete, insert, select, update on table ownership_issues to inventory_app;
grant delete, insert, select, update on table plan_changes to inventory_app;
grant delete, insert, select, update on table plans to inventory_app;
grant delete, insert, select, update on table property_statistics to inventory_app;
grant delete, insert, select, update on table pull_request_comments to inventory_app;
grant delete, insert, select, update on table pull_request_impacts to inventory_app;
grant delete, insert, select, update on table pull_request_projects to inventory_app;
grant delete, insert, select, update on table pull_requests to inventory_app;
grant delete, insert, select, update on table query_counts to inventory_app;
grant select on table query_counts to inventory_definer;
grant delete, insert, select, update on table rate_limits to inventory_app;
grant delete, insert, maintain, select, update on table relationship_compositions to inventory_app;
grant delete, insert, maintain, select, update on table relationship_periods to inventory_app;
grant delete, insert, maintain, select, update on table relationships to inventory_app;
grant select on table relationships to inventory_sealer;
grant delete, insert, select, update on table repositories to inventory_app;
grant select, update (next_state_detection_at) on table repositories to inventory_definer;
grant delete, insert, select, update on table repository_applications to inventory_app;
grant delete, insert, select, update on table repository_paths to inventory_app;
grant delete, insert, select, update on table repository_teams to inventory_app;
grant delete, insert, select, update on table resource_attributes to inventory_app;
grant delete, insert, select, update on table resource_count_deltas to inventory_app;
grant select on table resource_count_deltas to inventory_definer;
grant delete, insert, select on table resource_count_deltas to inventory_sealer;
grant delete, insert, select, update on table resource_counts to inventory_app;
grant delete, select on table resource_counts to inventory_sealer;
grant insert, maintain, select, update on table resource_documents to inventory_app;
grant select on table resource_documents to inventory_definer;
grant delete, insert, select, update on table resource_drift to inventory_app;
grant delete, insert, select, update on table resource_environments to inventory_app;
grant delete, insert, select, update on table resource_former_texts to inventory_app;
grant delete, select on table resource_former_texts to inventory_sealer;
grant delete, insert, maintain, select, update on table resource_history to inventory_app;
grant delete, select on table resource_history to inventory_sealer;
grant delete, insert, maintain, select, update on table resource_identifiers to inventory_app;
grant delete, insert, select, update on table resource_pair_counts to inventory_app;
grant delete, select on table resource_pair_counts to inventory_sealer;
grant delete, insert, maintain, select, update on table resource_revisions to inventory_app;
grant delete, insert, maintain, select, update on table resource_search to inventory_app;
grant select on table resource_search to inventory_definer;
grant delete, select on table resource_search to inventory_sealer;
grant delete, insert, maintain, select, update on table resource_tags to inventory_app;
grant delete, select on table resource_tags to inventory_sealer;
grant delete, insert, select, update on table resource_teams to inventory_app;
grant insert, maintain, select, update on table resources to inventory_app;
grant delete, select on table resources to inventory_sealer;
grant delete, insert, select, update on table role_checks to inventory_app;
grant delete, insert, select, update on table runs to inventory_app;
grant select on table runs to inventory_definer;
grant delete, insert, select, update on table saved_queries to inventory_app;
grant delete, insert, select, update on table saved_query_members to inventory_app;
grant delete, insert, select, update on table scan_accounts to inventory_app;
grant select on table scan_accounts to inventory_definer;
grant delete, insert, select, update on table scan_tasks to inventory_app;
grant delete, insert, select, update on table scans to inventory_app;
grant delete, insert, select, update on table scim_group_members to inventory_app;
grant delete, insert, select, update on table scim_groups to inventory_app;
grant delete, insert, select, update on table scim_users to inventory_app;
grant delete, insert, select, update on table scm_connections to inventory_app;
grant select, update (next_sync_at) on table scm_connections to inventory_definer;
grant delete, insert, select, update on table scm_deliveries to inventory_app;
grant select on table scm_deliveries to inventory_definer;
grant delete, insert, select, update on table scm_install_states to inventory_app;
grant select on table scm_install_states to inventory_definer;
grant insert, select on table search_cells to inventory_app;
grant select on table search_cells to inventory_definer;
grant delete, insert, select, update on table second_factors to inventory_app;
grant select on table second_factors to inventory_definer;
grant insert, select, update on table secret_hash_keys to inventory_app;
grant delete, insert, select on table seen_resources to inventory_app;
grant delete, select on table seen_resources to inventory_sealer;
grant delete, insert, select, update on table sessions to inventory_app;
grant select on table sessions to inventory_definer;
grant delete, insert, select, update on table shared_references to inventory_app;
grant delete, insert, select, update on table sso_configurations to inventory_app;
grant select on table sso_configurations to inventory_definer;
grant delete, insert, select, update on table sso_domains to inventory_app;
grant select on table sso_domains to inventory_definer;
grant delete, insert, select, update on table sso_identities to inventory_app;
grant delete, insert, select, update on table sso_logout_tokens to inventory_app;
grant delete, insert, select, update on table sso_transactions to inventory_app;
grant delete, insert, select, update on table stack_readings to inventory_app;
grant delete, insert, select, update on table stack_resources to inventory_app;
grant delete, insert, select, update on table state_entries to inventory_app;
grant delete, insert, select, update on table state_entry_attributes to inventory_app;
grant delete, insert, select, update on table state_source_accounts to inventory_app;
grant delete, insert, select, update on table state_sources to inventory_app;
grant select, update (next_sync_at) on table state_sources to inventory_definer;
grant delete, insert, select, update on table team_members to inventory_app;
grant delete, insert, select, update on table teams to inventory_app;
grant delete, insert, select, update on table token_buckets to inventory_app;
grant delete, insert, select, update on table user_tokens to inventory_app;
grant select on table user_tokens to inventory_definer;
grant insert, select, update on table users to inventory_app;
grant select on table users to inventory_definer;

revoke all on function active_runs(text,interval,timestamp with time zone,uuid,integer) from public;
revoke all on function begin_api_token(bytea) from public;
revoke all on function begin_ingest(bytea) from public;
revoke all on function begin_session(uuid) from public;
revoke all on function built_in_roles(text[]) from public;
revoke all on function claim_due_feeds(interval,integer,uuid[]) from public;
revoke all on function claim_due_subscriptions(integer) from public;
revoke all on function claim_hcp_terraform_syncs(interval,integer) from public;
revoke all on function claim_scm_syncs(interval,interval,integer) from public;
revoke all on function claim_state_detections(interval,integer) from public;
revoke all on function claim_state_syncs(interval,integer,integer) from public;
revoke all on function connections_to_sync(interval,uuid,integer) from public;
revoke all on function count_scm_connections() from public;
revoke all on function custom_permissions(uuid,text[]) from public;
revoke all on function delete_github_installation(bigint) from public;
revoke all on function delete_old_github_installations(integer) from public;
revoke all on function delete_old_resources(timestamp with time zone,integer) from public;
revoke all on function delete_organization(uuid) from public;
revoke all on function due_event_scans(interval,interval,integer,uuid,integer) from public;
revoke all on function due_schedules(uuid,integer) from public;
revoke all on function event_backlog() from public;
revoke all on function expired_turns(integer) from public;
revoke all on function find_domain_owner(text) from public;
revoke all on function find_email_owner(text) from public;
revoke all on function find_github_connection(bigint) from public;
revoke all on function find_github_installer(bigint) from public;
revoke all on function find_invitation(bytea) from public;
revoke all on function find_login(text) from public;
revoke all on function find_scm_connection(uuid) from public;
revoke all on function find_sso_clients(text,text) from public;
revoke all on function find_user_token(bytea,text) from public;
revoke all on function has_signed_in_from(text,text) from public;
revoke all on function increase_version() from public;
revoke all on function index_documents() from public;
revoke all on function inference_queue_rows(integer) from public;
revoke all on function inference_queues() from public;
revoke all on function number_events(integer,double precision,double precision) from public;
revoke all on function oldest_active_runs() from public;
revoke all on function organization_ids() from public;
revoke all on function organizations_to_count(interval) from public;
revoke all on function organizations_to_index() from public;
revoke all on function organizations_to_infer() from public;
revoke all on function organizations_with_due_domains(timestamp with time zone) from public;
revoke all on function organizations_with_queued_deliveries(interval,uuid,integer) from public;
revoke all on function pending_github_claims(bigint,bigint) from public;
revoke all on function property_candidate_ids(text[],jsonb,integer) from public;
revoke all on function prune_audit_entries(integer) from public;
revoke all on function record_github_installation(bigint,bigint,text,bigint) from public;
revoke all on function scan_schedules(uuid,integer) from public;
revoke all on function scm_delivery_queue() from public;
revoke all on function seal_audit_entries(integer) from public;
revoke all on function search_text_counts(text,boolean,boolean,boolean) from public;
revoke all on function search_text_ids(text,boolean,integer) from public;
revoke all on function turn_positions(uuid[],uuid[]) from public;
revoke all on function use_github_installation(bigint,bigint,text) from public;

grant execute on function active_runs(text,interval,timestamp with time zone,uuid,integer) to inventory_app;
grant execute on function begin_api_token(bytea) to inventory_app;
grant execute on function begin_ingest(bytea) to inventory_app;
grant execute on function begin_session(uuid) to inventory_app;
grant execute on function built_in_roles(text[]) to inventory_app;
grant execute on function claim_due_feeds(interval,integer,uuid[]) to inventory_app;
grant execute on function claim_due_subscriptions(integer) to inventory_app;
grant execute on function claim_hcp_terraform_syncs(interval,integer) to inventory_app;
grant execute on function claim_scm_syncs(interval,interval,integer) to inventory_app;
grant execute on function claim_state_detections(interval,integer) to inventory_app;
grant execute on function claim_state_syncs(interval,integer,integer) to inventory_app;
grant execute on function connections_to_sync(interval,uuid,integer) to inventory_app;
grant execute on function count_scm_connections() to inventory_app;
grant execute on function custom_permissions(uuid,text[]) to inventory_app;
grant execute on function custom_permissions(uuid,text[]) to inventory_definer;
grant execute on function delete_github_installation(bigint) to inventory_app;
grant execute on function delete_old_github_installations(integer) to inventory_app;
grant execute on function delete_old_resources(timestamp with time zone,integer) to inventory_app;
grant execute on function delete_organization(uuid) to inventory_owner;
grant execute on function due_event_scans(interval,interval,integer,uuid,integer) to inventory_app;
grant execute on function due_schedules(uuid,integer) to inventory_app;
grant execute on function event_backlog() to inventory_app;
grant execute on function expired_turns(integer) to inventory_app;
grant execute on function find_domain_owner(text) to inventory_app;
grant execute on function find_email_owner(text) to inventory_app;
grant execute on function find_github_connection(bigint) to inventory_app;
grant execute on function find_github_installer(bigint) to inventory_app;
grant execute on function find_invitation(bytea) to inventory_app;
grant execute on function find_login(text) to inventory_app;
grant execute on function find_scm_connection(uuid) to inventory_app;
grant execute on function find_sso_clients(text,text) to inventory_app;
grant execute on function find_user_token(bytea,text) to inventory_app;
grant execute on function has_signed_in_from(text,text) to inventory_app;
grant execute on function index_documents() to inventory_app;
grant execute on function inference_queue_rows(integer) to inventory_app;
grant execute on function inference_queues() to inventory_app;
grant execute on function number_events(integer,double precision,double precision) to inventory_app;
grant execute on function oldest_active_runs() to inventory_app;
grant execute on function organization_ids() to inventory_app;
grant execute on function organizations_to_count(interval) to inventory_app;
grant execute on function organizations_to_index() to inventory_app;
grant execute on function organizations_to_infer() to inventory_app;
grant execute on function organizations_with_due_domains(timestamp with time zone) to inventory_app;
grant execute on function organizations_with_queued_deliveries(interval,uuid,integer) to inventory_app;
grant execute on function pending_github_claims(bigint,bigint) to inventory_app;
grant execute on function property_candidate_ids(text[],jsonb,integer) to inventory_app;
grant execute on function prune_audit_entries(integer) to inventory_app;
grant execute on function record_github_installation(bigint,bigint,text,bigint) to inventory_app;
grant execute on function scan_schedules(uuid,integer) to inventory_app;
grant execute on function scm_delivery_queue() to inventory_app;
grant execute on function seal_audit_entries(integer) to inventory_app;
grant execute on function search_text_counts(text,boolean,boolean,boolean) to inventory_app;
grant execute on function search_text_ids(text,boolean,integer) to inventory_app;
grant execute on function turn_positions(uuid[],uuid[]) to inventory_app;
grant execute on function use_github_installation(bigint,bigint,text) to inventory_app;

comment on column public.changes.candidates is 'Events of other actors that can have caused the change, newest first: [{eventName, occurredAt, actor, owner}].';
comment on column public.changes.owner is 'The resource that the event names in place of the changed one: {resourceType, id, nativeId}.';
comment on column public.cloudtrail_events.table_version is 'Version of the operation table by which the keys were read. Null: hashes of texts without a type.';
comment on column public.cloudtrail_feeds.attributed_until is 'Watermark of the last complete poll. Attributions of changes that were detected 15 minutes earlier are final.';
comment on column public.cloudtrail_feeds.next_poll_at is 'Null while the account cannot be read or does not use the region; such a feed is not polled.';
