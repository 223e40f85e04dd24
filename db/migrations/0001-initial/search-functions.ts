/** Functions that search and its indexing in the worker call. */
export const searchFunctions = String.raw`
-- Adds up to at_most deltas to the counts and deletes them in the same transaction, so that the sum of counts and deltas
-- does not change for readers. Returns the number of deltas, or 0 while another session has the organization's lock.
create function fold_resource_counts(at_most integer) returns integer language plpgsql as $$
declare
  tenant uuid := nullif(current_setting('app.organization_id', true), '')::uuid;
  folded integer;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('resource_counts:' || tenant::text, 0)) then return 0; end if;
  with taken as (
    delete from resource_count_deltas where organization_id = tenant and id in (
      select id from resource_count_deltas where organization_id = tenant order by id limit at_most)
    returning cell_id, management_state, active, deleted, unobserved
  ), cells as materialized (
    select c.resource_type, c.aws_account_id, c.region, t.management_state,
           sum(active) as active, sum(deleted) as deleted, sum(unobserved) as unobserved, count(*) as rows
      from taken t join search_cells c on c.organization_id = tenant and c.id = t.cell_id
      group by 1, 2, 3, 4
  ), counted as (
    insert into resource_counts
      select tenant, resource_type, aws_account_id, region, management_state, active, deleted, unobserved from cells
    on conflict on constraint resource_counts_pkey do update set
      active = resource_counts.active + excluded.active, deleted = resource_counts.deleted + excluded.deleted,
      unobserved = resource_counts.unobserved + excluded.unobserved
  ), paired as (
    insert into resource_pair_counts
      select tenant, facet, value, other, other_value,
             sum(active) as active, sum(deleted) as deleted, sum(unobserved) as unobserved
        from cells cross join lateral (values
          (0, '', 0, ''),
          (1, resource_type, 0, ''),
          (2, aws_account_id::text, 0, ''),
          (3, region, 0, ''),
          (4, management_state, 0, ''),
          (1, resource_type, 2, aws_account_id::text),
          (1, resource_type, 3, region),
          (1, resource_type, 4, management_state),
          (2, aws_account_id::text, 1, resource_type),
          (2, aws_account_id::text, 3, region),
          (2, aws_account_id::text, 4, management_state),
          (3, region, 1, resource_type),
          (3, region, 2, aws_account_id::text),
          (3, region, 4, management_state)
        ) pair (facet, value, other, other_value)
        group by facet, value, other, other_value
    on conflict on constraint resource_pair_counts_pkey do update set
      active = resource_pair_counts.active + excluded.active,
      deleted = resource_pair_counts.deleted + excluded.deleted,
      unobserved = resource_pair_counts.unobserved + excluded.unobserved
  )
  select coalesce(sum(rows), 0) into folded from cells;
  return folded;
end $$;

-- Adds up to at_most new texts to the trigram index. Returns their number.
create function index_search_texts(at_most integer) returns integer language plpgsql as $$
declare
  tenant uuid := nullif(current_setting('app.organization_id', true), '')::uuid;
  done integer;
begin
  update resource_search s set indexed = true
    where organization_id = tenant and resource_id in (
      select resource_id from resource_search where organization_id = tenant and not indexed
        order by resource_id limit at_most for update skip locked);
  get diagnostics done = row_count;
  return done;
end $$;

-- Returns the organizations with deltas or texts for the two functions above.
create function organizations_to_index() returns table (organization_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id from organizations o
    where exists (select from resource_count_deltas d where d.organization_id = o.id)
       or exists (select from resource_search s where s.organization_id = o.id and not s.indexed)
$$;

-- The operators that match a substring are not leakproof, so under row-level security they cannot use the trigram index.
-- The functions below run as their owner, which can read all texts. They read only texts of the transaction's
-- organization, and return ids, codes and counts, never a text. Each uses at most one parallel worker, so that a request
-- does not occupy every core.
create function search_text_ids(given text, by_index boolean, at_most integer)
returns table (id uuid, cell_id integer, status smallint, management_state smallint)
language plpgsql stable rows 1000 security definer
set plan_cache_mode = force_custom_plan set work_mem = '64MB'
set max_parallel_workers_per_gather = 1 set parallel_setup_cost = 0 set parallel_tuple_cost = 0
set search_path = pg_catalog, public, pg_temp as $$
declare
  tenant uuid := nullif(current_setting('app.organization_id', true), '')::uuid;
  needle text := lower(given);
  pattern text := '%' || replace(replace(replace(needle, '\', '\\'), '%', '\%'), '_', '\_') || '%';
begin
  if by_index then
    return query
      (select s.resource_id, s.cell_id, s.status, s.management_state from resource_search s
        where s.organization_id = tenant and s.indexed and s.text like pattern limit at_most)
      union all
      (select s.resource_id, s.cell_id, s.status, s.management_state from resource_search s
        where s.organization_id = tenant and not s.indexed and strpos(s.text, needle) > 0 limit at_most);
  else
    return query select s.resource_id, s.cell_id, s.status, s.management_state from resource_search s
      where s.organization_id = tenant and strpos(s.text, needle) > 0 limit at_most;
  end if;
end $$;

-- Counts the resources whose text contains the given one, by cell with a column per status. With without = true, counts
-- the resources whose text does not contain it: for a text in most resources these are fewer rows to group.
-- enable_seqscan is off, so that the primary key is used and no rows of other organizations are read.
create function search_text_counts(given text, by_index boolean, without boolean, by_management boolean)
returns table (cell_id integer, management_state smallint, active bigint, deleted bigint, unobserved bigint)
language plpgsql stable rows 50000 security definer
set plan_cache_mode = force_custom_plan set work_mem = '64MB' set enable_seqscan = off
set max_parallel_workers_per_gather = 1 set parallel_setup_cost = 0 set parallel_tuple_cost = 0
set search_path = pg_catalog, public, pg_temp as $$
declare
  tenant uuid := nullif(current_setting('app.organization_id', true), '')::uuid;
  needle text := lower(given);
  pattern text := '%' || replace(replace(replace(needle, '\', '\\'), '%', '\%'), '_', '\_') || '%';
begin
  if by_index then
    return query
      select s.cell_id, case when by_management then s.management_state end, count(*) filter (where s.status = 1),
             count(*) filter (where s.status = 2), count(*) filter (where s.status = 3)
        from resource_search s where s.organization_id = tenant and s.indexed and s.text like pattern group by 1, 2
      union all
      select s.cell_id, case when by_management then s.management_state end, count(*) filter (where s.status = 1),
             count(*) filter (where s.status = 2), count(*) filter (where s.status = 3)
        from resource_search s where s.organization_id = tenant and not s.indexed and strpos(s.text, needle) > 0
        group by 1, 2;
  elsif without then
    return query
      select s.cell_id, case when by_management then s.management_state end, count(*) filter (where s.status = 1),
             count(*) filter (where s.status = 2), count(*) filter (where s.status = 3)
        from resource_search s where s.organization_id = tenant and strpos(s.text, needle) = 0 group by 1, 2;
  else
    return query
      select s.cell_id, case when by_management then s.management_state end, count(*) filter (where s.status = 1),
             count(*) filter (where s.status = 2), count(*) filter (where s.status = 3)
        from resource_search s where s.organization_id = tenant and strpos(s.text, needle) > 0 group by 1, 2;
  end if;
end $$;
`;
