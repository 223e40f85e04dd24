/** Terraform state sources, their entries, corrections of the mapping and the history of coverage. */
export const tables = String.raw`
-- One source is one S3 object. Its id and counts are stable across syncs; entries are replaced by difference.
create table state_sources (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  kind text not null default 's3',
  bucket text not null,
  key text not null,
  region text,
  workspace text,
  -- The account whose role reads the object. Null: the account whose inventory has the bucket.
  aws_account_id uuid,
  -- A project that a user chose. Detected projects are in iac_project_states.
  iac_project_id uuid,
  origin text not null,
  -- The outcome of the last sync. 'syncing' and 'disabled' follow from reading_run_id and disabled.
  status text not null default 'pending',
  disabled boolean not null default false,
  -- Fields of a detected source that a user set. Detection does not change them.
  patched_fields text[] not null default '{}',
  -- <code>: <sentence>
  last_error text,
  last_synced_at timestamptz,
  -- When the object was last read without an error, or found unchanged.
  last_success_at timestamptz,
  -- Since when the bucket or the key does not exist. After 24 hours the entries do not count.
  missing_since timestamptz,
  -- When the next sync starts. Null: none is due, because the source is disabled.
  next_sync_at timestamptz default now(),
  -- The run that reads a changed object. The status is 'syncing' while it is active.
  reading_run_id uuid,
  -- Of the last attempt of a sync, or of the last change of bucket, key, account or disabled. An attempt that lost its token
  -- stores nothing.
  sync_token uuid,
  -- Of the object that the entries come from.
  etag text,
  version_id text,
  size_bytes bigint,
  modified_at timestamptz,
  serial bigint,
  lineage text,
  format_version integer,
  terraform_version text,
  -- Version of the mapping rules and the parser that made the entries. Another one reads an unchanged object again.
  rules_version text,
  -- Whether the entries counted when management states were last computed: not disabled, and not missing for 24 hours.
  counted boolean not null default false,
  -- The entries except deposed ones: all, those with a resource, and those without a live resource.
  state_resources integer not null default 0,
  matched integer not null default 0,
  missing integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint state_sources_pkey primary key (organization_id, id),
  constraint state_sources_object_key unique (organization_id, bucket, key),
  constraint state_sources_organization_fkey foreign key (organization_id)
    references organizations (id) on delete cascade,
  constraint state_sources_account_fkey foreign key (organization_id, aws_account_id)
    references aws_accounts (organization_id, id) on delete set null (aws_account_id),
  constraint state_sources_project_fkey foreign key (organization_id, iac_project_id)
    references iac_projects (organization_id, id) on delete set null (iac_project_id),
  constraint state_sources_kind_check check (kind in ('s3')),
  constraint state_sources_origin_check check (origin in ('manual', 'detected')),
  constraint state_sources_status_check check (status in ('pending', 'synced', 'error'))
);
create index state_sources_due_index on state_sources (organization_id, next_sync_at);
create index state_sources_project_index on state_sources (organization_id, iac_project_id);
create index state_sources_account_index on state_sources (organization_id, aws_account_id);

-- When the states of the repository's projects are detected again. Null: no project has a backend whose state can be detected.
alter table repositories add column next_state_detection_at timestamptz;
create index repositories_state_detection_index on repositories (organization_id, next_state_detection_at);

-- When a match of the account's resources with all entries was last requested. Null: none since the last one began.
alter table aws_accounts add column match_requested_at timestamptz;

-- The detected states of a project, one per workspace. A row without state_source_id is one that a user deleted: it is not
-- detected again.
create table iac_project_states (
  organization_id uuid not null,
  iac_project_id uuid not null,
  workspace text not null,
  state_source_id uuid,
  created_at timestamptz not null default now(),
  constraint iac_project_states_pkey primary key (organization_id, iac_project_id, workspace),
  constraint iac_project_states_project_fkey foreign key (organization_id, iac_project_id)
    references iac_projects (organization_id, id) on delete cascade,
  constraint iac_project_states_source_fkey foreign key (organization_id, state_source_id)
    references state_sources (organization_id, id) on delete set null (state_source_id)
);
create index iac_project_states_source_index on iac_project_states (organization_id, state_source_id);

-- A resource instance of a state, without its attributes. candidates: the ways to find its resource, in order
-- ({method, confidence, resourceType, arn, nativeId, awsAccountNumber, region}).
create table state_entries (
  organization_id uuid not null,
  state_source_id uuid not null,
  address text not null,
  code_address text not null,
  deposed_key text,
  terraform_type text not null,
  provider text not null,
  provider_alias text,
  -- Of the inventory; null when no rule names one.
  resource_type text,
  role text not null,
  aws_account_number text,
  region text,
  arn text,
  -- What the API returns: {arn?, id?, account_id?, region?, ...parts}.
  identity jsonb not null,
  candidates jsonb not null,
  class text not null,
  reason text,
  -- The resource that the entry claims.
  resource_id uuid,
  method text,
  confidence text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint state_entries_pkey primary key (organization_id, state_source_id, address),
  constraint state_entries_source_fkey foreign key (organization_id, state_source_id)
    references state_sources (organization_id, id) on delete cascade,
  constraint state_entries_resource_fkey foreign key (organization_id, resource_id)
    references resources (organization_id, id) on delete set null (resource_id),
  constraint state_entries_role_check check (role in ('resource', 'association', 'part', 'alias', 'unlisted')),
  constraint state_entries_class_check check (
    class in ('matched', 'missing', 'association', 'unsupported', 'unscanned', 'unlinked')),
  constraint state_entries_method_check check (method in ('identity_arn', 'identity', 'arn', 'computed', 'id')),
  constraint state_entries_confidence_check check (confidence in ('high', 'medium', 'low')),
  constraint state_entries_match_check check (resource_id is null or method is not null)
);
create index state_entries_resource_index on state_entries (organization_id, resource_id) where resource_id is not null;
create index state_entries_type_index on state_entries (organization_id, resource_type) where resource_id is null;

-- Corrections name a resource by its identity columns through resource_id; they outlive the deletion of the resource in AWS.
create table mapping_corrections (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  resource_id uuid not null,
  action text not null,
  iac_project_id uuid,
  address text,
  reason text,
  -- Null: the user was deleted.
  created_by uuid,
  created_at timestamptz not null default now(),
  constraint mapping_corrections_pkey primary key (organization_id, id),
  constraint mapping_corrections_resource_fkey foreign key (organization_id, resource_id)
    references resources (organization_id, id) on delete cascade,
  constraint mapping_corrections_user_fkey foreign key (organization_id, created_by)
    references users (organization_id, id) on delete set null (created_by),
  constraint mapping_corrections_action_check check (action in ('link', 'unlink', 'ignore')),
  constraint mapping_corrections_address_check check (
    (action <> 'link' or address is not null) and (action <> 'ignore' or (address is null and iac_project_id is null)))
);
create index mapping_corrections_resource_index on mapping_corrections (organization_id, resource_id);
create index mapping_corrections_project_index on mapping_corrections (organization_id, iac_project_id);

-- The accounts of which the evidence of states is complete, as of the last computation of management states. A change of it
-- changes the state of resources that no source names.
create table mapping_accounts (
  organization_id uuid not null,
  aws_account_id uuid not null,
  evidence_complete boolean not null default false,
  updated_at timestamptz not null default now(),
  constraint mapping_accounts_pkey primary key (organization_id, aws_account_id),
  constraint mapping_accounts_account_fkey foreign key (organization_id, aws_account_id)
    references aws_accounts (organization_id, id) on delete cascade
);

-- Whether AWS made the resource ('default'), another resource, a stack or a service made it ('child'), or it is a part of
-- another resource ('part'), by the origin rules, as of the last scan. Earlier scans stored child and default as the
-- management state.
alter table resources add column origin text;
alter table resources add constraint resources_origin_check check (origin in ('child', 'default', 'part'));
alter table resources disable trigger resources_search_update;
alter table resources no force row level security;
update resources set origin = management_state where management_state in ('child', 'default');
alter table resources force row level security;
alter table resources enable trigger resources_search_update;

-- The last figures of each UTC day, for each account. figures: {managed, unmanaged, ...} as the summary counts them.
create table mapping_coverage_days (
  organization_id uuid not null,
  day date not null,
  aws_account_id uuid not null,
  figures jsonb not null,
  updated_at timestamptz not null default now(),
  constraint mapping_coverage_days_pkey primary key (organization_id, day, aws_account_id),
  constraint mapping_coverage_days_account_fkey foreign key (organization_id, aws_account_id)
    references aws_accounts (organization_id, id) on delete cascade
);

-- A request to open a pull request with import blocks: the input of the run with the same id.
create table import_pull_requests (
  organization_id uuid not null,
  id uuid not null,
  iac_project_id uuid not null,
  resource_ids uuid[] not null,
  created_at timestamptz not null default now(),
  constraint import_pull_requests_pkey primary key (organization_id, id),
  constraint import_pull_requests_run_fkey foreign key (organization_id, id)
    references runs (organization_id, id) on delete cascade,
  constraint import_pull_requests_project_fkey foreign key (organization_id, iac_project_id)
    references iac_projects (organization_id, id) on delete cascade
);
create index import_pull_requests_project_index on import_pull_requests (organization_id, iac_project_id);
`;
