import type { Knex } from 'knex';

const tenantTables = ['saved_queries', 'saved_query_members', 'query_counts', 'property_statistics'];

const tenantAccess = (table: string) => `
alter table ${table} enable row level security, force row level security;
create policy ${table}_tenant on ${table} to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on ${table} to inventory_app;`;

const definerReads = (table: string) => `
create policy ${table}_definer on ${table} for select to inventory_definer using (true);
grant select on ${table} to inventory_definer;`;

const definerFunctions = (statements: string) => `
set local role none;
grant create on schema public to inventory_definer;
set local role inventory_definer;
${statements}
set local role none;
revoke create on schema public from inventory_definer;
set local role inventory_owner;`;

const builtIn = [
  'volumes-unencrypted',
  'databases-unencrypted',
  'buckets-without-public-access-block',
  'databases-public',
  'lambda-runtimes-ended',
  'addresses-and-volumes-unattached',
  'security-groups-open-admin',
  'roles-trusting-outside',
  'access-keys-old',
  'load-balancers-without-listeners',
  'log-groups-without-retention',
  'snapshots-public',
  'production-unowned',
];
const builtInList = builtIn.map((key) => `'${key}'`).join(', ');

/** Saved queries with their counts, the properties of types, and an index for equal values in configurations. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
create table saved_queries (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  name text not null collate "C",
  description text,
  -- Parameters of GET /resources. A built-in query has its description and its filter in the code.
  filter jsonb,
  columns text[],
  built_in text,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  -- The result of the last count.
  count bigint,
  counted_at timestamptz,
  count_error text,
  -- When the members were stored, with which the next members are compared.
  members_at timestamptz,
  constraint saved_queries_pkey primary key (organization_id, id),
  constraint saved_queries_name_key unique (organization_id, name),
  constraint saved_queries_organization_fkey foreign key (organization_id) references organizations (id) on delete cascade,
  constraint saved_queries_built_in_check check (built_in in (${builtInList})),
  constraint saved_queries_filter_check check ((filter is null) = (built_in is not null))
);
create unique index saved_queries_built_in_key on saved_queries (organization_id, built_in) where built_in is not null;
create trigger saved_queries_version before update of name, description, filter, columns on saved_queries
  for each row when ((old.name, old.description, old.filter, old.columns)
    is distinct from (new.name, new.description, new.filter, new.columns)) execute function increase_version();

-- The resources that matched at the last count. No foreign key to resources: a deleted resource is a removed member.
create table saved_query_members (
  organization_id uuid not null,
  saved_query_id uuid not null,
  resource_id uuid not null,
  constraint saved_query_members_pkey primary key (organization_id, saved_query_id, resource_id),
  constraint saved_query_members_query_fkey foreign key (organization_id, saved_query_id)
    references saved_queries (organization_id, id) on delete cascade
);

-- When the counts of an organization were requested, and when the last count began.
create table query_counts (
  organization_id uuid not null,
  requested_at timestamptz not null,
  begun_at timestamptz,
  constraint query_counts_pkey primary key (organization_id),
  constraint query_counts_organization_fkey foreign key (organization_id) references organizations (id) on delete cascade
);

-- The properties of the resources of a type at the last count: [{path, types, count, examples}], most frequent first.
create table property_statistics (
  organization_id uuid not null,
  resource_type text not null,
  properties jsonb not null,
  counted_at timestamptz not null,
  constraint property_statistics_pkey primary key (organization_id, resource_type),
  constraint property_statistics_organization_fkey foreign key (organization_id) references organizations (id) on delete cascade
);
${tenantTables.map(tenantAccess).join('\n')}
${['query_counts', 'resource_documents', 'search_cells'].map(definerReads).join('\n')}

-- New entries wait in a list, which every search reads, until the worker moves them: index_documents. A writer moves them itself
-- only if the list has 16 MB.
create index resource_documents_configuration_index on resource_documents
  using gin (organization_id, configuration jsonb_path_ops) with (gin_pending_list_limit = 16384);

-- Moves the waiting entries into the index. Only the owner of an index may do this.
create function index_documents() returns bigint
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  select gin_clean_pending_list('resource_documents_configuration_index')
$$;
revoke all on function index_documents from public;
grant execute on function index_documents to inventory_app;

-- Other migrations add kinds too, so the list is extended as it is.
do $$
declare definition text;
begin
  select pg_get_constraintdef(oid) into strict definition from pg_constraint where conname = 'runs_kind_check';
  alter table runs drop constraint runs_kind_check;
  execute 'alter table runs add constraint runs_kind_check '
    || replace(definition, 'ARRAY[', 'ARRAY[''count_queries''::text, ');
end $$;

${definerFunctions(String.raw`
-- Returns the resources of some types whose configuration contains, of each group of documents in required, one document:
-- at most at_most ids. @> is not leakproof, so under row-level security it cannot use the index. The function reads only
-- documents of the transaction's organization, and returns ids. The settings keep the planner from reading all documents.
create function property_candidate_ids(types text[], required jsonb, at_most integer) returns setof uuid
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
begin
  return query execute format(
    'with found as materialized (select d.resource_id from resource_documents d where d.organization_id = $1 and %s)
     select f.resource_id from found f join resource_search s on s.organization_id = $1 and s.resource_id = f.resource_id
     where s.cell_id = any($2) limit $3', coalesce(conditions, 'false'))
    using tenant, cells, at_most;
end $$;
revoke all on function property_candidate_ids from public;
grant execute on function property_candidate_ids to inventory_app;

-- Returns the organizations with a request that no count covers, whose last count began before the pause.
create function organizations_to_count(pause interval) returns table (organization_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select c.organization_id from query_counts c
    where c.requested_at > coalesce(c.begun_at, '-infinity') and coalesce(c.begun_at, '-infinity') <= now() - pause
$$;
revoke all on function organizations_to_count from public;
grant execute on function organizations_to_count to inventory_app;`)}

insert into saved_queries (organization_id, name, built_in)
  select o.id, key, key from organizations o cross join unnest(array[${builtInList}]) key;
`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
set local role none;
drop function property_candidate_ids, organizations_to_count;
set local role inventory_owner;
drop function index_documents;
drop index resource_documents_configuration_index;
drop policy resource_documents_definer on resource_documents;
revoke select on resource_documents from inventory_definer;
drop policy search_cells_definer on search_cells;
revoke select on search_cells from inventory_definer;
delete from runs where kind = 'count_queries';
do $$
declare definition text;
begin
  select pg_get_constraintdef(oid) into strict definition from pg_constraint where conname = 'runs_kind_check';
  alter table runs drop constraint runs_kind_check;
  execute 'alter table runs add constraint runs_kind_check '
    || replace(definition, '''count_queries''::text, ', '');
end $$;
drop table property_statistics, query_counts, saved_query_members, saved_queries;
`);
}
