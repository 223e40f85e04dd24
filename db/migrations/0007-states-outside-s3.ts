import type { Knex } from 'knex';

/**
 * States that are not in S3: pushed ones and those of HCP Terraform. Backends that detection evaluated, and the version of the
 * detector.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
-- An organization of HCP Terraform or Terraform Enterprise. Its workspaces are state sources.
create table hcp_terraform_connections (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  hostname text not null,
  organization_name text not null,
  token_sealed text not null,
  -- Globs of the names of workspaces. Null: all.
  workspaces text[],
  -- Ids of workspaces whose source a user deleted.
  ignored_workspaces text[] not null default '{}',
  -- The outcome of the last sync.
  status text not null default 'pending',
  -- <code>: <sentence>
  last_error text,
  last_synced_at timestamptz,
  next_sync_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint hcp_terraform_connections_pkey primary key (organization_id, id),
  constraint hcp_terraform_connections_name_key unique (organization_id, hostname, organization_name),
  constraint hcp_terraform_connections_organization_fkey foreign key (organization_id)
    references organizations (id) on delete cascade,
  constraint hcp_terraform_connections_status_check check (status in ('pending', 'synced', 'error'))
);
create index hcp_terraform_connections_due_index on hcp_terraform_connections (organization_id, next_sync_at);
alter table hcp_terraform_connections enable row level security, force row level security;
create policy hcp_terraform_connections_tenant on hcp_terraform_connections to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on hcp_terraform_connections to inventory_app;
create policy hcp_terraform_connections_definer on hcp_terraform_connections for select to inventory_definer using (true);
create policy hcp_terraform_connections_definer_claims on hcp_terraform_connections for update to inventory_definer
  using (true) with check (true);
grant select, update (next_sync_at) on hcp_terraform_connections to inventory_definer;

alter table state_sources
  alter column bucket drop not null,
  alter column key drop not null,
  -- Of a source that is not in S3: what a pipeline named it, or the organization and the workspace of HCP Terraform.
  add column name text,
  -- Of a pushed state: the repository and the project that the pipeline named.
  add column repository_name text,
  add column repository_provider text,
  add column project_path text,
  -- Of a pushed state: how long after a push the source is overdue.
  add column max_age_hours integer,
  -- Of a pushed state: the accounts that the pipeline named as the ones that it reaches. Null: none were named.
  add column pushed_account_ids uuid[],
  add column hcp_connection_id uuid,
  -- The id of the workspace of HCP Terraform.
  add column external_id text,
  -- What HCP Terraform says of the workspace, by which its project is found: {name, tags, repository, directory}.
  add column hcp_workspace jsonb,
  -- The source that holds the same state, and counts instead of this one.
  add column superseded_by uuid,
  -- Resources that entries claimed before the last push, until their management states are computed.
  add column released_resource_ids uuid[] not null default '{}',
  add constraint state_sources_hcp_connection_fkey foreign key (organization_id, hcp_connection_id)
    references hcp_terraform_connections (organization_id, id) on delete cascade,
  add constraint state_sources_superseded_by_fkey foreign key (organization_id, superseded_by)
    references state_sources (organization_id, id) on delete set null (superseded_by),
  add constraint state_sources_hcp_workspace_key unique (organization_id, hcp_connection_id, external_id),
  drop constraint state_sources_kind_check,
  add constraint state_sources_kind_check check (kind in ('s3', 'pushed', 'hcp_terraform')),
  add constraint state_sources_config_check check (
    case kind when 's3' then bucket is not null and key is not null
      when 'pushed' then name is not null and max_age_hours is not null
      else name is not null and hcp_connection_id is not null and external_id is not null end),
  add constraint state_sources_max_age_check check (max_age_hours between 1 and 2160),
  add constraint state_sources_repository_provider_check check (repository_provider in ('github', 'gitlab'));
create unique index state_sources_pushed_project_key
  on state_sources (organization_id, lower(repository_name), project_path, workspace) nulls not distinct
  where kind = 'pushed' and repository_name is not null;
create unique index state_sources_pushed_name_key on state_sources (organization_id, name)
  where kind = 'pushed' and repository_name is null;
create index state_sources_lineage_index on state_sources (organization_id, iac_project_id, lineage);
create index state_sources_superseded_by_index on state_sources (organization_id, superseded_by)
  where superseded_by is not null;

alter table iac_project_states
  -- The file whose values make this backend of a project with several ones.
  add column variant text not null default '',
  drop constraint iac_project_states_pkey,
  add constraint iac_project_states_pkey primary key (organization_id, iac_project_id, workspace, variant);

alter table iac_projects
  -- The backends of a project whose attributes detection evaluated: [{config, variant, evaluated}].
  add column backends jsonb not null default '[]',
  -- Why no state can be detected, and the names of the values that its backend needs.
  add column state_reason text,
  add column state_reason_names text[] not null default '{}';

alter table repositories
  -- The version of the detector that made the projects.
  add column detector_version integer;

-- Other migrations add kinds too, so the list is extended as it is.
do $$
declare definition text;
begin
  select pg_get_constraintdef(oid) into strict definition from pg_constraint where conname = 'runs_kind_check';
  alter table runs drop constraint runs_kind_check;
  execute 'alter table runs add constraint runs_kind_check '
    || replace(definition, 'ARRAY[', 'ARRAY[''sync_hcp_terraform''::text, ');
end $$;

set local role none;
grant create on schema public to inventory_definer;
set local role inventory_definer;
drop function claim_state_syncs(interval, integer, integer);
${claimStateSyncs('name text, ', 's.name, ')}
-- Moves next_sync_at of up to at_most due connections by sync_interval, and returns them. Each organization with due connections
-- gets the same share of at_most. A connection whose sync is active stays due. The lock serializes calls.
create function claim_hcp_terraform_syncs(sync_interval interval, at_most integer)
returns table (organization_id uuid, id uuid, name text)
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
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
$$;
${accessOf('claim_state_syncs, claim_hcp_terraform_syncs')}`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
set local role none;
grant create on schema public to inventory_definer;
set local role inventory_definer;
drop function claim_state_syncs(interval, integer, integer);
drop function claim_hcp_terraform_syncs(interval, integer);
${claimStateSyncs('', '')}
${accessOf('claim_state_syncs')}
delete from runs where kind = 'sync_hcp_terraform';
do $$
declare definition text;
begin
  select pg_get_constraintdef(oid) into strict definition from pg_constraint where conname = 'runs_kind_check';
  alter table runs drop constraint runs_kind_check;
  execute 'alter table runs add constraint runs_kind_check '
    || replace(definition, '''sync_hcp_terraform''::text, ', '');
end $$;
alter table repositories drop column detector_version;
alter table iac_projects drop column backends, drop column state_reason, drop column state_reason_names;
delete from state_sources where kind <> 's3';
delete from iac_project_states where variant <> '';
alter table iac_project_states
  drop constraint iac_project_states_pkey,
  add constraint iac_project_states_pkey primary key (organization_id, iac_project_id, workspace),
  drop column variant;
drop index state_sources_pushed_project_key, state_sources_pushed_name_key, state_sources_lineage_index,
  state_sources_superseded_by_index;
alter table state_sources
  drop constraint state_sources_hcp_connection_fkey,
  drop constraint state_sources_superseded_by_fkey,
  drop constraint state_sources_hcp_workspace_key,
  drop constraint state_sources_config_check,
  drop constraint state_sources_max_age_check,
  drop constraint state_sources_repository_provider_check,
  drop constraint state_sources_kind_check,
  add constraint state_sources_kind_check check (kind in ('s3')),
  drop column name, drop column repository_name, drop column repository_provider, drop column project_path,
  drop column max_age_hours, drop column pushed_account_ids, drop column hcp_connection_id, drop column external_id,
  drop column hcp_workspace, drop column superseded_by,
  drop column released_resource_ids,
  alter column bucket set not null,
  alter column key set not null;
drop table hcp_terraform_connections;`);
}

/** As in 0001-initial, with further columns of the result. */
function claimStateSyncs(columns: string, values: string): string {
  return String.raw`
-- Moves next_sync_at of up to at_most due sources by sync_interval, and returns them. A sync that fails at any point is
-- therefore repeated after the interval, and not before. Each organization with due sources gets the same share of at_most,
-- and no more than active_limit minus its active syncs. A source whose sync is active stays due. The lock serializes calls, so
-- that concurrent calls return different sources.
create function claim_state_syncs(sync_interval interval, at_most integer, active_limit integer)
returns table (organization_id uuid, id uuid, ${columns}bucket text, key text)
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
  returning s.organization_id, s.id, ${values}s.bucket, s.key
$$;`;
}

function accessOf(functions: string): string {
  return `
revoke all on function ${functions} from public;
grant execute on function ${functions} to inventory_app;
set local role none;
revoke create on schema public from inventory_definer;
set local role inventory_owner;`;
}
