import { definerFunctions, definerReads, tenantAccess } from './access.ts';

/** The runs of workflows. */
export const runs = String.raw`
create table runs (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  kind text not null,
  subject_id uuid not null,
  status text not null default 'queued',
  description text,
  account_id text,
  requested_by uuid,
  error text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  constraint runs_pkey primary key (organization_id, id),
  constraint runs_organization_fkey foreign key (organization_id) references organizations (id) on delete cascade,
  constraint runs_kind_check check (
    kind in ('onboard_connection', 'validate_connection', 'validate_account', 'sync_accounts', 'upgrade_template',
      'delete_connection', 'scan', 'ingest_changes', 'sync_scm_connection', 'delete_scm_connection', 'scan_repository',
      'handle_delivery', 'publish_plan_impact', 'sync_state_source', 'detect_state_sources', 'match_account',
      'open_import_pull_request', 'infer_memberships', 'extract_graph', 'answer_turn')),
  constraint runs_status_check check (
    status in ('queued', 'running', 'succeeded', 'partial', 'failed', 'cancelled'))
);
-- Allows one active run of a kind per subject.
create unique index runs_active_key on runs (organization_id, kind, subject_id)
  where status in ('queued', 'running');
create index runs_active_status_index on runs (status, created_at, id) where status in ('queued', 'running');
-- For retention.
create index runs_finished_index on runs (organization_id, finished_at) where finished_at is not null;
-- For the last run of inference: an organization can have a million ended runs a day of webhook deliveries.
create index runs_inference_index on runs (organization_id, finished_at)
  where kind = 'infer_memberships' and finished_at is not null;

${definerFunctions(String.raw`
-- Returns a page of the active runs of all organizations with one status, that are older than older_than, by
-- (created_at, id) after the given position. The sweeper starts or finishes the ones that a crash interrupted.
create function active_runs(wanted_status text, older_than interval, after_created_at timestamptz, after_id uuid,
                            at_most integer)
returns table (organization_id uuid, id uuid, kind text, subject_id uuid, status text, description text,
               account_id text, created_at timestamptz, position_at text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select organization_id, id, kind, subject_id, status, description, account_id, created_at, created_at::text as position_at
  from runs
  where status = wanted_status and status in ('queued', 'running') and created_at < now() - older_than
    and (after_created_at is null or (created_at, id) > (after_created_at, after_id))
  order by created_at, id limit at_most
$$;

-- Returns the age in seconds of the oldest queued or running run of each kind that has one.
create function oldest_active_runs() returns table (kind text, age_seconds double precision)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select kind, extract(epoch from now() - min(created_at))::double precision from runs
  where status in ('queued', 'running') group by kind
$$;
`)}

${tenantAccess(['runs'])}
${definerReads(['runs'])}
`;
