import type { Knex } from 'knex';
import { managementStates, resourceStatuses } from '../../domain/values/index.ts';
import {
  dropDefinerFunctions,
  makeDefinerFunction,
  protectTenantTable,
} from '../migration-support/tenant-table.ts';
import { createTextCounts, createTextIds } from '../migration-support/text-functions.ts';

/**
 * What search reads beside `resources`, kept by triggers so that whoever writes resources need not know. Nothing here
 * is shared between writers of one organization: counts are appended as signed rows, and folded by the worker.
 */
export async function up(knex: Knex): Promise<void> {
  await createSortIndexes(knex);
  await createSearchTables(knex);
  await createCountTables(knex);
  await createTriggers(knex);
  await createFolding(knex);
  await createTextIds(knex);
  await createTextCounts(knex);
}

const filterColumns = 'resource_type, aws_account_id, region, status, management_state';

/** Every index carries all filter columns, so that a page's ids are found without touching the table. */
async function createSortIndexes(knex: Knex): Promise<void> {
  await knex.raw(`
    create index resources_last_changed_index on resources (organization_id, last_changed_at, id)
      include (${filterColumns});
    create index resources_first_discovered_index on resources (organization_id, first_discovered_at, id)
      include (${filterColumns});
    create index resources_name_index on resources (organization_id, (coalesce(name, '')) collate "C", id)
      include (name, ${filterColumns});
    create index resources_type_index on resources (organization_id, resource_type, id)
      include (aws_account_id, region, status, management_state);
    create index resources_type_last_changed_index on resources (organization_id, resource_type, last_changed_at, id)
      include (aws_account_id, region, status, management_state);
    create index resources_account_last_changed_index on resources (organization_id, aws_account_id, last_changed_at, id)
      include (resource_type, region, status, management_state);
    create index resources_gone_index on resources (organization_id, status, last_changed_at, id)
      include (resource_type, aws_account_id, region, management_state) where status <> 'active'`);
}

async function createSearchTables(knex: Knex): Promise<void> {
  // A number for each account × region × type, which a resource keeps for life: what is counted over many rows
  // is grouped by it.
  await knex.raw(`
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
    )`);
  // The text apart from the sort keys: their changes must not touch the trigram index, whose upkeep is the most
  // expensive of all. New texts are searched without it until the worker has indexed them.
  await knex.raw(`
    create table resource_search (
      organization_id uuid not null,
      resource_id uuid not null,
      cell_id integer not null,
      status smallint not null,
      management_state smallint not null,
      indexed boolean not null default false,
      text text not null,
      constraint resource_search_pkey primary key (organization_id, resource_id)
    ) with (fillfactor = 90)`);
  await knex.raw(`
    create index resource_search_text_index on resource_search using gin (organization_id, text gin_trgm_ops)
      where indexed;
    create index resource_search_pending_index on resource_search (organization_id, resource_id) where not indexed`);
  // A row per version of what search can ask of the past; the newest is valid to infinity.
  await knex.raw(`
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
    )`);
  await knex.raw(`
    create index resource_history_last_changed_index on resource_history (organization_id, last_changed_at, resource_id)
      include (valid_from, valid_to, cell_id, status);
    create index resource_history_name_index on resource_history (organization_id, name, resource_id)
      include (valid_from, valid_to, cell_id, status)`);
  // Texts that are no longer those of their resource, for search in the past. Renaming is rare.
  await knex.raw(`
    create table resource_former_texts (
      organization_id uuid not null,
      resource_id uuid not null,
      valid_from timestamptz not null,
      valid_to timestamptz not null,
      text text not null,
      constraint resource_former_texts_pkey primary key (organization_id, resource_id, valid_to)
    )`);
  await knex.raw(`
    create table resource_tags (
      organization_id uuid not null,
      resource_id uuid not null,
      key text not null,
      value text not null,
      valid_from timestamptz not null,
      valid_to timestamptz not null default 'infinity',
      constraint resource_tags_pkey primary key (organization_id, resource_id, key, valid_from)
    )`);
  await knex.raw(
    'create index resource_tags_value_index on resource_tags (organization_id, key, value, resource_id) include (valid_from, valid_to)',
  );
  await protectTenantTable(knex, 'search_cells', { privileges: ['select', 'insert'] });
  await protectTenantTable(knex, 'resource_search', { readableByDefiner: true });
  await protectTenantTable(knex, 'resource_history');
  await protectTenantTable(knex, 'resource_former_texts');
  await protectTenantTable(knex, 'resource_tags');
}

