import type { Knex } from 'knex';
import { managementStates, resourceStatuses } from '../../domain/values.ts';

/** A value's number: its place in the domain's list. */
function codeOf(column: string, values: readonly string[]): string {
  return `(case ${column} ${values.map((value, index) => `when '${value}' then ${index + 1}`).join(' ')} end)::smallint`;
}

/** The text of a row that search looks into; its parts are kept apart by a character that no search text may contain. */
type TextOf = (row: string) => string;

/** Of migration 0080. */
const wholeText: TextOf = (row) =>
  `lower(coalesce(${row}.name, '') || chr(1) || ${row}.native_id || chr(1) || coalesce(${row}.arn, ''))`;

/** Without what another part has in it: whatever is found in one, is found in the other. */
export const shortText: TextOf = (row) => {
  const arn = `coalesce(${row}.arn, '')`;
  const others = `${row}.native_id || chr(1) || ${arn}`;
  return `lower(concat_ws(chr(1), case when strpos(${others}, ${row}.name) = 0 then ${row}.name end,
    case when strpos(${arn}, ${row}.native_id) = 0 then ${row}.native_id end, ${row}.arn))`;
};

function countsOf(column: string, sign: '' | '-'): string {
  return resourceStatuses.map((status) => `${sign}(${column} = '${status}')::integer`).join(', ');
}

export async function createSearchTriggers(knex: Knex): Promise<void> {
  await writeIndexing(knex, wholeText);
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
  await planForEveryPage(knex, ['index_deleted_resources', 'index_tags']);
}

async function planForEveryPage(knex: Knex, functions: readonly string[]): Promise<void> {
  for (const name of functions) {
    await knex.raw(`alter function ${name}() set plan_cache_mode = force_custom_plan`);
  }
}

/**
 * `limit size` in each trigger changes no result. It makes the number of rows a parameter, and with that Postgres plan
 * for the page at hand: a plan kept from a page of one row would take the square of a large one's time.
 */
export async function writeIndexing(knex: Knex, textOf: TextOf = wholeText): Promise<void> {
  await knex.raw(`
    create or replace function index_inserted_resources() returns trigger language plpgsql as $$
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
    create or replace function index_updated_resources() returns trigger language plpgsql as $$
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
  await planForEveryPage(knex, ['index_inserted_resources', 'index_updated_resources']);
}
