/** Functions for the loops of the workers. They read all organizations. */
export const pagedFunctions = String.raw`
-- Moves next_poll_at of up to at_most due feeds by poll_interval and returns them. A poll that fails at any point is
-- therefore repeated after poll_interval, and not before. Each organization with due feeds gets the same share of at_most,
-- its oldest feeds first; an organization of excluded gets none. Accounts that cannot be read are skipped. The lock
-- serializes calls, so that concurrent calls return different feeds and do not wait for each other's rows.
create function claim_due_feeds(poll_interval interval, at_most integer, excluded uuid[])
returns table (organization_id uuid, id uuid)
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  select pg_advisory_xact_lock(hashtext('inventory.feeds.claim'));
  with due_organizations as materialized (
    select o.id from organizations o
    where o.id <> all (excluded) and exists (
      select from cloudtrail_feeds f where f.organization_id = o.id and f.next_poll_at <= now())
  ), share as materialized (
    select greatest(1, at_most / greatest(1, count(*)))::integer as feeds from due_organizations
  ), due as (
    select candidate.organization_id, candidate.id from due_organizations o cross join lateral (
      select f.organization_id, f.id, f.next_poll_at from cloudtrail_feeds f
      join aws_accounts a on a.organization_id = f.organization_id and a.id = f.aws_account_id
      join aws_connections c on c.organization_id = a.organization_id and c.id = a.connection_id
      where f.organization_id = o.id and f.next_poll_at <= now()
        and a.included and a.status = 'connected' and c.status <> 'deleting'
      -- Feeds of one account together share the session of its role.
      order by f.next_poll_at, f.aws_account_id limit (select feeds from share)
    ) candidate
    order by candidate.next_poll_at limit at_most
  )
  update cloudtrail_feeds f set next_poll_at = now() + poll_interval
  from due where f.organization_id = due.organization_id and f.id = due.id
  returning f.organization_id, f.id
$$;

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

-- Returns a page of the accounts, by id, whose Temporal Schedule must be updated.
create function due_schedules(after uuid, at_most integer)
returns table (organization_id uuid, aws_account_id uuid, account_id text, name text, interval_minutes integer,
               wanted boolean, noted_at text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select a.organization_id, a.id, a.account_id, coalesce(a.name, a.account_id),
         coalesce(a.scan_interval_minutes, c.scan_interval_minutes),
         a.included and a.status = 'connected' and a.deleted_at is null and c.status <> 'deleting'
           and c.deleted_at is null,
         a.updated_at::text
  from aws_accounts a join aws_connections c on c.organization_id = a.organization_id and c.id = a.connection_id
  where a.schedule_due and (after is null or a.id > after) order by a.id limit at_most
$$;

-- Returns a page of the connections, by id, whose AWS organization was last synced before older_than.
create function connections_to_sync(older_than interval, after uuid, at_most integer)
returns table (organization_id uuid, id uuid, name text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select organization_id, id, name from aws_connections
  where kind = 'organization' and deleted_at is null and status <> 'deleting'
    and last_synced_at < now() - older_than and (after is null or id > after)
  order by id limit at_most
$$;
`;
