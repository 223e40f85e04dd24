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
  constraint cloudtrail_feeds_pkey primary key (organization_id, id),
  constraint cloudtrail_feeds_place_key unique (organization_id, aws_account_id, region),
  constraint cloudtrail_feeds_organization_fkey foreign key (organization_id)
    references organizations (id) on delete cascade,
  constraint cloudtrail_feeds_status_check check (status in ('ok', 'denied', 'throttled', 'error', 'never'))
);

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

-- Hashes an identifier in the parameters of an event. Only hashes are stored, because parameters may contain secrets; they
-- are compared with the hashes of the identifiers of resources.
create function trail_key(given text) returns text language sql immutable parallel safe as $$
  select encode(sha256(convert_to(given, 'UTF8')), 'hex')
$$;

create function due_feeds(polled_before interval, at_most integer)
returns table (organization_id uuid, id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select f.organization_id, f.id from cloudtrail_feeds f
  where f.last_polled_at is null or f.last_polled_at < now() - polled_before
  order by f.last_polled_at nulls first limit at_most
$$;
`;
