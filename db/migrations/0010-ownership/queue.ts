/**
 * The queue of inference, its triggers, and the resources of the run that is in progress. The queue only grows by inserts
 * and shrinks by the deletes of the one run of an organization, so that no writer waits for a run.
 */
export const queue = String.raw`
-- kind: what changed. subject_id: its id; null for 'all'. A run expands the rows to resources.
create table inference_queue (
  organization_id uuid not null,
  id bigint not null generated always as identity,
  kind text not null,
  subject_id uuid,
  created_at timestamptz not null default now(),
  constraint inference_queue_pkey primary key (organization_id, id),
  constraint inference_queue_organization_fkey foreign key (organization_id)
    references organizations (id) on delete cascade,
  constraint inference_queue_kind_check check (kind in ('resource', 'rule', 'application', 'repository', 'project',
    'state_source', 'account', 'team', 'all')),
  constraint inference_queue_subject_check check ((kind = 'all') = (subject_id is null))
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- The resources that the current run of an organization evaluates. Empty outside of a run's transaction.
create unlogged table inference_scope (
  organization_id uuid not null,
  resource_id uuid not null,
  constraint inference_scope_pkey primary key (organization_id, resource_id),
  constraint inference_scope_organization_fkey foreign key (organization_id)
    references organizations (id) on delete cascade
);

create function queue_inserted_resources() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into inference_queue (organization_id, kind, subject_id)
    select n.organization_id, 'resource', n.id from inserted n;
  return null;
end $$;

-- Conditions read the name, issues the status and whether the resource is a child, a default or ignored.
create function queue_updated_resources() returns trigger
language plpgsql set plan_cache_mode = force_custom_plan set search_path = pg_catalog, public, pg_temp as $$
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
end $$;

create function queue_updated_tags() returns trigger
language plpgsql set plan_cache_mode = force_custom_plan set search_path = pg_catalog, public, pg_temp as $$
declare size bigint := (select count(*) from documents_to);
begin
  if size = 0 then return null; end if;
  insert into inference_queue (organization_id, kind, subject_id)
    select n.organization_id, 'resource', n.resource_id
      from documents_to n
      join documents_from o on o.organization_id = n.organization_id and o.resource_id = n.resource_id
      where o.tags <> n.tags limit size;
  return null;
end $$;

create trigger resources_inference_insert after insert on resources
  referencing new table as inserted for each statement execute function queue_inserted_resources();
create trigger resources_inference_update after update on resources
  referencing old table as changed_from new table as changed_to
  for each statement execute function queue_updated_resources();
create trigger resource_documents_inference_update after update on resource_documents
  referencing old table as documents_from new table as documents_to
  for each statement execute function queue_updated_tags();
`;
