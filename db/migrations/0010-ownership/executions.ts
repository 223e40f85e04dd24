/**
 * Executions of infrastructure tools that CI systems report. The reported repository, path and number are kept as text:
 * their records can be missing, or appear later.
 */
export const executions = String.raw`
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

alter table executions enable row level security, force row level security;
create policy executions_tenant on executions to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on executions to inventory_app;
`;
