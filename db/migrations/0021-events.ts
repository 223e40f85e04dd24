import type { Knex } from 'knex';

const types = [
  'resource.created',
  'resource.updated',
  'resource.deleted',
  'resource.reappeared',
  'resource.drifted',
  'resource.drift_resolved',
  'ownership_issue.opened',
  'ownership_issue.resolved',
  'scan.finished',
  'account.status_changed',
  'account.stale',
  'account.fresh',
  'connection.status_changed',
  'scm_connection.status_changed',
  'state_source.status_changed',
  'plan.reported',
  'rule.suspended',
  'query.matched',
  'audit.entry',
];

/** Events, subscriptions to them and their deliveries. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(tables);
  await knex.raw(access);
  await knex.raw(functions);
  await knex.raw(triggers);
  await replaceInDeletion(knex, lastDeletion, `${lastDeletion}\n  ${deletions.join('\n  ')}`);
}

export async function down(knex: Knex): Promise<void> {
  await replaceInDeletion(knex, `${lastDeletion}\n  ${deletions.join('\n  ')}`, lastDeletion);
  await knex.raw(`
drop trigger audit_entries_events on audit_entries;
drop trigger inference_rules_events on inference_rules;
${statusTables.map(({ table }) => `drop trigger ${table}_events on ${table};`).join('\n')}
drop trigger scans_events on scans;
drop trigger ownership_issues_events_insert on ownership_issues;
drop trigger ownership_issues_events_update on ownership_issues;
drop trigger drift_transitions_events on drift_transitions;
drop trigger changes_events on changes;
drop function record_audit_events, record_rule_events, record_scan_event, record_resolved_issues, record_opened_issues,
  record_drift_events, record_change_events,
  ${statusTables.map(({ kind }) => `record_${kind}_status`).join(', ')};
set local role inventory_definer;
drop function number_events, claim_due_subscriptions, event_backlog;
set local role inventory_owner;
drop table account_freshness_told, delayed_events, event_deliveries, event_subscriptions, event_heads, events;
`);
}

const tables = `
-- The outbox. A row is written in the transaction of what it tells, and gets its position in the order of its organization
-- after the commit, from number_events: a reader by id or time would miss the events of transactions that commit later.
-- Without foreign keys, whose checks would cost a scan as much as the rows. delete_organization deletes the rows.
create table events (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  transaction_id xid8 not null default pg_current_xact_id(),
  position bigint,
  type text not null,
  occurred_at timestamptz not null default clock_timestamp(),
  -- The resource and the account that filters of subscriptions compare.
  resource_id uuid,
  aws_account_id uuid,
  data jsonb not null,
  constraint events_pkey primary key (organization_id, id),
  constraint events_position_key unique (organization_id, position),
  constraint events_type_check check (type in (${types.map((type) => `'${type}'`).join(', ')}))
);
create index events_unnumbered_index on events (organization_id, transaction_id, id) where position is null;

-- The position of the last event of an organization.
create table event_heads (
  organization_id uuid not null,
  position bigint not null,
  constraint event_heads_pkey primary key (organization_id)
);

create table event_subscriptions (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  name text not null,
  kind text not null,
  url_sealed text not null,
  url_hint text not null,
  -- Of webhooks. Deliveries carry the signature of the previous secret, too, until it ends.
  secret_sealed text,
  previous_secret_sealed text,
  previous_secret_ends_at timestamptz,
  -- As given, with wildcards, and the types that they stand for.
  events text[] not null,
  types text[] not null,
  filter jsonb not null default '{}',
  enabled boolean not null default true,
  status text not null default 'active',
  disabled_reason text,
  -- Events up to this position are delivered, in a delivery, delayed, or not wanted.
  position bigint not null,
  -- When the workflow has something to do. Null: when the next event is numbered.
  due_at timestamptz,
  -- When the workflow was last told so.
  signalled_at timestamptz,
  -- The first failure since the last success.
  failing_since timestamptz,
  last_delivered_at timestamptz,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint event_subscriptions_pkey primary key (organization_id, id),
  constraint event_subscriptions_organization_fkey foreign key (organization_id)
    references organizations (id) on delete cascade,
  constraint event_subscriptions_kind_check check (kind in ('webhook', 'slack')),
  constraint event_subscriptions_status_check check (status in ('active', 'failing', 'disabled')),
  constraint event_subscriptions_disabled_reason_check check (disabled_reason in ('gone', 'failing')),
  constraint event_subscriptions_disabled_check check ((status = 'disabled') = (disabled_reason is not null)),
  constraint event_subscriptions_secret_check check ((kind = 'webhook') = (secret_sealed is not null)),
  constraint event_subscriptions_previous_secret_check
    check ((previous_secret_sealed is null) = (previous_secret_ends_at is null))
);
create index event_subscriptions_due_index on event_subscriptions (due_at) where due_at is not null;

-- A batch of events on its way to the receiver of a subscription. Its body is made of the events, which do not change.
create table event_deliveries (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  subscription_id uuid not null,
  status text not null default 'pending',
  positions bigint[] not null,
  attempts integer not null default 0,
  -- Answers 400, 413 and 422 in a row.
  refusals integer not null default 0,
  status_code integer,
  error text,
  next_attempt_at timestamptz default now(),
  redelivery_requested_at timestamptz,
  created_at timestamptz not null default now(),
  delivered_at timestamptz,
  constraint event_deliveries_pkey primary key (organization_id, id),
  constraint event_deliveries_subscription_fkey foreign key (organization_id, subscription_id)
    references event_subscriptions (organization_id, id) on delete cascade,
  constraint event_deliveries_status_check check (status in ('pending', 'delivered', 'failed')),
  constraint event_deliveries_error_check
    check (error in ('timeout', 'connection', 'tls', 'address_not_permitted', 'redirect', 'status')),
  constraint event_deliveries_pending_check check ((status = 'pending') = (next_attempt_at is not null))
);
create index event_deliveries_subscription_index on event_deliveries (organization_id, subscription_id, id);
create unique index event_deliveries_pending_key on event_deliveries (organization_id, subscription_id)
  where status = 'pending';
create index event_deliveries_redelivery_index on event_deliveries (organization_id, subscription_id)
  where redelivery_requested_at is not null;

-- Events whose filter cannot be evaluated yet, because their attribution or the inference after them is open.
create table delayed_events (
  organization_id uuid not null,
  subscription_id uuid not null,
  position bigint not null,
  constraint delayed_events_pkey primary key (organization_id, subscription_id, position),
  constraint delayed_events_subscription_fkey foreign key (organization_id, subscription_id)
    references event_subscriptions (organization_id, id) on delete cascade
);

-- Whether the last event of an account, or its first evaluation, found its inventory to be stale.
create table account_freshness_told (
  organization_id uuid not null,
  aws_account_id uuid not null,
  stale boolean not null,
  constraint account_freshness_told_pkey primary key (organization_id, aws_account_id),
  constraint account_freshness_told_account_fkey foreign key (organization_id, aws_account_id)
    references aws_accounts (organization_id, id) on delete cascade
);
`;

const tenantTables = [
  'events',
  'event_heads',
  'event_subscriptions',
  'event_deliveries',
  'delayed_events',
  'account_freshness_told',
];

const access = `
${tenantTables
  .map(
    (table) => `
alter table ${table} enable row level security, force row level security;
create policy ${table}_tenant on ${table} to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);`,
  )
  .join('\n')}
grant select, insert, update, delete on event_subscriptions, event_deliveries, delayed_events, account_freshness_told
  to inventory_app;
-- An event does not change. Only number_events sets positions.
grant select, delete, insert (organization_id, type, occurred_at, resource_id, aws_account_id, data) on events to inventory_app;
grant select on event_heads to inventory_app;

create policy events_definer_reads on events for select to inventory_definer using (true);
create policy events_definer_numbers on events for update to inventory_definer using (position is null) with check (true);
grant select, update (position) on events to inventory_definer;
create policy event_heads_definer on event_heads to inventory_definer using (true) with check (true);
grant select, insert, update on event_heads to inventory_definer;
create policy event_subscriptions_definer on event_subscriptions to inventory_definer using (true) with check (true);
grant select, update (due_at, signalled_at) on event_subscriptions to inventory_definer;
create policy event_deliveries_definer on event_deliveries for select to inventory_definer using (true);
grant select on event_deliveries to inventory_definer;
create policy delayed_events_definer on delayed_events for select to inventory_definer using (true);
grant select on delayed_events to inventory_definer;

create policy events_sealer on events to inventory_sealer using (true);
create policy event_heads_sealer on event_heads to inventory_sealer using (true);
grant select, delete on events, event_heads to inventory_sealer;
`;

const functions = String.raw`
set local role none;
grant create on schema public to inventory_definer;
set local role inventory_definer;

-- Gives committed events their positions, at most at_most of each organization, and makes the subscriptions due that want
-- their types: when a batch closes, or now if it is full. Does not wait for running transactions. Returns the number of
-- events. Updates also subscriptions that its snapshot shows to be due: an activity that has not seen the event may store at the
-- same time that there is nothing to do. Nested loops only: the planner has no statistics of the events that were just written.
create function number_events(at_most integer, close_seconds double precision, slack_seconds double precision)
returns integer
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare numbered integer;
begin
  if not pg_try_advisory_xact_lock(18, 0) then return 0; end if;
  with recursive tenants as (
    (select e.organization_id from events e where e.position is null order by e.organization_id limit 1)
    union all
    select (select e.organization_id from events e
      where e.position is null and e.organization_id > t.organization_id order by e.organization_id limit 1)
    from tenants t where t.organization_id is not null
  ), batch as materialized (
    select n.organization_id, n.id, n.type,
           row_number() over (partition by n.organization_id order by n.transaction_id, n.id) as place,
           count(*) over (partition by n.organization_id) as size
    from tenants t cross join lateral (
      select e.organization_id, e.id, e.type, e.transaction_id from events e
      where e.organization_id = t.organization_id and e.position is null
      order by e.transaction_id, e.id limit at_most) n
    where t.organization_id is not null
  ), heads as (
    insert into event_heads as h (organization_id, position)
      select b.organization_id, b.size from batch b where b.place = 1 order by 1
      on conflict on constraint event_heads_pkey do update set position = h.position + excluded.position
      returning h.organization_id, h.position
  ), placed as (
    update events e set position = h.position - b.size + b.place
      from batch b join heads h on h.organization_id = b.organization_id
      where e.organization_id = b.organization_id and e.id = b.id and e.position is null
      returning e.id
  ), wanted as (
    select u.organization_id, u.id, case when u.kind = 'slack' then slack_seconds
             when sum(c.count) >= 100 then 0 else close_seconds end as seconds
      from (select b.organization_id, b.type, count(*) as count from batch b group by 1, 2) c
      join event_subscriptions u on u.organization_id = c.organization_id and c.type = any(u.types)
      where u.enabled and u.status <> 'disabled' group by u.organization_id, u.id, u.kind
  ), made_due as (
    update event_subscriptions u set due_at = least(u.due_at, now() + make_interval(secs => w.seconds))
      from wanted w where u.organization_id = w.organization_id and u.id = w.id
  )
  select count(*) into numbered from placed;
  return numbered;
end $$;

-- Returns subscriptions that are due, and that no caller was told about for ten seconds.
create function claim_due_subscriptions(at_most integer) returns table (organization_id uuid, id uuid)
language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  update event_subscriptions s set signalled_at = now()
  from (
    select d.organization_id, d.id from event_subscriptions d
    where d.due_at <= now() and (d.signalled_at is null or d.signalled_at < now() - interval '10 seconds')
    order by d.due_at limit at_most for update skip locked) due
  where s.organization_id = due.organization_id and s.id = due.id
  returning s.organization_id, s.id
$$;

-- The events that wait for their delivery, at most 10,000 of a subscription, and the time of the oldest. Events that a filter
-- may leave out count until it was evaluated. Paused and disabled subscriptions do not count.
create function event_backlog() returns table (waiting bigint, oldest_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce(sum(w.waiting), 0)::bigint, min(w.oldest_at)
  from event_subscriptions s cross join lateral (
    select count(*) as waiting, min(o.occurred_at) as oldest_at from (
      select e.occurred_at from event_deliveries d
        join events e on e.organization_id = s.organization_id and e.position = any(d.positions)
        where d.organization_id = s.organization_id and d.subscription_id = s.id and d.status = 'pending'
      union all
      select e.occurred_at from delayed_events d
        join events e on e.organization_id = s.organization_id and e.position = d.position
        where d.organization_id = s.organization_id and d.subscription_id = s.id
      union all
      (select e.occurred_at from events e where e.organization_id = s.organization_id and e.position > s.position
        and e.type = any(s.types) order by e.position limit 10000)
    ) o) w
  where s.enabled and s.status <> 'disabled'
$$;

revoke all on function number_events, claim_due_subscriptions, event_backlog from public;
grant execute on function number_events, claim_due_subscriptions, event_backlog to inventory_app;
set local role none;
revoke create on schema public from inventory_definer;
set local role inventory_owner;
`;

/** The field \`resource\` of the resource \`r\` of the account \`a\`. */
const resource = `jsonb_build_object('id', r.id, 'name', coalesce(r.name, r.native_id), 'type', r.resource_type,
      'aws_account_id', r.aws_account_id, 'account_id', a.account_id, 'region', r.region,
      'url', '/api/v1/resources/' || r.id)`;

