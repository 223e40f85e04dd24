/** Row-level security and privileges of the tables of source control, and the functions that read all organizations. */
export const access = String.raw`
alter table scm_connections enable row level security, force row level security;
create policy scm_connections_tenant on scm_connections to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on scm_connections to inventory_app;
create policy scm_connections_definer on scm_connections for select to inventory_definer using (true);
grant select on scm_connections to inventory_definer;

alter table scm_install_states enable row level security, force row level security;
create policy scm_install_states_tenant on scm_install_states to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on scm_install_states to inventory_app;
create policy scm_install_states_definer on scm_install_states for select to inventory_definer using (true);
grant select on scm_install_states to inventory_definer;

alter table repositories enable row level security, force row level security;
create policy repositories_tenant on repositories to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on repositories to inventory_app;

alter table iac_documents enable row level security, force row level security;
create policy iac_documents_tenant on iac_documents to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on iac_documents to inventory_app;

alter table repository_folders enable row level security, force row level security;
create policy repository_folders_tenant on repository_folders to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on repository_folders to inventory_app;

alter table iac_projects enable row level security, force row level security;
create policy iac_projects_tenant on iac_projects to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on iac_projects to inventory_app;

alter table pull_requests enable row level security, force row level security;
create policy pull_requests_tenant on pull_requests to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on pull_requests to inventory_app;

alter table pull_request_projects enable row level security, force row level security;
create policy pull_request_projects_tenant on pull_request_projects to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on pull_request_projects to inventory_app;

alter table pull_request_impacts enable row level security, force row level security;
create policy pull_request_impacts_tenant on pull_request_impacts to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on pull_request_impacts to inventory_app;

alter table pull_request_comments enable row level security, force row level security;
create policy pull_request_comments_tenant on pull_request_comments to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on pull_request_comments to inventory_app;

alter table repository_applications enable row level security, force row level security;
create policy repository_applications_tenant on repository_applications to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on repository_applications to inventory_app;

alter table scm_deliveries enable row level security, force row level security;
create policy scm_deliveries_tenant on scm_deliveries to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on scm_deliveries to inventory_app;

grant select, insert, update, delete on github_installations to inventory_app;

-- Webhooks name a connection (GitLab) or an installation (GitHub), not an organization.
create function find_scm_connection(wanted uuid) returns table (organization_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select organization_id from scm_connections where id = wanted and provider = 'gitlab' and deleted_at is null
$$;

create function find_github_connection(wanted bigint) returns table (organization_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select organization_id, id from scm_connections where installation_id = wanted and deleted_at is null
$$;

-- The claims of an installation that wait for its delivery.
create function pending_github_claims(wanted bigint)
returns table (organization_id uuid, id uuid, github_user_id bigint)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select organization_id, id, github_user_id from scm_install_states
  where installation_id = wanted and used_at is null and claimed_at > now() - interval '10 minutes'
  order by claimed_at
$$;

create function scm_connections_to_sync(older_than interval, at_most integer)
returns table (organization_id uuid, id uuid, external_org_slug text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select organization_id, id, external_org_slug from scm_connections
  where deleted_at is null and status <> 'suspended'
    and (last_synced_at is null or last_synced_at < now() - older_than)
  order by last_synced_at nulls first limit at_most
$$;

revoke all on function find_scm_connection(uuid), find_github_connection(bigint), pending_github_claims(bigint),
  scm_connections_to_sync(interval, integer) from public;
grant execute on function find_scm_connection(uuid), find_github_connection(bigint), pending_github_claims(bigint),
  scm_connections_to_sync(interval, integer) to inventory_app;

set local role none;
grant create on schema public to inventory_definer;
alter function find_scm_connection(uuid) owner to inventory_definer;
alter function find_github_connection(bigint) owner to inventory_definer;
alter function pending_github_claims(bigint) owner to inventory_definer;
alter function scm_connections_to_sync(interval, integer) owner to inventory_definer;
revoke create on schema public from inventory_definer;
set local role inventory_owner;
`;
