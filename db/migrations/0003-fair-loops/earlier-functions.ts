/** The functions that migration 0003 replaces, as in migration 0001. */
export const earlierFunctions = String.raw`
create function due_feeds(polled_before interval, at_most integer)
returns table (organization_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select f.organization_id, f.id from cloudtrail_feeds f
  where f.last_polled_at is null or f.last_polled_at < now() - polled_before
  order by f.last_polled_at nulls first limit at_most
$$;

create function active_runs(older_than interval, at_most integer)
returns table (organization_id uuid, id uuid, kind text, subject_id uuid, status text, description text,
               account_id text, created_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select organization_id, id, kind, subject_id, status, description, account_id, created_at from runs
  where status in ('queued', 'running') and created_at < now() - older_than
  order by created_at limit at_most
$$;

create function due_schedules(at_most integer)
returns table (organization_id uuid, aws_account_id uuid, account_id text, name text, interval_minutes integer,
               wanted boolean, noted_at text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.organization_id, a.id, a.account_id, coalesce(a.name, a.account_id),
         coalesce(a.scan_interval_minutes, c.scan_interval_minutes),
         a.included and a.status = 'connected' and a.deleted_at is null and c.status <> 'deleting'
           and c.deleted_at is null,
         a.updated_at::text
  from aws_accounts a join aws_connections c on c.organization_id = a.organization_id and c.id = a.connection_id
  where a.schedule_due order by a.id limit at_most
$$;
create function connections_to_sync(older_than interval, at_most integer)
returns table (organization_id uuid, id uuid, name text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select organization_id, id, name from aws_connections
  where kind = 'organization' and deleted_at is null and status <> 'deleting'
    and last_synced_at < now() - older_than
  order by last_synced_at limit at_most
$$;
create function organizations_with_accounts() returns table (organization_id uuid)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  return query select distinct a.organization_id from aws_accounts a where a.included and a.status = 'connected';
end $$;
`;
