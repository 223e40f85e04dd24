import { definerFunctions, definerReads, sealerDeletes, tenantAccess } from './access.ts';

/**
 * The tables that search reads in addition to `resources`. Triggers on `resources` maintain them. Concurrent writers of an
 * organization never update the same row: they insert signed deltas, which the worker adds to the counts.
 */
export const search = String.raw`
-- A number for each cell (account, region and resource type), by which counts over many rows are grouped. A resource never
-- changes its cell.
create table search_cells (
  organization_id uuid not null,
  id integer not null generated always as identity,
  resource_type text not null,
  aws_account_id uuid not null,
  region text not null,
  constraint search_cells_pkey primary key (organization_id, id),
  constraint search_cells_cell_key unique (organization_id, resource_type, aws_account_id, region),
  constraint search_cells_organization_fkey foreign key (organization_id)
    references organizations (id) on delete cascade
);

-- The text is not in resources, so that an update of a sort key does not update the trigram index, which is the most
-- expensive one. New texts are searched without the index until the worker sets indexed.
--
-- status: 1 active, 2 deleted, 3 unobserved, here and in resource_history. management_state: 1 managed, 2 unmanaged, 3 child,
-- 4 default, 5 ignored, 6 unknown.
create table resource_search (
  organization_id uuid not null,
  resource_id uuid not null,
  cell_id integer not null,
  status smallint not null,
  management_state smallint not null,
  indexed boolean not null default false,
  text text not null,
  constraint resource_search_pkey primary key (organization_id, resource_id)
) with (fillfactor = 90);
create index resource_search_text_index on resource_search using gin (organization_id, text gin_trgm_ops)
  where indexed;
create index resource_search_pending_index on resource_search (organization_id, resource_id) where not indexed;

-- One row per version of the columns that a search with as_of reads. The current version is valid to infinity.
create table resource_history (
  organization_id uuid not null,
  resource_id uuid not null,
  valid_from timestamptz not null,
  valid_to timestamptz not null default 'infinity',
  cell_id integer not null,
  status smallint not null,
  last_changed_at timestamptz not null,
  deleted_at timestamptz,
  name text not null collate "C",
  constraint resource_history_pkey primary key (organization_id, resource_id, valid_from),
  constraint resource_history_order_check check (valid_from < valid_to)
);
create index resource_history_last_changed_index on resource_history (organization_id, last_changed_at, resource_id)
  include (valid_from, valid_to, cell_id, status);
create index resource_history_name_index on resource_history (organization_id, name, resource_id)
  include (valid_from, valid_to, cell_id, status);
-- Counts with as_of read rows in the order of cells, so that the hash table of the groups fits the processor's cache.
create index resource_history_cell_index on resource_history (organization_id, cell_id)
  include (valid_from, valid_to, status);
-- For retention.
create index resource_history_valid_to_index on resource_history (organization_id, valid_to)
  where valid_to < 'infinity';

-- Former texts of renamed resources, for searches with as_of.
create table resource_former_texts (
  organization_id uuid not null,
  resource_id uuid not null,
  valid_from timestamptz not null,
  valid_to timestamptz not null,
  text text not null,
  constraint resource_former_texts_pkey primary key (organization_id, resource_id, valid_to)
);

create table resource_tags (
  organization_id uuid not null,
  resource_id uuid not null,
  key text not null,
  value text not null,
  valid_from timestamptz not null,
  valid_to timestamptz not null default 'infinity',
  constraint resource_tags_pkey primary key (organization_id, resource_id, key, valid_from)
);
create index resource_tags_value_index on resource_tags (organization_id, key, value, resource_id)
  include (valid_from, valid_to);

-- A current count is the sum of resource_counts and these deltas. fold_resource_counts adds them to resource_counts.
create table resource_count_deltas (
  organization_id uuid not null,
  id bigint not null generated always as identity,
  cell_id integer not null,
  management_state text not null,
  active integer not null,
  deleted integer not null,
  unobserved integer not null,
  constraint resource_count_deltas_pkey primary key (organization_id, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

create table resource_counts (
  organization_id uuid not null,
  resource_type text not null,
  aws_account_id uuid not null,
  region text not null,
  management_state text not null,
  active bigint not null,
  deleted bigint not null,
  unobserved bigint not null,
  constraint resource_counts_pkey
    primary key (organization_id, resource_type, aws_account_id, region, management_state)
) with (fillfactor = 80);
-- management_state is the next column, so that its counts are read without those of other states.
create index resource_counts_region_index
  on resource_counts (organization_id, region, management_state, resource_type);
create index resource_counts_account_index
  on resource_counts (organization_id, aws_account_id, management_state, region);

-- Counts by one dimension, in total and for each value of one other dimension: 1 resource_type, 2 aws_account_id, 3 region,
-- 4 management_state. facet 0 counts all resources, other 0 means no other dimension.
create table resource_pair_counts (
  organization_id uuid not null,
  facet smallint not null,
  value text not null,
  other smallint not null,
  other_value text not null,
  active bigint not null,
  deleted bigint not null,
  unobserved bigint not null,
  constraint resource_pair_counts_pkey primary key (organization_id, facet, other, other_value, value)
) with (fillfactor = 80);

-- Adds up to at_most deltas to the counts and deletes them in the same transaction, so that the sum of counts and deltas
-- does not change for readers. Returns the number of deltas, or 0 while another session has the organization's lock.
create function fold_resource_counts(at_most integer) returns integer
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
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
create function index_search_texts(at_most integer) returns integer
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
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

${definerFunctions(String.raw`
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
`)}

-- A resource never changes its cell, so no cell is changed or deleted.
${tenantAccess(['search_cells'], 'select, insert')}
${tenantAccess([
  'resource_search',
  'resource_history',
  'resource_former_texts',
  'resource_tags',
  'resource_count_deltas',
  'resource_counts',
  'resource_pair_counts',
])}
${definerReads(['resource_search', 'resource_count_deltas'])}
-- These tables have no foreign key that cascades from organizations: it would cost a check for each new row.
${sealerDeletes([
  'resource_search',
  'resource_history',
  'resource_former_texts',
  'resource_tags',
  'resource_count_deltas',
  'resource_counts',
  'resource_pair_counts',
])}
-- Workers run ANALYZE after scans that wrote many rows.
grant maintain on resource_search, resource_history, resource_tags to inventory_app;
`;
