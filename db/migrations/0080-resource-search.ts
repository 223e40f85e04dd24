import type { Knex } from 'knex';
import { resourceStatuses } from '../../domain/values.ts';
import { createSearchTriggers } from '../migration-support/search-triggers.ts';
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
  await createSearchTriggers(knex);
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