async function createCountTables(knex: Knex): Promise<void> {
  // The truth is the sum of the folded counts and the deltas that are not folded yet.
  await knex.raw(`
    create table resource_count_deltas (
      organization_id uuid not null,
      id bigint not null generated always as identity,
      cell_id integer not null,
      management_state text not null,
      active integer not null,
      deleted integer not null,
      unobserved integer not null,
      constraint resource_count_deltas_pkey primary key (organization_id, id)
    ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000)`);
  await knex.raw(`
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
    ) with (fillfactor = 80)`);
  await knex.raw(`
    create index resource_counts_account_index on resource_counts (organization_id, aws_account_id, region);
    create index resource_counts_region_index on resource_counts (organization_id, region, resource_type)`);
  // Each dimension alone and under one value of each other: facet 0 is "everything", 1 to 4 are the dimensions in
  // the order of domain/search; other 0 is "any".
  await knex.raw(`
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
    ) with (fillfactor = 80)`);
  for (const table of ['resource_count_deltas', 'resource_counts', 'resource_pair_counts']) {
    await protectTenantTable(knex, table);
  }
}

/** A value's number: its place in the domain's list. */
function codeOf(column: string, values: readonly string[]): string {
  return `(case ${column} ${values.map((value, index) => `when '${value}' then ${index + 1}`).join(' ')} end)::smallint`;
}

/** The parts are kept apart by a character that no search text may contain. */
function textOf(row: string): string {
  return `lower(coalesce(${row}.name, '') || chr(1) || ${row}.native_id || chr(1) || coalesce(${row}.arn, ''))`;
}

function countsOf(column: string, sign: '' | '-'): string {
  return resourceStatuses.map((status) => `${sign}(${column} = '${status}')::integer`).join(', ');
}

/**
 * `limit size` in each trigger changes no result. It makes the number of rows a parameter, and with that Postgres plan
 * for the page at hand: a plan kept from a page of one row would take the square of a large one's time.
 */
