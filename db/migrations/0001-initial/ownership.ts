import { definerFunctions, definerReads, tenantAccess } from './access.ts';

/** Teams, owners of applications, inference rules, what they infer, and the queue of inference. */
export const ownership = String.raw`
create table teams (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  name text not null,
  slug text not null,
  description text,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint teams_pkey primary key (organization_id, id),
  constraint teams_slug_key unique (organization_id, slug),
  constraint teams_organization_fkey foreign key (organization_id) references organizations (id) on delete cascade
);
create index teams_name_index on teams (organization_id, name, id);

create table team_members (
  organization_id uuid not null,
  team_id uuid not null,
  user_id uuid not null,
  role text not null default 'member',
  created_at timestamptz not null default now(),
  constraint team_members_pkey primary key (organization_id, team_id, user_id),
  constraint team_members_team_fkey foreign key (organization_id, team_id)
    references teams (organization_id, id) on delete cascade,
  constraint team_members_user_fkey foreign key (organization_id, user_id)
    references users (organization_id, id) on delete cascade,
  constraint team_members_role_check check (role in ('lead', 'member'))
);
create index team_members_user_index on team_members (organization_id, user_id);

-- Only owners of the kind 'owner' own. An inactive team and a deactivated user keep their rows and own nothing.
create table application_owners (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  application_id uuid not null,
  kind text not null default 'owner',
  team_id uuid,
  user_id uuid,
  created_by uuid,
  created_at timestamptz not null default now(),
  constraint application_owners_pkey primary key (organization_id, id),
  constraint application_owners_team_key unique (organization_id, application_id, kind, team_id),
  constraint application_owners_user_key unique (organization_id, application_id, kind, user_id),
  constraint application_owners_application_fkey foreign key (organization_id, application_id)
    references applications (organization_id, id) on delete cascade,
  constraint application_owners_team_fkey foreign key (organization_id, team_id)
    references teams (organization_id, id) on delete cascade,
  constraint application_owners_user_fkey foreign key (organization_id, user_id)
    references users (organization_id, id) on delete cascade,
  constraint application_owners_created_by_fkey foreign key (organization_id, created_by)
    references users (organization_id, id) on delete set null (created_by),
  constraint application_owners_kind_check check (kind in ('owner', 'on_call', 'contributor')),
  constraint application_owners_owner_check check (num_nonnulls(team_id, user_id) = 1)
);
create index application_owners_team_index on application_owners (organization_id, team_id) where team_id is not null;
create index application_owners_user_index on application_owners (organization_id, user_id) where user_id is not null;

create table repository_teams (
  organization_id uuid not null,
  repository_id uuid not null,
  team_id uuid not null,
  constraint repository_teams_pkey primary key (organization_id, repository_id, team_id),
  constraint repository_teams_repository_fkey foreign key (organization_id, repository_id)
    references repositories (organization_id, id) on delete cascade,
  constraint repository_teams_team_fkey foreign key (organization_id, team_id)
    references teams (organization_id, id) on delete cascade
);
create index repository_teams_team_index on repository_teams (organization_id, team_id);

-- application_id, environment_id and team_id repeat what outcome names. A deleted rule has none of them: its row stays
-- until an inference run has reassigned what it inferred.
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
  suspended_at timestamptz,
  -- Verdicts since then decide whether the rule is suspended: when it was created, changed or resumed.
  judged_since timestamptz not null default now(),
  -- Id of the membership whose confirmation created the rule.
  learned_from uuid,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint inference_rules_pkey primary key (organization_id, id),
  constraint inference_rules_organization_fkey foreign key (organization_id)
    references organizations (id) on delete cascade,
  constraint inference_rules_application_fkey foreign key (organization_id, application_id)
    references applications (organization_id, id) on delete cascade,
  constraint inference_rules_environment_fkey foreign key (organization_id, environment_id)
    references environments (organization_id, id) on delete cascade,
  constraint inference_rules_team_fkey foreign key (organization_id, team_id)
    references teams (organization_id, id) on delete cascade,
  constraint inference_rules_created_by_fkey foreign key (organization_id, created_by)
    references users (organization_id, id) on delete set null (created_by),
  constraint inference_rules_priority_check check (priority between 0 and 10000)
);
-- The order of evaluation.
create index inference_rules_order_index on inference_rules (organization_id, priority, created_at, id);
create index inference_rules_application_index on inference_rules (organization_id, application_id)
  where application_id is not null;
create index inference_rules_environment_index on inference_rules (organization_id, environment_id)
  where environment_id is not null;
create index inference_rules_team_index on inference_rules (organization_id, team_id) where team_id is not null;

-- The environment of resources that a rule, a tag or the project decides. Other resources have the default environment of
-- their account.
create table resource_environments (
  organization_id uuid not null,
  resource_id uuid not null,
  environment_id uuid not null,
  source text not null,
  -- Of the source 'rule'.
  rule_id uuid,
  evidence jsonb not null default '[]',
  updated_at timestamptz not null default now(),
  constraint resource_environments_pkey primary key (organization_id, resource_id),
  constraint resource_environments_resource_fkey foreign key (organization_id, resource_id)
    references resources (organization_id, id) on delete cascade,
  constraint resource_environments_environment_fkey foreign key (organization_id, environment_id)
    references environments (organization_id, id) on delete cascade,
  constraint resource_environments_source_check check (source in ('rule', 'tag', 'project'))
);
create index resource_environments_environment_index on resource_environments (organization_id, environment_id, resource_id);
create index resource_environments_rule_index on resource_environments (organization_id, rule_id) where rule_id is not null;

-- The team that the first matching rule with a team names.
create table resource_teams (
  organization_id uuid not null,
  resource_id uuid not null,
  team_id uuid not null,
  rule_id uuid not null,
  confidence text not null,
  evidence jsonb not null default '[]',
  updated_at timestamptz not null default now(),
  constraint resource_teams_pkey primary key (organization_id, resource_id),
  constraint resource_teams_resource_fkey foreign key (organization_id, resource_id)
    references resources (organization_id, id) on delete cascade,
  constraint resource_teams_team_fkey foreign key (organization_id, team_id)
    references teams (organization_id, id) on delete cascade,
  constraint resource_teams_confidence_check check (confidence in ('high', 'medium', 'low'))
);
create index resource_teams_team_index on resource_teams (organization_id, team_id, resource_id);
create index resource_teams_rule_index on resource_teams (organization_id, rule_id);

create table ownership_issues (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  kind text not null,
  target_type text not null,
  target_id uuid not null,
  detail text not null,
  opened_at timestamptz not null default now(),
  resolved_at timestamptz,
  constraint ownership_issues_pkey primary key (organization_id, id),
  constraint ownership_issues_organization_fkey foreign key (organization_id)
    references organizations (id) on delete cascade,
  constraint ownership_issues_kind_check check (kind in ('unowned_resource', 'unowned_application', 'conflicting_owners',
    'inactive_team', 'orphaned_membership', 'suspended_rule')),
  constraint ownership_issues_target_check check (target_type in ('resource', 'application', 'team', 'inference_rule'))
);
create unique index ownership_issues_open_key on ownership_issues (organization_id, kind, target_id) where resolved_at is null;
create index ownership_issues_target_index on ownership_issues (organization_id, target_id);
create index ownership_issues_resolved_index on ownership_issues (organization_id, resolved_at) where resolved_at is not null;

create table ownership_events (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  occurred_at timestamptz not null default now(),
  kind text not null,
  target_type text not null,
  target_id uuid not null,
  target_name text not null,
  team_id uuid,
  user_id uuid,
  -- The user who made the change. Null: the service.
  actor_id uuid,
  source text not null,
  evidence jsonb not null default '[]',
  constraint ownership_events_pkey primary key (organization_id, id),
  constraint ownership_events_organization_fkey foreign key (organization_id)
    references organizations (id) on delete cascade,
  constraint ownership_events_kind_check check (kind in ('assigned', 'removed', 'inferred', 'confirmed', 'rejected',
    'inherited_changed')),
  constraint ownership_events_target_check check (target_type in ('resource', 'application', 'team', 'repository', 'user',
    'inference_rule')),
  constraint ownership_events_source_check check (source in ('declared', 'rule', 'application', 'repository', 'team', 'user'))
);
create index ownership_events_target_index on ownership_events (organization_id, target_id, id);
create index ownership_events_team_index on ownership_events (organization_id, team_id, id) where team_id is not null;
create index ownership_events_time_index on ownership_events (organization_id, occurred_at);

-- The queue only grows by inserts and shrinks by the deletes of the one run of an organization, so that no writer waits for a
-- run. kind: what changed. subject_id: its id; null for 'all'. A run expands the rows to resources.
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

-- Conditions read the name, issues the status and whether the resource is a child, a default or ignored. "limit size" as in
-- the triggers of search.
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

${definerFunctions(String.raw`
-- Returns the organizations with rows in the queue of inference and without an active run. The application applies the pause
-- after failed runs.
create function organizations_to_infer() returns table (organization_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organizations o
    where exists (select from inference_queue q where q.organization_id = o.id)
      and not exists (select from runs r where r.organization_id = o.id and r.kind = 'infer_memberships'
        and r.status in ('queued', 'running'))
$$;

-- For the metrics of a worker: the organizations with rows in the queue of inference. Reads one row of each of them. An
-- organization is 'running' with an active run, and 'failed' if its last run within a day failed or was terminated.
create function inference_queues() returns table (condition text, organizations integer, oldest_seconds float8)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
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
$$;

-- For the metrics of a worker: the rows of the queue of inference, counted up to a limit.
create function inference_queue_rows(at_most integer) returns integer
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select count(*)::integer from (select from inference_queue limit at_most) counted
$$;
`)}

${tenantAccess([
  'teams',
  'team_members',
  'application_owners',
  'repository_teams',
  'inference_rules',
  'resource_environments',
  'resource_teams',
  'ownership_issues',
  'ownership_events',
  'inference_queue',
  'inference_scope',
])}
${definerReads(['inference_queue'])}
`;
