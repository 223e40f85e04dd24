/** Row-level security and privileges of the tables of source control, and the functions that read all organizations. */
export const access = String.raw`
alter table scm_connections enable row level security, force row level security;
create policy scm_connections_tenant on scm_connections to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on scm_connections to inventory_app;
create policy scm_connections_definer on scm_connections for select to inventory_definer using (true);
grant select on scm_connections to inventory_definer;
-- claim_scm_syncs changes this column, in all organizations.
create policy scm_connections_definer_claims on scm_connections for update to inventory_definer
  using (true) with check (true);
grant update (next_sync_at) on scm_connections to inventory_definer;

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

alter table repository_paths enable row level security, force row level security;
create policy repository_paths_tenant on repository_paths to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on repository_paths to inventory_app;

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
create policy scm_deliveries_definer on scm_deliveries for select to inventory_definer using (true);
grant select on scm_deliveries to inventory_definer;

-- No policy and no privilege for inventory_app: only the functions below read and write this table.
alter table github_installations enable row level security, force row level security;
create policy github_installations_definer on github_installations to inventory_definer using (true) with check (true);
grant select, insert, update, delete on github_installations to inventory_definer;

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

revoke all on function find_scm_connection(uuid), find_github_connection(bigint), pending_github_claims(bigint, bigint),
  record_github_installation(bigint, bigint, text, bigint), find_github_installer(bigint),
  use_github_installation(bigint, bigint, text), delete_github_installation(bigint),
  delete_old_github_installations(integer), claim_scm_syncs(interval, interval, integer),
  organizations_with_queued_deliveries(interval, uuid, integer), count_scm_connections(), scm_delivery_queue()
  from public;
grant execute on function find_scm_connection(uuid), find_github_connection(bigint), pending_github_claims(bigint, bigint),
  record_github_installation(bigint, bigint, text, bigint), find_github_installer(bigint),
  use_github_installation(bigint, bigint, text), delete_github_installation(bigint),
  delete_old_github_installations(integer), claim_scm_syncs(interval, interval, integer),
  organizations_with_queued_deliveries(interval, uuid, integer), count_scm_connections(), scm_delivery_queue()
  to inventory_app;

set local role none;
grant create on schema public to inventory_definer;
alter function find_scm_connection(uuid) owner to inventory_definer;
alter function find_github_connection(bigint) owner to inventory_definer;
alter function pending_github_claims(bigint, bigint) owner to inventory_definer;
alter function record_github_installation(bigint, bigint, text, bigint) owner to inventory_definer;
alter function find_github_installer(bigint) owner to inventory_definer;
alter function use_github_installation(bigint, bigint, text) owner to inventory_definer;
alter function delete_github_installation(bigint) owner to inventory_definer;
alter function delete_old_github_installations(integer) owner to inventory_definer;
alter function claim_scm_syncs(interval, interval, integer) owner to inventory_definer;
alter function organizations_with_queued_deliveries(interval, uuid, integer) owner to inventory_definer;
alter function count_scm_connections() owner to inventory_definer;
alter function scm_delivery_queue() owner to inventory_definer;
revoke create on schema public from inventory_definer;
set local role inventory_owner;
`;