async function createTriggers(knex: Knex): Promise<void> {
  await knex.raw(`
    create function index_inserted_resources() returns trigger language plpgsql as $$
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
          select organization_id, id, first_discovered_at, cell_id, ${codeOf('status', resourceStatuses)},
                 last_changed_at, deleted_at, coalesce(name, '') from placed
      ), counted as (
        insert into resource_count_deltas
            (organization_id, cell_id, management_state, ${resourceStatuses.join(', ')})
          select organization_id, cell_id, management_state,
                 ${resourceStatuses.map((status) => `count(*) filter (where status = '${status}')`).join(', ')}
            from placed group by 1, 2, 3
      )
      insert into resource_search (organization_id, resource_id, cell_id, status, management_state, text)
        select organization_id, id, cell_id, ${codeOf('status', resourceStatuses)},
               ${codeOf('management_state', managementStates)}, ${textOf('placed')} from placed;
      return null;
    end $$`);
  // A version begins when the change was seen. One that is not younger than the version it replaces takes its place.
  await knex.raw(`
    create function index_updated_resources() returns trigger language plpgsql as $$
    declare size bigint := (select count(*) from changed_to);
    begin
      if size = 0 then return null; end if;
      with moved as materialized (
        select n.organization_id, n.id, s.cell_id,
               o.status as old_status, o.management_state as old_management_state, ${textOf('o')} as old_text,
               n.status, n.management_state, n.last_changed_at, n.deleted_at, coalesce(n.name, '') as name,
               ${textOf('n')} as text,
               (o.status, o.management_state) <> (n.status, n.management_state) as counted_anew,
               ${textOf('o')} <> ${textOf('n')} as renamed,
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
        insert into resource_count_deltas (organization_id, cell_id, management_state, ${resourceStatuses.join(', ')})
          select m.organization_id, m.cell_id, side.management_state,
                 ${resourceStatuses.map((status) => `sum(side.${status})`).join(', ')}
            from moved m cross join lateral (values
              (m.old_management_state, ${countsOf('m.old_status', '-')}),
              (m.management_state, ${countsOf('m.status', '')})
            ) side (management_state, ${resourceStatuses.join(', ')})
            where m.counted_anew group by 1, 2, 3
            having ${resourceStatuses.map((status) => `sum(side.${status}) <> 0`).join(' or ')}
      ), searched as (
        update resource_search s
          set status = ${codeOf('m.status', resourceStatuses)},
              management_state = ${codeOf('m.management_state', managementStates)},
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
          set status = ${codeOf('m.status', resourceStatuses)}, last_changed_at = m.last_changed_at,
              deleted_at = m.deleted_at, name = m.name
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
          select organization_id, id, at, cell_id, ${codeOf('status', resourceStatuses)}, last_changed_at, deleted_at, name
            from closed
      )
      select count(*) filter (where misplaced) into size from moved;
      if size > 0 then raise exception 'a resource keeps its account, region, type and native id'; end if;
      return null;
    end $$`);
  await knex.raw(`
    create function index_deleted_resources() returns trigger language plpgsql as $$
    begin
      if not exists (select from removed) then return null; end if;
      with gone as (
        delete from resource_search s using removed o
          where s.organization_id = o.organization_id and s.resource_id = o.id
          returning s.organization_id, s.cell_id, o.management_state, o.status
      )
      insert into resource_count_deltas (organization_id, cell_id, management_state, ${resourceStatuses.join(', ')})
        select organization_id, cell_id, management_state,
               ${resourceStatuses.map((status) => `-count(*) filter (where status = '${status}')`).join(', ')}
          from gone group by 1, 2, 3;
      delete from resource_history h using removed o where h.organization_id = o.organization_id and h.resource_id = o.id;
      delete from resource_former_texts f using removed o
        where f.organization_id = o.organization_id and f.resource_id = o.id;
      delete from resource_tags t using removed o where t.organization_id = o.organization_id and t.resource_id = o.id;
      return null;
    end $$`);
  await knex.raw(`
    create trigger resources_search_insert after insert on resources
      referencing new table as inserted for each statement execute function index_inserted_resources();
    create trigger resources_search_update after update on resources
      referencing old table as changed_from new table as changed_to
      for each statement execute function index_updated_resources();
    create trigger resources_search_delete after delete on resources
      referencing old table as removed for each statement execute function index_deleted_resources()`);

  // Keys and values are cut to what an index entry can hold, as domain/search/tag-terms.ts cuts what is asked for.
  await knex.raw(`
    create function index_tags() returns trigger language plpgsql as $$
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
    end $$`);
  await knex.raw(`
    create trigger resource_documents_tags_insert after insert on resource_documents
      referencing new table as documents for each statement execute function index_tags();
    create trigger resource_documents_tags_update after update on resource_documents
      referencing new table as documents for each statement execute function index_tags()`);
  await planForEveryPage(knex);
}

async function planForEveryPage(knex: Knex): Promise<void> {
  for (const name of [
    'index_inserted_resources',
    'index_updated_resources',
    'index_deleted_resources',
    'index_tags',
  ]) {
    await knex.raw(`alter function ${name}() set plan_cache_mode = force_custom_plan`);
  }
}

