import { definerFunctions, definerReads, tenantAccess } from './access.ts';

/** Changes of resources, and the CloudTrail events that explain them. */
export const changes = String.raw`
create table changes (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  resource_id uuid not null,
  aws_account_id uuid not null,
  region text not null,
  resource_type text not null,
  kind text not null,
  -- A change that a scan found happened between since, the completion of its cell before, and detected_at. CloudTrail
  -- events of that window are candidates for its cause.
  since timestamptz,
  occurred_at timestamptz not null default now(),
  detected_at timestamptz not null default now(),
  source text not null,
  attribution text not null default 'unattributed',
  actor_type text,
  actor_arn text,
  actor_name text,
  event_name text,
  event_id text,
  -- The execution, plan or pull request that announced the change; null while none is known.
  explained_by_kind text,
  explained_by_id uuid,
  explained_by_confidence text,
  explained_by_address text,
  scan_id uuid,
  revision integer,
  paths text[] not null default '{}',
  diff jsonb not null default '[]',
  constraint changes_pkey primary key (organization_id, id),
  -- No foreign key to aws_accounts: resources has it, and a second one would cost a check for each change.
  constraint changes_resource_fkey foreign key (organization_id, resource_id)
    references resources (organization_id, id) on delete cascade,
  constraint changes_kind_check check (kind in ('created', 'updated', 'deleted', 'reappeared')),
  constraint changes_source_check check (source in ('scan', 'cloudtrail')),
  constraint changes_attribution_check check (attribution in ('exact', 'probable', 'unattributed')),
  constraint changes_explained_by_kind_check check (explained_by_kind in ('execution', 'plan', 'pull_request')),
  constraint changes_explained_by_confidence_check check (explained_by_confidence in ('high', 'medium', 'low')),
  constraint changes_explained_by_check check (
    num_nulls(explained_by_kind, explained_by_id, explained_by_confidence) % 3 = 0)
);
create index changes_resource_index on changes (organization_id, resource_id, occurred_at, id);
create index changes_occurred_index on changes (organization_id, occurred_at, id);
create index changes_unattributed_index on changes (organization_id, aws_account_id, region, detected_at)
  where attribution = 'unattributed' and source = 'scan';
create index changes_detected_index on changes (organization_id, aws_account_id, detected_at);

create table cloudtrail_feeds (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  aws_account_id uuid not null,
  region text not null,
  status text not null default 'never',
  watermark timestamptz,
  last_event_at timestamptz,
  last_polled_at timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  next_poll_at timestamptz default now(),
  -- A feed that a policy of the customer's AWS organization denies is not called until then.
  blocked_until timestamptz,
  constraint cloudtrail_feeds_pkey primary key (organization_id, id),
  constraint cloudtrail_feeds_place_key unique (organization_id, aws_account_id, region),
  constraint cloudtrail_feeds_organization_fkey foreign key (organization_id)
    references organizations (id) on delete cascade,
  constraint cloudtrail_feeds_status_check check (status in ('ok', 'denied', 'throttled', 'error', 'never', 'blocked_by_scp'))
);
create index cloudtrail_feeds_due_index on cloudtrail_feeds (organization_id, next_poll_at, aws_account_id)
  where next_poll_at is not null;
comment on column cloudtrail_feeds.next_poll_at is
  'Null while the account cannot be read or does not use the region; such a feed is not polled.';

create table cloudtrail_events (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  aws_account_id uuid not null,
  region text not null,
  event_id text not null,
  event_name text not null,
  event_source text not null,
  occurred_at timestamptz not null,
  actor_type text,
  actor_arn text,
  actor_name text,
  keys text[] not null,
  constraint cloudtrail_events_pkey primary key (organization_id, id),
  constraint cloudtrail_events_event_key unique (organization_id, aws_account_id, event_id),
  constraint cloudtrail_events_organization_fkey foreign key (organization_id)
    references organizations (id) on delete cascade
);
create index cloudtrail_events_occurred_index on cloudtrail_events (organization_id, occurred_at);

-- One row per key of an event, in addition to the array: under row-level security only a leakproof operator can use an
-- index. Equality is leakproof, array operators are not.
create table cloudtrail_event_keys (
  organization_id uuid not null,
  aws_account_id uuid not null,
  key text not null,
  event_row_id uuid not null,
  constraint cloudtrail_event_keys_pkey primary key (organization_id, aws_account_id, key, event_row_id),
  constraint cloudtrail_event_keys_event_fkey foreign key (organization_id, event_row_id)
    references cloudtrail_events (organization_id, id) on delete cascade
);
create index cloudtrail_event_keys_event_index on cloudtrail_event_keys (organization_id, event_row_id);

${definerFunctions(String.raw`
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
`)}

${tenantAccess(['changes', 'cloudtrail_feeds', 'cloudtrail_events', 'cloudtrail_event_keys'])}
${definerReads(['cloudtrail_feeds'])}
-- claim_due_feeds changes this column, in all organizations.
create policy cloudtrail_feeds_definer_claims on cloudtrail_feeds for update to inventory_definer
  using (true) with check (true);
grant update (next_poll_at) on cloudtrail_feeds to inventory_definer;
-- Workers run ANALYZE after scans that wrote many rows.
grant maintain on changes to inventory_app;
`;