/** Tables with a status, and the field that names their row \`new\`. */
const statusTables = [
  {
    table: 'aws_accounts',
    kind: 'account',
    account: 'new.id',
    status: 'status',
    changed: 'old.status is distinct from new.status',
    columns: 'status',
    record: `'id', new.id, 'name', coalesce(new.name, new.account_id), 'aws_account_id', new.id,
      'account_id', new.account_id, 'url', '/api/v1/aws/accounts/' || new.id`,
  },
  {
    table: 'aws_connections',
    kind: 'connection',
    account: 'null',
    status: 'status',
    changed: 'old.status is distinct from new.status',
    columns: 'status',
    record: `'id', new.id, 'name', new.name, 'type', new.kind, 'url', '/api/v1/aws/connections/' || new.id`,
  },
  {
    table: 'scm_connections',
    kind: 'scm_connection',
    account: 'null',
    status: 'status',
    changed: 'old.status is distinct from new.status',
    columns: 'status',
    record: `'id', new.id, 'name', new.external_org_slug, 'type', new.provider,
      'url', '/api/v1/scm/connections/' || new.id`,
  },
  {
    table: 'state_sources',
    kind: 'state_source',
    account: 'new.aws_account_id',
    status: 'state',
    changed: '(old.status, old.disabled) is distinct from (new.status, new.disabled)',
    columns: 'status, disabled',
    record: `'id', new.id, 'name', coalesce(new.name, new.bucket || '/' || new.key, new.external_id, new.id::text),
      'type', new.kind, 'url', '/api/v1/state-sources/' || new.id`,
  },
] as const;

