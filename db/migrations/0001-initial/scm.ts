import { definerFunctions, definerReads, tenantAccess } from './access.ts';

/** Connections to GitHub and GitLab, repositories, infrastructure-as-code projects and pull requests. */
export const scm = String.raw`
-- Deleting a connection sets deleted_at; a workflow then deletes its repositories and the row. GitHub: installation_id and
-- no secrets. GitLab: an access token and a webhook secret, and external_org_id is the id of the group.
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
  token_expires_at timestamptz,
  -- GitHub: permission to level (contents: write). GitLab: scope to true.
  granted_permissions jsonb not null default '{}',
  status text not null default 'active',
  last_error text,
  -- Increases with each stored change of the status, so that a response that was read before a change is not stored after it.
  state_version integer not null default 0,
  -- Since when requests fail because the provider is unavailable.
  unavailable_since timestamptz,
  -- No request is sent before this time: the provider limits the rate of requests, or is unavailable.
  retry_at timestamptz,
  -- Whether repositories that appear later are selected as well.
  select_all boolean not null default false,
  last_synced_at timestamptz,
  -- When the schedule starts the next sync.
  next_sync_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint scm_connections_pkey primary key (organization_id, id),
  constraint scm_connections_organization_fkey foreign key (organization_id)
    references organizations (id) on delete cascade,
  constraint scm_connections_provider_check check (provider in ('github', 'gitlab')),
  constraint scm_connections_kind_check check (external_org_kind in ('user', 'organization', 'group')),
  constraint scm_connections_status_check check (status in ('active', 'suspended', 'revoked', 'error')),
  constraint scm_connections_credentials_check check (
    (provider = 'github') = (installation_id is not null)
    and (provider = 'gitlab') = (access_token_sealed is not null and webhook_secret_sealed is not null))
);
create unique index scm_connections_group_key
  on scm_connections (organization_id, provider, base_url, external_org_id) where deleted_at is null;
-- An installation is bound to one connection of one organization.
create unique index scm_connections_installation_key on scm_connections (installation_id) where deleted_at is null;
create index scm_connections_due_index on scm_connections (organization_id, next_sync_at) where deleted_at is null;

-- States of GitHub App installations that a user started. installation_id, github_user_id and claimed_at are set when
-- GitHub showed the installation to a person before its delivery was received.
create table scm_install_states (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  user_id uuid not null,
  installation_id bigint,
  github_user_id bigint,
  claimed_at timestamptz,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint scm_install_states_pkey primary key (organization_id, id),
  constraint scm_install_states_user_fkey foreign key (organization_id, user_id)
    references users (organization_id, id) on delete cascade,
  constraint scm_install_states_claim_check check (
    (installation_id is null) = (github_user_id is null) and (installation_id is null) = (claimed_at is null))
);
create index scm_install_states_expiry_index on scm_install_states (organization_id, expires_at);
create index scm_install_states_claim_index on scm_install_states (installation_id) where installation_id is not null;

-- Verified installation.created deliveries, which prove who installed the App. The organization is not known then, so
-- this table has no organization_id. Rows are deleted after seven days, or when the App is uninstalled.
create table github_installations (
  installation_id bigint not null,
  account_id bigint not null,
  account_login text not null,
  -- Null when the installation was bound before its delivery was received.
  sender_id bigint,
  -- When the installation was bound. From then on, a delivery proves nothing.
  bound_at timestamptz,
  created_at timestamptz not null default now(),
  constraint github_installations_pkey primary key (installation_id),
  constraint github_installations_sender_check check (sender_id is not null or bound_at is not null)
);
create index github_installations_created_index on github_installations (created_at);

-- A removed repository keeps its row: selected again, it has its projects with their corrections.
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
  status text not null default 'pending',
  -- Why a repository is removed: a user deselected it, or the provider's list lacks it. An unlisted one is selected again
  -- when the provider lists it again.
  removal_reason text,
  last_error text,
  -- The last push (GitLab: the last activity), and its value when the head was last compared with the last scanned commit.
  pushed_at timestamptz,
  checked_pushed_at timestamptz,
  -- When the head is compared although the provider reports no push.
  next_head_check_at timestamptz,
  last_scanned_commit_sha text,
  last_scanned_at timestamptz,
  last_scan jsonb,
  automation_grants text[] not null default '{}',
  -- Until when pull requests were read completely.
  pull_requests_synced_at timestamptz,
  -- The running pass over the pull requests: when it began, and the page of the provider's list to read next.
  pull_requests_pass_started_at timestamptz,
  pull_requests_next_page integer,
  -- The newest update in the list of pull requests when its first page was last read; null without one, or when a later
  -- update could have the same time.
  pull_requests_newest_update timestamptz,
  -- Digest of the projects with which the projects of all pull requests were computed last.
  pull_request_projects_key text,
  -- A request for a scan that has not begun. A scan clears it when it begins.
  scan_requested_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- When the states of the repository's projects are detected again. Null: no project has a backend whose state can be
  -- detected.
  next_state_detection_at timestamptz,
  constraint repositories_pkey primary key (organization_id, id),
  constraint repositories_external_id_key unique (organization_id, scm_connection_id, external_id),
  constraint repositories_connection_fkey foreign key (organization_id, scm_connection_id)
    references scm_connections (organization_id, id) on delete cascade,
  constraint repositories_provider_check check (provider in ('github', 'gitlab')),
  constraint repositories_visibility_check check (visibility in ('public', 'internal', 'private')),
  constraint repositories_status_check check (status in ('pending', 'active', 'error', 'removed')),
  constraint repositories_removal_reason_check check (removal_reason in ('deselected', 'unlisted')),
  constraint repositories_grants_check check (
    automation_grants <@ array['comment_on_pull_requests', 'open_pull_requests', 'set_commit_status'])
);
create index repositories_name_index on repositories (organization_id, full_name, id);
create index repositories_state_detection_index on repositories (organization_id, next_state_detection_at);

-- The parsed files of the last scanned commit that detection reads. An unchanged file is not read again.
create table iac_documents (
  organization_id uuid not null,
  repository_id uuid not null,
  path text not null,
  -- Blob SHA, format and parser version: rows with the same key have the same document.
  document_key text not null,
  document jsonb not null,
  -- The folder of the file; '.' for the root. The declarations of a module are the files of one folder.
  folder text not null generated always as (
    case when strpos(path, '/') = 0 then '.' else regexp_replace(path, '/[^/]*$', '') end) stored,
  constraint iac_documents_pkey primary key (organization_id, repository_id, path),
  constraint iac_documents_repository_fkey foreign key (organization_id, repository_id)
    references repositories (organization_id, id) on delete cascade
);
create index iac_documents_folder_index on iac_documents (organization_id, repository_id, folder);

-- The paths of all files and folders of the last scanned commit, with '.' for the root. Projects that were corrected or
-- added by hand exist as long as their path does.
create table repository_paths (
  organization_id uuid not null,
  repository_id uuid not null,
  paths text[] not null,
  constraint repository_paths_pkey primary key (organization_id, repository_id),
  constraint repository_paths_repository_fkey foreign key (organization_id, repository_id)
    references repositories (organization_id, id) on delete cascade
);

-- The key contains the detected system, so that a correction of the system keeps the row. No two projects of a path have
-- the same system, corrected or not.
create table iac_projects (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  repository_id uuid not null,
  path text not null,
  detected_system text not null,
  system text not null,
  kind text not null,
  detection text not null,
  status text not null default 'active',
  -- The system and kind that the last scan detected, to which a reset returns.
  detected_kind text,
  disabled boolean not null default false,
  backend_type text,
  backend_config jsonb not null default '{}',
  required_providers jsonb not null default '{}',
  environment_hints jsonb not null default '{}',
  evidence jsonb not null default '[]',
  unreadable_files jsonb not null default '[]',
  -- Files and folders outside of the project to which its code refers.
  code_references jsonb not null default '[]',
  environment_id uuid,
  last_seen_commit_sha text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Literal locations of the AWS provider configurations of the root module: source, and alias, region and assumeRoleAccount
  -- where known.
  provider_locations jsonb not null default '[]',
  constraint iac_projects_pkey primary key (organization_id, id),
  constraint iac_projects_path_key unique (organization_id, repository_id, path, detected_system),
  constraint iac_projects_system_key unique (organization_id, repository_id, path, system),
  constraint iac_projects_repository_fkey foreign key (organization_id, repository_id)
    references repositories (organization_id, id) on delete cascade,
  constraint iac_projects_environment_fkey foreign key (organization_id, environment_id)
    references environments (organization_id, id) on delete set null (environment_id),
  constraint iac_projects_detected_system_check check (detected_system in ('terraform', 'opentofu', 'terragrunt',
    'cloudformation', 'sam', 'cdk', 'pulumi', 'serverless', 'helm', 'kustomize', 'crossplane', 'ansible', 'bicep')),
  constraint iac_projects_system_check check (system in ('terraform', 'opentofu', 'terragrunt', 'cloudformation',
    'sam', 'cdk', 'pulumi', 'serverless', 'helm', 'kustomize', 'crossplane', 'ansible', 'bicep')),
  constraint iac_projects_kind_check check (kind in ('root', 'module', 'stack', 'chart', 'playbook', 'example')),
  constraint iac_projects_detected_kind_check check (
    detected_kind in ('root', 'module', 'stack', 'chart', 'playbook', 'example')),
  constraint iac_projects_detection_check check (detection in ('automatic', 'manual', 'corrected')),
  constraint iac_projects_status_check check (status in ('active', 'disabled', 'missing'))
);
create index iac_projects_repository_index on iac_projects (organization_id, repository_id, id);
create index iac_projects_environment_index on iac_projects (organization_id, environment_id);

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
  labels text[] not null default '{}',
  -- Fields that a limit cut.
  truncated text[] not null default '{}',
  -- Changed paths of the head, with the paths before renames; the head and the target branch for which they were read.
  changed_paths jsonb not null default '[]',
  changed_paths_sha text,
  changed_paths_target text,
  changed_paths_truncated boolean not null default false,
  opened_at timestamptz not null,
  merged_at timestamptz,
  closed_at timestamptz,
  provider_updated_at timestamptz not null,
  -- Before the request whose response is stored. It orders copies with the same provider_updated_at, which has seconds.
  observed_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint pull_requests_pkey primary key (organization_id, id),
  constraint pull_requests_number_key unique (organization_id, repository_id, number),
  constraint pull_requests_repository_fkey foreign key (organization_id, repository_id)
    references repositories (organization_id, id) on delete cascade,
  constraint pull_requests_state_check check (state in ('open', 'merged', 'closed'))
);
create index pull_requests_opened_index on pull_requests (organization_id, opened_at desc, id desc);

create table pull_request_projects (
  organization_id uuid not null,
  pull_request_id uuid not null,
  iac_project_id uuid not null,
  constraint pull_request_projects_pkey primary key (organization_id, pull_request_id, iac_project_id),
  constraint pull_request_projects_pull_request_fkey foreign key (organization_id, pull_request_id)
    references pull_requests (organization_id, id) on delete cascade,
  constraint pull_request_projects_project_fkey foreign key (organization_id, iac_project_id)
    references iac_projects (organization_id, id) on delete cascade
);
create index pull_request_projects_project_index on pull_request_projects (organization_id, iac_project_id);

-- The impact of the newest plan of a project, which the comment of the pull request shows. A report has a new report_id. Plans
-- of a former head, and plans of other workspaces, do not replace an impact.
create table pull_request_impacts (
  organization_id uuid not null,
  pull_request_id uuid not null,
  iac_project_id uuid not null,
  report_id uuid not null,
  commit_sha text not null,
  impact jsonb not null,
  reported_at timestamptz not null,
  workspace text not null default '',
  constraint pull_request_impacts_pkey
    primary key (organization_id, pull_request_id, iac_project_id, commit_sha, workspace),
  constraint pull_request_impacts_report_key unique (organization_id, report_id),
  constraint pull_request_impacts_pull_request_fkey foreign key (organization_id, pull_request_id)
    references pull_requests (organization_id, id) on delete cascade,
  constraint pull_request_impacts_project_fkey foreign key (organization_id, iac_project_id)
    references iac_projects (organization_id, id) on delete cascade
);
create index pull_request_impacts_project_index on pull_request_impacts (organization_id, iac_project_id);

-- The comment of a pull request at the provider. The lease lets one activity write at a time.
create table pull_request_comments (
  organization_id uuid not null,
  pull_request_id uuid not null,
  external_id text,
  -- Digest of the text that the provider has stored.
  body_digest text,
  -- Digest of the commit status that the provider has stored.
  status_digest text,
  lease_id uuid,
  lease_until timestamptz,
  constraint pull_request_comments_pkey primary key (organization_id, pull_request_id),
  constraint pull_request_comments_pull_request_fkey foreign key (organization_id, pull_request_id)
    references pull_requests (organization_id, id) on delete cascade,
  constraint pull_request_comments_lease_check check ((lease_id is null) = (lease_until is null))
);

create table repository_applications (
  organization_id uuid not null,
  repository_id uuid not null,
  application_id uuid not null,
  constraint repository_applications_pkey primary key (organization_id, repository_id, application_id),
  constraint repository_applications_repository_fkey foreign key (organization_id, repository_id)
    references repositories (organization_id, id) on delete cascade,
  constraint repository_applications_application_fkey foreign key (organization_id, application_id)
    references applications (organization_id, id) on delete cascade
);
create index repository_applications_application_index on repository_applications (organization_id, application_id);

-- Verified webhook deliveries. effects holds ids and commits, never text of the payload.
create table scm_deliveries (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  scm_connection_id uuid not null,
  delivery_id text not null,
  event text not null,
  effects jsonb not null,
  status text not null default 'queued',
  received_at timestamptz not null default now(),
  finished_at timestamptz,
  constraint scm_deliveries_pkey primary key (organization_id, id),
  constraint scm_deliveries_delivery_key unique (organization_id, scm_connection_id, delivery_id),
  constraint scm_deliveries_connection_fkey foreign key (organization_id, scm_connection_id)
    references scm_connections (organization_id, id) on delete cascade,
  constraint scm_deliveries_status_check check (status in ('queued', 'succeeded', 'failed'))
);
create index scm_deliveries_received_index on scm_deliveries (organization_id, received_at);
-- For the limit of deliveries per minute.
create index scm_deliveries_connection_index on scm_deliveries (organization_id, scm_connection_id, received_at);
create index scm_deliveries_queued_index on scm_deliveries (organization_id, scm_connection_id, received_at)
  where status = 'queued';

${definerFunctions(String.raw`
-- Webhooks name a connection (GitLab) or an installation (GitHub), not an organization.
create function find_scm_connection(wanted uuid) returns table (organization_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select organization_id from scm_connections where id = wanted and provider = 'gitlab' and deleted_at is null
$$;

create function find_github_connection(wanted bigint) returns table (organization_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select organization_id, id from scm_connections where installation_id = wanted and deleted_at is null
$$;

-- The claims of an installation by one person in the last ten minutes.
create function pending_github_claims(wanted bigint, claimant bigint) returns table (organization_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select organization_id, id from scm_install_states
  where installation_id = wanted and github_user_id = claimant and claimed_at > now() - interval '10 minutes'
  order by claimed_at
$$;

-- Records the sender of an installation.created delivery. Returns whether it proves the installer: false for a delivery
-- that is repeated after the installation was bound.
create function record_github_installation(installation bigint, account bigint, login text, sender bigint)
returns boolean
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into github_installations as i (installation_id, account_id, account_login, sender_id)
  values (installation, account, login, sender)
  on conflict (installation_id) do update set account_login = excluded.account_login
  returning i.bound_at is null
$$;

-- The person who installed the App; null after the installation was bound for the first time.
create function find_github_installer(wanted bigint) returns table (sender_id bigint)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select case when bound_at is null then sender_id end from github_installations where installation_id = wanted
$$;

-- The proof by delivery can be used once. Without a row, it inserts one, so that a later delivery proves nothing.
create function use_github_installation(installation bigint, account bigint, login text) returns void
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into github_installations as i (installation_id, account_id, account_login, bound_at)
  values (installation, account, login, now())
  on conflict (installation_id) do update set bound_at = coalesce(i.bound_at, excluded.bound_at)
$$;

create function delete_github_installation(wanted bigint) returns void
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  delete from github_installations where installation_id = wanted
$$;

-- GitHub redelivers for three days. The period is no parameter, so that a caller cannot delete recent rows.
create function delete_old_github_installations(at_most integer) returns bigint
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  with deleted as (
    delete from github_installations where installation_id = any(array(
      select installation_id from github_installations where created_at < now() - interval '7 days'
        order by created_at limit at_most for update skip locked))
    returning installation_id)
  select count(*) from deleted
$$;

-- Moves next_sync_at of up to at_most due connections by sync_interval, of suspended and revoked ones by slow_interval, and
-- returns them. A sync that fails at any point is therefore repeated after the interval, and not before. Each organization
-- with due connections gets the same share of at_most. A connection whose sync is active stays due. The lock serializes
-- calls, so that concurrent calls return different connections.
create function claim_scm_syncs(sync_interval interval, slow_interval interval, at_most integer)
returns table (organization_id uuid, id uuid, external_org_slug text)
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  select pg_advisory_xact_lock(hashtext('inventory.scm_syncs.claim'));
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
$$;

-- Returns a page of the organizations, by id, with queued deliveries that were received before older_than.
create function organizations_with_queued_deliveries(older_than interval, after uuid, at_most integer)
returns table (organization_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organizations o
  where (after is null or o.id > after) and exists (
    select from scm_deliveries d
    where d.organization_id = o.id and d.status = 'queued' and d.received_at < now() - older_than)
  order by o.id limit at_most
$$;

-- For the metrics of a worker. A connection has the first condition that applies.
create function count_scm_connections() returns table (provider text, condition text, connections integer)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select c.provider, case when c.status <> 'active' then c.status
      when c.unavailable_since is not null then 'unavailable'
      when c.retry_at > now() then 'rate_limited' else 'active' end as condition, count(*)::integer
  from scm_connections c where c.deleted_at is null group by 1, 2
$$;

create function scm_delivery_queue() returns table (deliveries integer, oldest_seconds float8)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select count(*)::integer, coalesce(extract(epoch from now() - min(received_at)), 0)::float8
  from scm_deliveries where status = 'queued'
$$;
`)}

${tenantAccess([
  'scm_connections',
  'scm_install_states',
  'repositories',
  'iac_documents',
  'repository_paths',
  'iac_projects',
  'pull_requests',
  'pull_request_projects',
  'pull_request_impacts',
  'pull_request_comments',
  'repository_applications',
  'scm_deliveries',
])}
${definerReads(['scm_connections', 'scm_install_states', 'repositories', 'scm_deliveries'])}
-- claim_scm_syncs and claim_state_detections change these columns, in all organizations.
create policy scm_connections_definer_claims on scm_connections for update to inventory_definer
  using (true) with check (true);
grant update (next_sync_at) on scm_connections to inventory_definer;
create policy repositories_definer_claims on repositories for update to inventory_definer using (true) with check (true);
grant update (next_state_detection_at) on repositories to inventory_definer;
-- No policy and no privilege for inventory_app: only the functions above read and write this table.
alter table github_installations enable row level security, force row level security;
create policy github_installations_definer on github_installations to inventory_definer using (true) with check (true);
grant select, insert, update, delete on github_installations to inventory_definer;
`;
