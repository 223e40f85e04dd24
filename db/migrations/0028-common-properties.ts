import type { Knex } from 'knex';

const definerFunction = (statements: string) => `
set local role none;
grant create on schema public to inventory_definer;
set local role inventory_definer;
${statements}
set local role none;
revoke create on schema public from inventory_definer;
set local role inventory_owner;`;

const header = `create or replace function property_candidate_ids(types text[], required jsonb, at_most integer) returns setof uuid
language plpgsql stable rows 1000 security definer
set enable_seqscan = off set enable_indexscan = off set enable_hashjoin = off set enable_mergejoin = off
set search_path = pg_catalog, public, pg_temp as $$
declare
  tenant uuid := nullif(current_setting('app.organization_id', true), '')::uuid;
  cells integer[] := array(select c.id from search_cells c where c.organization_id = tenant and c.resource_type = any(types));
  conditions text := (
    select string_agg('(' || (
      select coalesce(string_agg(format('d.configuration @> %L::jsonb', document), ' or '), 'false')
      from jsonb_array_elements(documents) document
    ) || ')', ' and ') from jsonb_array_elements(required) documents);
begin`;

/** A search for a value that most documents have stops to read them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    definerFunction(String.raw`
-- As before, but of values that more than twice at_most documents of the organization have, whatever their types, it returns
-- at_most rows of no resource: the caller reads the documents of the types then, and reading these would cost more.
${header}
  return query execute format(
    'with found as materialized (
       select d.resource_id from resource_documents d where d.organization_id = $1 and %s limit 2 * $3 + 1
     ), counted as materialized (select count(*) > 2 * $3 as are_many from found)
     select null::uuid from generate_series(1, $3) where (select are_many from counted)
     union all
     (select f.resource_id from found f join resource_search s on s.organization_id = $1 and s.resource_id = f.resource_id
      where s.cell_id = any($2) and not (select are_many from counted) limit $3)', coalesce(conditions, 'false'))
    using tenant, cells, at_most;
end $$;`),
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    definerFunction(String.raw`
${header}
  return query execute format(
    'with found as materialized (select d.resource_id from resource_documents d where d.organization_id = $1 and %s)
     select f.resource_id from found f join resource_search s on s.organization_id = $1 and s.resource_id = f.resource_id
     where s.cell_id = any($2) limit $3', coalesce(conditions, 'false'))
    using tenant, cells, at_most;
end $$;`),
  );
}