function statusOf({ status }: (typeof statusTables)[number], row: 'old' | 'new'): string {
  return status === 'state'
    ? `case when ${row}.disabled then 'disabled' else ${row}.status end`
    : `${row}.status`;
}

const noSurprises = 'set plan_cache_mode = force_custom_plan set search_path = pg_catalog, public, pg_temp';

/*
 * The statements that change these rows are in many places, and some are functions of the database (a run gives a scan its
 * status). Triggers write an event for all of them.
 */
const triggers = String.raw`
-- "limit size": as in the triggers of search, so that the plan fits the number of rows.
create function record_change_events() returns trigger
language plpgsql ${noSurprises} as $$
declare size bigint := (select count(*) from inserted);
begin
  if size = 0 then return null; end if;
  insert into events (organization_id, type, resource_id, aws_account_id, data)
    select c.organization_id, 'resource.' || c.kind, c.resource_id, c.aws_account_id,
      jsonb_build_object('resource', ${resource},
        'change_id', c.id, 'kind', c.kind, 'changed_paths', to_jsonb(c.paths[1:20]))
    from (select * from inserted limit size) c
    join resources r on r.organization_id = c.organization_id and r.id = c.resource_id
    join aws_accounts a on a.organization_id = c.organization_id and a.id = c.aws_account_id;
  return null;
end $$;
create trigger changes_events after insert on changes
  referencing new table as inserted for each statement execute function record_change_events();

create function record_drift_events() returns trigger
language plpgsql ${noSurprises} as $$
declare size bigint := (select count(*) from inserted);
begin
  if size = 0 then return null; end if;
  insert into events (organization_id, type, resource_id, aws_account_id, data)
    select d.organization_id, case d.kind when 'drifted' then 'resource.drifted' else 'resource.drift_resolved' end,
      d.resource_id, r.aws_account_id,
      jsonb_strip_nulls(jsonb_build_object('resource', ${resource},
        'attributes', to_jsonb(d.attributes[1:100]), 'cause', d.cause))
    from (select * from inserted limit size) d
    join resources r on r.organization_id = d.organization_id and r.id = d.resource_id
    join aws_accounts a on a.organization_id = r.organization_id and a.id = r.aws_account_id;
  return null;
end $$;
create trigger drift_transitions_events after insert on drift_transitions
  referencing new table as inserted for each statement execute function record_drift_events();

create function record_opened_issues() returns trigger
language plpgsql ${noSurprises} as $$
declare size bigint := (select count(*) from inserted);
begin
  if size = 0 then return null; end if;
  ${issueEvents('opened', 'select * from inserted limit size')}
  return null;
end $$;
create trigger ownership_issues_events_insert after insert on ownership_issues
  referencing new table as inserted for each statement execute function record_opened_issues();

create function record_resolved_issues() returns trigger
language plpgsql ${noSurprises} as $$
declare size bigint := (select count(*) from changed_to);
begin
  if size = 0 then return null; end if;
  ${issueEvents(
    'resolved',
    `select n.* from changed_to n join changed_from o on o.organization_id = n.organization_id and o.id = n.id
      where o.resolved_at is null and n.resolved_at is not null limit size`,
  )}
  return null;
end $$;
create trigger ownership_issues_events_update after update on ownership_issues
  referencing old table as changed_from new table as changed_to
  for each statement execute function record_resolved_issues();

-- Deferred: the counts of a scan are summed after its status was set.
create function record_scan_event() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into events (organization_id, type, aws_account_id, data)
    select s.organization_id, 'scan.finished', s.aws_account_id, jsonb_build_object(
      'scan', jsonb_build_object('id', s.id, 'name', s.trigger || ' scan', 'type', s.trigger,
        'url', '/api/v1/scans/' || s.id),
      'status', s.status, 'counts', jsonb_build_object('seen', s.seen, 'created', s.created, 'updated', s.updated,
        'deleted', s.deleted, 'unchanged', s.unchanged),
      'failures', s.tasks_failed)
    from scans s where s.organization_id = new.organization_id and s.id = new.id;
  return null;
end $$;
create constraint trigger scans_events after update of status on scans deferrable initially deferred for each row
  when (old.status in ('queued', 'running') and new.status not in ('queued', 'running'))
  execute function record_scan_event();

${statusTables
  .map(
    (source) => `
