import type { Knex } from 'knex';

const definerFunction = (statements: string) => `
set local role none;
grant create on schema public to inventory_definer;
set local role inventory_definer;
${statements}
set local role none;
revoke create on schema public from inventory_definer;
set local role inventory_owner;`;

/** Numbers events in a time that grows with their number, not with its square. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    definerFunction(String.raw`
-- As before, but the rows are found by their address. By their key, the planner compared each with all others when the statistics
-- said that few wait. Nothing else changes an event, so that the address stays.
create or replace function number_events(at_most integer, close_seconds double precision, slack_seconds double precision)
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
    select n.organization_id, n.row_id, n.id, n.type,
           row_number() over (partition by n.organization_id order by n.transaction_id, n.id) as place,
           count(*) over (partition by n.organization_id) as size
    from tenants t cross join lateral (
      select e.organization_id, e.ctid as row_id, e.id, e.type, e.transaction_id from events e
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
      where e.ctid = b.row_id
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
end $$;`),
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    definerFunction(String.raw`
create or replace function number_events(at_most integer, close_seconds double precision, slack_seconds double precision)
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
end $$;`),
  );
}
