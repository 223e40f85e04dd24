/** Idempotency keys and rate limits of the API, and the runs of workflows. */
export const requestsAndRuns = String.raw`
create table idempotency_keys (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  principal_id uuid not null,
  operation text not null,
  key text not null,
  request_hash bytea not null,
  status integer,
  answer_sealed text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  constraint idempotency_keys_pkey primary key (organization_id, id),
  constraint idempotency_keys_key unique (organization_id, principal_id, operation, key),
  constraint idempotency_keys_organization_fkey foreign key (organization_id)
    references organizations (id) on delete cascade,
  constraint idempotency_keys_answer_check check ((status is null) = (answer_sealed is null))
);
create index idempotency_keys_expiry_index on idempotency_keys (organization_id, expires_at);

-- Rate limits apply before the organization of a request is known, so this table has no organization_id and no row-level
-- security. Keys are hashes.
create unlogged table rate_limits (
  key text not null,
  hits integer not null,
  resets_at timestamptz not null,
  constraint rate_limits_pkey primary key (key)
);
create index rate_limits_expiry_index on rate_limits (resets_at);

create table runs (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  kind text not null,
  subject_id uuid not null,
  status text not null default 'queued',
  description text,
  account_id text,
  requested_by uuid,
  error text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  constraint runs_pkey primary key (organization_id, id),
  constraint runs_organization_fkey foreign key (organization_id) references organizations (id) on delete cascade,
  constraint runs_status_check check (
    status in ('queued', 'running', 'succeeded', 'partial', 'failed', 'cancelled'))
);
-- Allows one active run of a kind per subject.
create unique index runs_active_key on runs (organization_id, kind, subject_id)
  where status in ('queued', 'running');
create index runs_active_index on runs (created_at) where status in ('queued', 'running');

-- Returns queued and running runs of all organizations that are older than older_than. The sweeper starts or finishes the
-- ones that a crash interrupted.
create function active_runs(older_than interval, at_most integer)
returns table (organization_id uuid, id uuid, kind text, subject_id uuid, status text, description text,
               account_id text, created_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select organization_id, id, kind, subject_id, status, description, account_id, created_at from runs
  where status in ('queued', 'running') and created_at < now() - older_than
  order by created_at limit at_most
$$;
`;