create function record_${source.kind}_status() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into events (organization_id, type, aws_account_id, data)
    values (new.organization_id, '${source.kind}.status_changed', ${source.account}, jsonb_build_object(
      '${source.kind}', jsonb_build_object(${source.record}),
      'from', ${statusOf(source, 'old')}, 'to', ${statusOf(source, 'new')}));
  return null;
end $$;
create trigger ${source.table}_events after update of ${source.columns} on ${source.table} for each row
  when (${source.changed}) execute function record_${source.kind}_status();
`,
  )
  .join('')}

create function record_rule_events() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into events (organization_id, type, data)
    values (new.organization_id, 'rule.suspended', jsonb_build_object('rule', jsonb_build_object(
      'id', new.id, 'name', new.name, 'url', '/api/v1/inference-rules/' || new.id)));
  return null;
end $$;
create trigger inference_rules_events after update of suspended_at on inference_rules for each row
  when (old.suspended_at is null and new.suspended_at is not null) execute function record_rule_events();

create function record_audit_events() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into events (organization_id, type, occurred_at, data)
    select e.organization_id, 'audit.entry', e.occurred_at, jsonb_strip_nulls(jsonb_build_object(
      'entry', jsonb_build_object('id', e.id, 'name', e.action, 'url', '/api/v1/organization/audit-log'),
      'action', e.action, 'outcome', e.outcome,
      'actor', jsonb_build_object('type', e.actor_type, 'id', e.actor_id, 'name', e.actor_name),
      'target', jsonb_build_object('type', e.target_type, 'id', e.target_id, 'name', e.target_name)))
    from inserted e;
  return null;
end $$;
create trigger audit_entries_events after insert on audit_entries
  referencing new table as inserted for each statement execute function record_audit_events();
`;

