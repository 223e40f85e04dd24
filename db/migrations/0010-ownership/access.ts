/** Row-level security and privileges of the tables of ownership. */
export const access = String.raw`
alter table teams enable row level security, force row level security;
create policy teams_tenant on teams to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on teams to inventory_app;

alter table team_members enable row level security, force row level security;
create policy team_members_tenant on team_members to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on team_members to inventory_app;

alter table application_owners enable row level security, force row level security;
create policy application_owners_tenant on application_owners to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on application_owners to inventory_app;

alter table repository_teams enable row level security, force row level security;
create policy repository_teams_tenant on repository_teams to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on repository_teams to inventory_app;

alter table inference_rules enable row level security, force row level security;
create policy inference_rules_tenant on inference_rules to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on inference_rules to inventory_app;

alter table resource_environments enable row level security, force row level security;
create policy resource_environments_tenant on resource_environments to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on resource_environments to inventory_app;

alter table resource_teams enable row level security, force row level security;
create policy resource_teams_tenant on resource_teams to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on resource_teams to inventory_app;

alter table ownership_issues enable row level security, force row level security;
create policy ownership_issues_tenant on ownership_issues to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on ownership_issues to inventory_app;

alter table ownership_events enable row level security, force row level security;
create policy ownership_events_tenant on ownership_events to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on ownership_events to inventory_app;

alter table relationships enable row level security, force row level security;
create policy relationships_tenant on relationships to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on relationships to inventory_app;

alter table inference_queue enable row level security, force row level security;
create policy inference_queue_tenant on inference_queue to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on inference_queue to inventory_app;

alter table inference_scope enable row level security, force row level security;
create policy inference_scope_tenant on inference_scope to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on inference_scope to inventory_app;

-- Returns the organizations with rows in the queue of inference and without an active run. Leaves out an organization for 5
-- minutes after a failed run, and for twice as long after each further failure in sequence, at most 160 minutes.
create policy inference_queue_definer on inference_queue for select to inventory_definer using (true);
grant select on inference_queue to inventory_definer;
create function organizations_to_infer() returns table (organization_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organizations o
    where exists (select from inference_queue q where q.organization_id = o.id)
      and not exists (select from runs r where r.organization_id = o.id and r.kind = 'infer_memberships'
        and r.status in ('queued', 'running'))
      and not exists (select from (
          select count(*) as size, max(r.finished_at) as last_at from runs r
          where r.organization_id = o.id and r.kind = 'infer_memberships' and r.status = 'failed'
            and r.finished_at > now() - interval '1 day'
            and not exists (select from runs s where s.organization_id = o.id and s.kind = 'infer_memberships'
              and s.status = 'succeeded' and s.finished_at > r.finished_at)
        ) failures
        where failures.last_at > now() - interval '5 minutes' * 2 ^ least(failures.size - 1, 5))
$$;
revoke all on function organizations_to_infer() from public;
grant execute on function organizations_to_infer() to inventory_app;

set local role none;
grant create on schema public to inventory_definer;
alter function organizations_to_infer() owner to inventory_definer;
revoke create on schema public from inventory_definer;
set local role inventory_owner;
`;
