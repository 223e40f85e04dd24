import { tenantAccess } from './access.ts';

/**
 * Executions of infrastructure tools that CI systems report, and their plans. Only redacted values are stored: never the plan's
 * text, its variables, state, configuration or the values of outputs.
 */
export const plans = String.raw`
-- The reported repository, path and number are kept as text: their records can be missing, or appear later.
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
  started_at timestamptz,
  finished_at timestamptz,
  -- Id of the newest plan of the execution.
  plan_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Whether started_at and finished_at are times of reports, which a later report that names them replaces.
  started_by_report boolean not null default false,
  ended_by_report boolean not null default false,
  explanation_due boolean not null default false,
  constraint executions_pkey primary key (organization_id, id),
  constraint executions_external_id_key unique (organization_id, external_id, kind),
  constraint executions_organization_fkey foreign key (organization_id)
    references organizations (id) on delete cascade,
  constraint executions_repository_fkey foreign key (organization_id, repository_id)
    references repositories (organization_id, id) on delete set null (repository_id),
  constraint executions_project_fkey foreign key (organization_id, iac_project_id)
    references iac_projects (organization_id, id) on delete set null (iac_project_id),
  constraint executions_pull_request_fkey foreign key (organization_id, pull_request_id)
    references pull_requests (organization_id, id) on delete set null (pull_request_id),
  constraint executions_kind_check check (kind in ('plan', 'apply', 'destroy', 'drift')),
  constraint executions_status_check check (status in ('queued', 'running', 'succeeded', 'failed', 'cancelled'))
);
create index executions_created_index on executions (organization_id, created_at);
create index executions_repository_index on executions (organization_id, repository_id, id)
  where repository_id is not null;
create index executions_project_index on executions (organization_id, iac_project_id, id)
  where iac_project_id is not null;
create index executions_pull_request_index on executions (organization_id, pull_request_id) where pull_request_id is not null;
create index executions_explanation_due_index on executions (organization_id, id) where explanation_due;
create index executions_commit_index on executions (organization_id, commit_sha) where commit_sha is not null;
-- Executions whose repository, project or pull request is not known yet.
create index executions_unknown_repository_index on executions (organization_id, repository_name, repository_provider)
  where repository_id is null and repository_name is not null;
create index executions_unknown_project_index on executions (organization_id, repository_id, project_path)
  where iac_project_id is null and repository_id is not null and project_path is not null;
create index executions_unknown_pull_request_index on executions (organization_id, repository_id, pull_request_number)
  where pull_request_id is null and repository_id is not null and pull_request_number is not null;

-- hash: HMAC of the plan's bytes. project_path and workspace are '' when the report names none, so that they are part of the
-- identity. impact and summary as the API returns them.
create table plans (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  execution_id uuid not null,
  project_path text not null default '',
  workspace text not null default '',
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
  outputs jsonb not null default '[]',
  checks jsonb not null default '[]',
  change_count integer not null,
  -- When the values of the changes were deleted.
  values_deleted_at timestamptz,
  -- Whether the changes that the plan may concern are not explained yet.
  explanation_due boolean not null default false,
  created_at timestamptz not null default now(),
  constraint plans_pkey primary key (organization_id, id),
  constraint plans_identity_key unique (organization_id, execution_id, project_path, workspace),
  constraint plans_execution_fkey foreign key (organization_id, execution_id)
    references executions (organization_id, id) on delete cascade,
  constraint plans_repository_fkey foreign key (organization_id, repository_id)
    references repositories (organization_id, id) on delete set null (repository_id),
  constraint plans_project_fkey foreign key (organization_id, iac_project_id)
    references iac_projects (organization_id, id) on delete set null (iac_project_id),
  constraint plans_pull_request_fkey foreign key (organization_id, pull_request_id)
    references pull_requests (organization_id, id) on delete set null (pull_request_id)
);
create index plans_created_index on plans (organization_id, created_at, id);
create index plans_project_index on plans (organization_id, iac_project_id, created_at) where iac_project_id is not null;
create index plans_pull_request_index on plans (organization_id, pull_request_id) where pull_request_id is not null;
create index plans_commit_index on plans (organization_id, commit_sha) where commit_sha is not null;
create index plans_explanation_due_index on plans (organization_id, id) where explanation_due;

-- position: the order of the plan. class: as the summary counts it; null for drift and deferred changes.
create table plan_changes (
  organization_id uuid not null,
  plan_id uuid not null,
  position integer not null,
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
  constraint plan_changes_pkey primary key (organization_id, plan_id, position),
  constraint plan_changes_plan_fkey foreign key (organization_id, plan_id)
    references plans (organization_id, id) on delete cascade,
  constraint plan_changes_class_check check (class in ('create', 'update', 'delete', 'replace', 'import', 'forget', 'move',
    'read', 'no_op', 'drift')),
  constraint plan_changes_origin_check check (origin in ('drift', 'deferred')),
  constraint plan_changes_unmapped_reason_check check (unmapped_reason in ('not_created_yet', 'other_provider',
    'unsupported_type', 'association', 'identity_unknown', 'ambiguous', 'not_scanned', 'not_in_inventory'))
);
create index plan_changes_resource_index on plan_changes (organization_id, resource_id, plan_id) where resource_id is not null;
create index plan_changes_create_index on plan_changes (organization_id, resource_type, plan_id)
  where class in ('create', 'replace');

-- Without statistics, Postgres expects a 200th of a table in each organization, so that lookups use the index of the other
-- column. With those of ANALYZE, an organization without rows at the time has one estimated row, and all indexes cost the same.
alter table executions alter column organization_id set statistics 0;
alter table plans alter column organization_id set statistics 0;
alter table plan_changes alter column organization_id set statistics 0;

${tenantAccess(['executions', 'plans', 'plan_changes'])}
`;