function issueEvents(verb: 'opened' | 'resolved', issues: string): string {
  return `insert into events (organization_id, type, resource_id, aws_account_id, data)
    select i.organization_id, 'ownership_issue.${verb}', r.id, r.aws_account_id, jsonb_strip_nulls(jsonb_build_object(
      'issue', jsonb_build_object('id', i.id, 'name', i.detail, 'kind', i.kind,
        'url', '/api/v1/ownership/issues?target_id=' || i.target_id),
      'target', jsonb_build_object('type', i.target_type, 'id', i.target_id)))
    from (${issues}) i
    left join resources r on i.target_type = 'resource' and r.organization_id = i.organization_id and r.id = i.target_id;`;
}

const lastDeletion = 'delete from resource_pair_counts where organization_id = wanted;';
const deletions = [
  'delete from events where organization_id = wanted;',
  'delete from event_heads where organization_id = wanted;',
];

/** Replaces a text in the body of delete_organization, which keeps its owner and its privileges. */
async function replaceInDeletion(knex: Knex, from: string, to: string): Promise<void> {
  await knex.raw(String.raw`
do $migration$
declare
  definition text := pg_get_functiondef('delete_organization'::regproc);
begin
  if strpos(definition, $old$${from}$old$) = 0 then raise exception 'delete_organization has no text to replace'; end if;
  reset role;
  grant create on schema public to inventory_sealer;
  set local role inventory_sealer;
  execute replace(definition, $old$${from}$old$, $new$${to}$new$);
  reset role;
  revoke create on schema public from inventory_sealer;
  set local role inventory_owner;
end $migration$;
`);
}