async function createFolding(knex: Knex): Promise<void> {
  const counts = resourceStatuses.map((status) => `sum(${status}) as ${status}`).join(', ');
  const added = (table: string) =>
    resourceStatuses.map((status) => `${status} = ${table}.${status} + excluded.${status}`).join(', ');
  // Folding and reading see the same sum at any moment: the deltas disappear in the transaction that adds them.
  await knex.raw(`
    create function fold_resource_counts(at_most integer) returns integer language plpgsql as $$
    declare
      tenant uuid := nullif(current_setting('app.organization_id', true), '')::uuid;
      folded integer;
    begin
      if not pg_try_advisory_xact_lock(hashtextextended('resource_counts:' || tenant::text, 0)) then return 0; end if;
      with taken as (
        delete from resource_count_deltas where organization_id = tenant and id in (
          select id from resource_count_deltas where organization_id = tenant order by id limit at_most)
        returning cell_id, management_state, ${resourceStatuses.join(', ')}
      ), cells as materialized (
        select c.resource_type, c.aws_account_id, c.region, t.management_state, ${counts}, count(*) as rows
          from taken t join search_cells c on c.organization_id = tenant and c.id = t.cell_id
          group by 1, 2, 3, 4
      ), counted as (
        insert into resource_counts
          select tenant, resource_type, aws_account_id, region, management_state, ${resourceStatuses.join(', ')} from cells
        on conflict on constraint resource_counts_pkey do update set ${added('resource_counts')}
      ), paired as (
        insert into resource_pair_counts
          select tenant, facet, value, other, other_value, ${counts}
            from cells cross join lateral (values ${pairs().join(', ')}) pair (facet, value, other, other_value)
            group by facet, value, other, other_value
        on conflict on constraint resource_pair_counts_pkey do update set ${added('resource_pair_counts')}
      )
      select coalesce(sum(rows), 0) into folded from cells;
      return folded;
    end $$`);
  await knex.raw(`
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
    end $$`);
  // Which organizations have something to fold or to index; for the worker.
  await protectDefinerRead(knex, 'resource_count_deltas');
  await knex.raw(`
    create function organizations_to_index() returns table (organization_id uuid) language sql stable as $$
      select o.id from organizations o
        where exists (select from resource_count_deltas d where d.organization_id = o.id)
           or exists (select from resource_search s where s.organization_id = o.id and not s.indexed)
    $$`);
  await makeDefinerFunction(knex, 'organizations_to_index()');
}

async function protectDefinerRead(knex: Knex, table: string): Promise<void> {
  await knex.raw(`create policy ${table}_definer on ${table} for select to inventory_definer using (true)`);
  await knex.raw(`grant select on ${table} to inventory_definer`);
}

const dimensionColumns = ['resource_type', 'aws_account_id::text', 'region', 'management_state'];

function pairs(): readonly string[] {
  const alone = dimensionColumns.map((column, index) => `(${index + 1}, ${column}, 0, '')`);
  const paired = dimensionColumns
    .slice(0, 3)
    .flatMap((column, index) =>
      dimensionColumns.flatMap((other, at) =>
        at === index ? [] : [`(${index + 1}, ${column}, ${at + 1}, ${other})`],
      ),
    );
  return ["(0, '', 0, '')", ...alone, ...paired];
}

export async function down(knex: Knex): Promise<void> {
  await dropDefinerFunctions(knex, [
    'search_text_counts(text, boolean)',
    'search_text_ids(text, boolean, integer)',
    'organizations_to_index()',
  ]);
  await knex.raw(`
    drop trigger resource_documents_tags_insert on resource_documents;
    drop trigger resource_documents_tags_update on resource_documents;
    drop trigger resources_search_insert on resources;
    drop trigger resources_search_update on resources;
    drop trigger resources_search_delete on resources;
    drop function index_search_texts(integer), fold_resource_counts(integer), index_tags(),
      index_deleted_resources(), index_updated_resources(), index_inserted_resources();
    drop table resource_pair_counts, resource_counts, resource_count_deltas, resource_tags, resource_former_texts,
      resource_history, resource_search, search_cells;
    drop index resources_last_changed_index, resources_first_discovered_index, resources_name_index,
      resources_type_index, resources_type_last_changed_index, resources_account_last_changed_index,
      resources_gone_index`);
}
