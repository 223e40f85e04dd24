import { definerFunctions, definerReads, tenantAccess } from './access.ts';

/**
 * Terraform state sources, their entries, corrections of the mapping, the history of coverage, and the locations of Terraform
 * addresses in code.
 */
export const mapping = String.raw`
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
  -- What the API returns: {arn, id, account_id, region, ...parts}, each where it is known.
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

-- Projects whose addresses were located. The locations are out of date while located_version is not code_version.
create table code_location_states (
  organization_id uuid not null,
  iac_project_id uuid not null,
  -- A change of a document in one of the project's folders increases it.
  code_version bigint not null default 1,
  -- The code_version of the locations.
  located_version bigint not null default 0,
  -- Each computation that is stored increases it. Of two concurrent computations, the second one is repeated.
  revision bigint not null default 0,
  constraint code_location_states_pkey primary key (organization_id, iac_project_id),
  constraint code_location_states_project_fkey foreign key (organization_id, iac_project_id)
    references iac_projects (organization_id, id) on delete cascade
);

-- The folders on which the locations of a project depend, in any repository. They need not exist.
create table code_location_folders (
  organization_id uuid not null,
  iac_project_id uuid not null,
  repository_id uuid not null,
  folder text not null,
  constraint code_location_folders_pkey primary key (organization_id, repository_id, folder, iac_project_id),
  constraint code_location_folders_state_fkey foreign key (organization_id, iac_project_id)
    references code_location_states (organization_id, iac_project_id) on delete cascade,
  constraint code_location_folders_repository_fkey foreign key (organization_id, repository_id)
    references repositories (organization_id, id) on delete cascade
);
create index code_location_folders_project_index on code_location_folders (organization_id, iac_project_id);

-- The git repositories that the code of a project names as module sources.
create table code_location_remotes (
  organization_id uuid not null,
  iac_project_id uuid not null,
  -- Host name and path, in lower case: github.com/acme/modules
  remote text not null,
  -- The repository and its default branch when the locations were computed; null when it was not known.
  repository_id uuid,
  default_branch text,
  constraint code_location_remotes_pkey primary key (organization_id, remote, iac_project_id),
  constraint code_location_remotes_state_fkey foreign key (organization_id, iac_project_id)
    references code_location_states (organization_id, iac_project_id) on delete cascade,
  constraint code_location_remotes_repository_fkey foreign key (organization_id, repository_id)
    references repositories (organization_id, id) on delete set null (repository_id)
);
create index code_location_remotes_project_index on code_location_remotes (organization_id, iac_project_id);
create index code_location_remotes_repository_index on code_location_remotes (organization_id, repository_id);

-- The block of an address, at the last scanned commit of the repository. An address that was not found has no row.
create table code_locations (
  organization_id uuid not null,
  iac_project_id uuid not null,
  code_address text not null,
  repository_id uuid not null,
  file text not null,
  line integer not null,
  confidence text not null,
  constraint code_locations_pkey primary key (organization_id, iac_project_id, code_address),
  constraint code_locations_project_fkey foreign key (organization_id, iac_project_id)
    references iac_projects (organization_id, id) on delete cascade,
  constraint code_locations_repository_fkey foreign key (organization_id, repository_id)
    references repositories (organization_id, id) on delete cascade,
  constraint code_locations_confidence_check check (confidence in ('high', 'medium', 'low'))
);
create index code_locations_repository_index on code_locations (organization_id, repository_id);

${definerFunctions(String.raw`
-- Moves next_sync_at of up to at_most due sources by sync_interval, and returns them. A sync that fails at any point is
-- therefore repeated after the interval, and not before. Each organization with due sources gets the same share of at_most,
-- and no more than active_limit minus its active syncs. A source whose sync is active stays due. The lock serializes calls, so
-- that concurrent calls return different sources.
create function claim_state_syncs(sync_interval interval, at_most integer, active_limit integer)
returns table (organization_id uuid, id uuid, bucket text, key text)
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  select pg_advisory_xact_lock(hashtext('inventory.state_syncs.claim'));
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
  returning s.organization_id, s.id, s.bucket, s.key
$$;

-- Returns the repositories whose states are due for detection, and makes them due again after detection_interval. Each
-- organization with due repositories gets the same share of at_most. The lock serializes calls.
create function claim_state_detections(detection_interval interval, at_most integer)
returns table (organization_id uuid, id uuid, full_name text)
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  select pg_advisory_xact_lock(hashtext('inventory.state_detections.claim'));
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
$$;
`)}

${tenantAccess([
  'state_sources',
  'iac_project_states',
  'state_entries',
  'mapping_corrections',
  'mapping_accounts',
  'mapping_coverage_days',
  'import_pull_requests',
  'code_location_states',
  'code_location_folders',
  'code_location_remotes',
  'code_locations',
])}
${definerReads(['state_sources'])}
-- claim_state_syncs changes this column, in all organizations.
create policy state_sources_definer_claims on state_sources for update to inventory_definer using (true) with check (true);
grant update (next_sync_at) on state_sources to inventory_definer;
`;
