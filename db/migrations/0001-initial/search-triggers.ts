/**
 * The triggers that maintain the tables of search.
 *
 * `limit size` changes no result. It makes the number of rows a parameter of the query, so that Postgres (with
 * force_custom_plan) plans each statement for its number of rows. A cached plan for one row would take quadratic time for
 * many rows.
 */
export const searchTriggers = String.raw`
-- The text of a resource is its name, native id and ARN, separated by chr(1), which a search text cannot contain. A part
-- that is contained in another part is omitted: a search that matches it also matches the other part.
create function index_inserted_resources() returns trigger
language plpgsql set plan_cache_mode = force_custom_plan set search_path = pg_catalog, public, pg_temp as $$
declare size bigint := (select count(*) from inserted);
begin
  if size = 0 then return null; end if;
  insert into search_cells (organization_id, resource_type, aws_account_id, region)
    select distinct n.organization_id, n.resource_type, n.aws_account_id, n.region from inserted n
      where not exists (
        select from search_cells c where c.organization_id = n.organization_id and c.resource_type = n.resource_type
          and c.aws_account_id = n.aws_account_id and c.region = n.region)
      order by 1, 2, 3, 4
    on conflict do nothing;
  with placed as materialized (
    select n.*, c.id as cell_id from inserted n join search_cells c on c.organization_id = n.organization_id
      and c.resource_type = n.resource_type and c.aws_account_id = n.aws_account_id and c.region = n.region
      limit size
  ), dated as (
    insert into resource_history
        (organization_id, resource_id, valid_from, cell_id, status, last_changed_at, deleted_at, name)
      select organization_id, id, first_discovered_at, cell_id,
             (case status when 'active' then 1 when 'deleted' then 2 when 'unobserved' then 3 end)::smallint,
             last_changed_at, deleted_at, coalesce(name, '') from placed
  ), counted as (
    insert into resource_count_deltas
        (organization_id, cell_id, management_state, active, deleted, unobserved)
      select organization_id, cell_id, management_state,
             count(*) filter (where status = 'active'), count(*) filter (where status = 'deleted'),
             count(*) filter (where status = 'unobserved')
        from placed group by 1, 2, 3
  )
  insert into resource_search (organization_id, resource_id, cell_id, status, management_state, text)
    select organization_id, id, cell_id,
           (case status when 'active' then 1 when 'deleted' then 2 when 'unobserved' then 3 end)::smallint,
           (case management_state when 'managed' then 1 when 'unmanaged' then 2 when 'child' then 3
             when 'default' then 4 when 'ignored' then 5 when 'unknown' then 6 end)::smallint,
           lower(concat_ws(chr(1),
             case when strpos(placed.native_id || chr(1) || coalesce(placed.arn, ''), placed.name) = 0
               then placed.name end,
             case when strpos(coalesce(placed.arn, ''), placed.native_id) = 0 then placed.native_id end,
             placed.arn)) from placed;
  return null;
end $$;

-- A version is valid from the time at which the change was observed. If the current version is not older than that, it is
-- overwritten.
create function index_updated_resources() returns trigger
language plpgsql set plan_cache_mode = force_custom_plan set search_path = pg_catalog, public, pg_temp as $$
declare size bigint := (select count(*) from changed_to);
begin
  if size = 0 then return null; end if;
  with moved as materialized (
    select n.organization_id, n.id, s.cell_id,
           o.status as old_status, o.management_state as old_management_state,
           lower(concat_ws(chr(1),
             case when strpos(o.native_id || chr(1) || coalesce(o.arn, ''), o.name) = 0 then o.name end,
             case when strpos(coalesce(o.arn, ''), o.native_id) = 0 then o.native_id end, o.arn)) as old_text,
           n.status, n.management_state, n.last_changed_at, n.deleted_at, coalesce(n.name, '') as name,
           lower(concat_ws(chr(1),
             case when strpos(n.native_id || chr(1) || coalesce(n.arn, ''), n.name) = 0 then n.name end,
             case when strpos(coalesce(n.arn, ''), n.native_id) = 0 then n.native_id end, n.arn)) as text,
           (o.status, o.management_state) <> (n.status, n.management_state) as counted_anew,
           lower(concat_ws(chr(1),
             case when strpos(o.native_id || chr(1) || coalesce(o.arn, ''), o.name) = 0 then o.name end,
             case when strpos(coalesce(o.arn, ''), o.native_id) = 0 then o.native_id end, o.arn))
             <> lower(concat_ws(chr(1),
             case when strpos(n.native_id || chr(1) || coalesce(n.arn, ''), n.name) = 0 then n.name end,
             case when strpos(coalesce(n.arn, ''), n.native_id) = 0 then n.native_id end, n.arn)) as renamed,
           (o.status, o.last_changed_at, o.deleted_at, o.name)
             is distinct from (n.status, n.last_changed_at, n.deleted_at, n.name) as versioned,
           (o.resource_type, o.aws_account_id, o.region, o.native_id)
             is distinct from (n.resource_type, n.aws_account_id, n.region, n.native_id) as misplaced,
           case when n.last_changed_at > o.last_changed_at then n.last_changed_at
                when n.deleted_at is distinct from o.deleted_at and n.deleted_at is not null then n.deleted_at
                else now() end as at
      from changed_to n
      join changed_from o on o.organization_id = n.organization_id and o.id = n.id
      join resource_search s on s.organization_id = n.organization_id and s.resource_id = n.id
      limit size
  ), counted as (
    insert into resource_count_deltas (organization_id, cell_id, management_state, active, deleted, unobserved)
      select m.organization_id, m.cell_id, side.management_state,
             sum(side.active), sum(side.deleted), sum(side.unobserved)
        from moved m cross join lateral (values
          (m.old_management_state, -(m.old_status = 'active')::integer, -(m.old_status = 'deleted')::integer,
           -(m.old_status = 'unobserved')::integer),
          (m.management_state, (m.status = 'active')::integer, (m.status = 'deleted')::integer,
           (m.status = 'unobserved')::integer)
        ) side (management_state, active, deleted, unobserved)
        where m.counted_anew group by 1, 2, 3
        having sum(side.active) <> 0 or sum(side.deleted) <> 0 or sum(side.unobserved) <> 0
  ), searched as (
    update resource_search s
      set status = (case m.status when 'active' then 1 when 'deleted' then 2 when 'unobserved' then 3 end)::smallint,
          management_state = (case m.management_state when 'managed' then 1 when 'unmanaged' then 2 when 'child' then 3
            when 'default' then 4 when 'ignored' then 5 when 'unknown' then 6 end)::smallint,
          text = m.text, indexed = s.indexed and not m.renamed
      from moved m where s.organization_id = m.organization_id and s.resource_id = m.id
        and (m.counted_anew or m.renamed)
  ), former as (
    insert into resource_former_texts (organization_id, resource_id, valid_from, valid_to, text)
      select m.organization_id, m.id, coalesce(
          (select max(f.valid_to) from resource_former_texts f
            where f.organization_id = m.organization_id and f.resource_id = m.id), '-infinity'), m.at, m.old_text
        from moved m where m.renamed
      on conflict do nothing
  ), replaced as (
    update resource_history h
      set status = (case m.status when 'active' then 1 when 'deleted' then 2 when 'unobserved' then 3 end)::smallint,
          last_changed_at = m.last_changed_at, deleted_at = m.deleted_at, name = m.name
      from moved m where m.versioned and h.organization_id = m.organization_id and h.resource_id = m.id
        and h.valid_to = 'infinity' and h.valid_from >= m.at
  ), closed as (
    update resource_history h set valid_to = m.at
      from moved m where m.versioned and h.organization_id = m.organization_id and h.resource_id = m.id
        and h.valid_to = 'infinity' and h.valid_from < m.at
      returning m.*
  ), opened as (
    insert into resource_history
        (organization_id, resource_id, valid_from, cell_id, status, last_changed_at, deleted_at, name)
      select organization_id, id, at, cell_id,
             (case status when 'active' then 1 when 'deleted' then 2 when 'unobserved' then 3 end)::smallint,
             last_changed_at, deleted_at, name
        from closed
  )
  select count(*) filter (where misplaced) into size from moved;
  if size > 0 then raise exception 'cannot change the account, region, type or native id of a resource'; end if;
  return null;
end $$;

create function index_deleted_resources() returns trigger
language plpgsql set plan_cache_mode = force_custom_plan set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from removed) then return null; end if;
  with gone as (
    delete from resource_search s using removed o
      where s.organization_id = o.organization_id and s.resource_id = o.id
      returning s.organization_id, s.cell_id, o.management_state, o.status
  )
  insert into resource_count_deltas (organization_id, cell_id, management_state, active, deleted, unobserved)
    select organization_id, cell_id, management_state,
           -count(*) filter (where status = 'active'), -count(*) filter (where status = 'deleted'),
           -count(*) filter (where status = 'unobserved')
      from gone group by 1, 2, 3;
  delete from resource_history h using removed o where h.organization_id = o.organization_id and h.resource_id = o.id;
  delete from resource_former_texts f using removed o
    where f.organization_id = o.organization_id and f.resource_id = o.id;
  delete from resource_tags t using removed o where t.organization_id = o.organization_id and t.resource_id = o.id;
  return null;
end $$;

create trigger resources_search_insert after insert on resources
  referencing new table as inserted for each statement execute function index_inserted_resources();
create trigger resources_search_update after update on resources
  referencing old table as changed_from new table as changed_to
  for each statement execute function index_updated_resources();
create trigger resources_search_delete after delete on resources
  referencing old table as removed for each statement execute function index_deleted_resources();

-- Keys and values of tags are truncated to the size of an index entry: 200 and 400 characters. A search truncates its
-- terms to the same lengths.
--
-- Inserts have a simpler function than updates, because a new document has no earlier tags to compare with. Measured for
-- a page of 1,000 new resources among 400,000: this comparison, redundant foreign keys and a trigger function per change
-- together took a fifth of the time.
create function index_first_tags() returns trigger
language plpgsql set plan_cache_mode = force_custom_plan set search_path = pg_catalog, public, pg_temp as $$
declare size bigint := (select count(*) from documents where tags <> '{}');
begin
  if size = 0 then return null; end if;
  insert into resource_tags (organization_id, resource_id, key, value, valid_from)
    select d.organization_id, d.resource_id, left(t.key, 200), left(coalesce(t.value, ''), 400),
           coalesce(v.observed_at, r.last_changed_at)
      from (select * from documents where tags <> '{}' limit size) d
      join resources r on r.organization_id = d.organization_id and r.id = d.resource_id
      left join resource_revisions v on v.organization_id = d.organization_id
        and v.resource_id = d.resource_id and v.revision = d.revision
      cross join lateral jsonb_each_text(d.tags) t
    on conflict do nothing;
  return null;
end $$;

create function index_tags() returns trigger
language plpgsql set plan_cache_mode = force_custom_plan set search_path = pg_catalog, public, pg_temp as $$
declare size bigint := (select count(*) from documents);
begin
  if size = 0 then return null; end if;
  with given as materialized (
    select d.organization_id, d.resource_id, left(t.key, 200) as key, min(left(coalesce(t.value, ''), 400)) as value
      from documents d cross join lateral jsonb_each_text(d.tags) t
      where d.tags <> '{}' group by 1, 2, 3
  ), dated as materialized (
    select d.organization_id, d.resource_id, greatest(
        coalesce(
          (select v.observed_at from resource_revisions v where v.organization_id = d.organization_id
            and v.resource_id = d.resource_id and v.revision = d.revision),
          r.last_changed_at),
        (select max(t.valid_from) from resource_tags t
          where t.organization_id = d.organization_id and t.resource_id = d.resource_id)) as at
      from documents d join resources r on r.organization_id = d.organization_id and r.id = d.resource_id
      limit size
  ), dropped as (
    select o.organization_id, o.resource_id, o.key, o.valid_from, dated.at
      from dated join resource_tags o on o.organization_id = dated.organization_id
        and o.resource_id = dated.resource_id and o.valid_to = 'infinity'
      left join given g on g.organization_id = o.organization_id and g.resource_id = o.resource_id
        and g.key = o.key and g.value = o.value
      where g.key is null and not (o.valid_from = dated.at and exists (
        select from given again where again.organization_id = o.organization_id
          and again.resource_id = o.resource_id and again.key = o.key))
  ), closed as (
    update resource_tags t set valid_to = d.at from dropped d
      where t.organization_id = d.organization_id and t.resource_id = d.resource_id and t.key = d.key
        and t.valid_from = d.valid_from
  )
  insert into resource_tags (organization_id, resource_id, key, value, valid_from)
    select g.organization_id, g.resource_id, g.key, g.value, dated.at
      from given g join dated on dated.organization_id = g.organization_id and dated.resource_id = g.resource_id
      where not exists (
        select from resource_tags t where t.organization_id = g.organization_id
          and t.resource_id = g.resource_id and t.key = g.key and t.value = g.value and t.valid_to = 'infinity')
    on conflict on constraint resource_tags_pkey do update
      set value = excluded.value, valid_to = excluded.valid_to;
  return null;
end $$;

create trigger resource_documents_tags_insert after insert on resource_documents
  referencing new table as documents for each statement execute function index_first_tags();
create trigger resource_documents_tags_update after update on resource_documents
  referencing new table as documents for each statement execute function index_tags();
`;
