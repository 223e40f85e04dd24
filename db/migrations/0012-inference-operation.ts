import type { Knex } from 'knex';

/** Applies statements as the owner of the definer functions. */
const asDefiner = (statements: string) => `
  set local role none;
  grant create on schema public to inventory_definer;
  set local role inventory_definer;
  ${statements}
  set local role none;
  revoke create on schema public from inventory_definer;
  set local role inventory_owner;
`;

export async function up(knex: Knex): Promise<void> {
  // An organization can have a million ended runs a day of webhook deliveries.
  await knex.raw(`create index runs_inference_index on runs (organization_id, finished_at)
    where kind = 'infer_memberships' and finished_at is not null`);
  await knex.raw(
    asDefiner(String.raw`
-- Returns the organizations with rows in the queue of inference and without an active run. The application applies the pause
-- after failed runs.
create or replace function organizations_to_infer() returns table (organization_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organizations o
    where exists (select from inference_queue q where q.organization_id = o.id)
      and not exists (select from runs r where r.organization_id = o.id and r.kind = 'infer_memberships'
        and r.status in ('queued', 'running'))
$$;

-- For the metrics of a worker: the organizations with rows in the queue of inference. Reads one row of each of them. An
-- organization is 'running' with an active run, and 'failed' if its last run within a day failed or was terminated.
create function inference_queues() returns table (condition text, organizations integer, oldest_seconds float8)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with recursive queued as (
    (select q.organization_id, q.created_at from inference_queue q order by q.organization_id, q.id limit 1)
    union all
    select n.organization_id, n.created_at
    from queued c cross join lateral (
      select q.organization_id, q.created_at from inference_queue q where q.organization_id > c.organization_id
      order by q.organization_id, q.id limit 1) n
  )
  select case
      when exists (select from runs r where r.organization_id = o.organization_id and r.kind = 'infer_memberships'
        and r.status in ('queued', 'running')) then 'running'
      when (select r.status from runs r where r.organization_id = o.organization_id and r.kind = 'infer_memberships'
        and r.finished_at > now() - interval '1 day' order by r.finished_at desc limit 1) <> 'succeeded' then 'failed'
      else 'waiting' end as condition,
    count(*)::integer, extract(epoch from now() - min(o.created_at))::float8
  from queued o group by 1
$$;

-- For the metrics of a worker: the rows of the queue of inference, counted up to a limit.
create function inference_queue_rows(at_most integer) returns integer
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select count(*)::integer from (select from inference_queue limit at_most) counted
$$;

revoke all on function inference_queues(), inference_queue_rows(integer) from public;
grant execute on function inference_queues(), inference_queue_rows(integer) to inventory_app;
`),
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index runs_inference_index');
  await knex.raw(
    asDefiner(String.raw`
drop function inference_queues(), inference_queue_rows(integer);
create or replace function organizations_to_infer() returns table (organization_id uuid)
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
`),
  );
}
