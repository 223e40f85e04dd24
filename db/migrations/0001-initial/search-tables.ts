/**
 * The tables that search reads in addition to `resources`. Triggers on `resources` maintain them. Concurrent writers of an
 * organization never update the same row: they insert signed deltas, which the worker adds to the counts.
 */
export const searchTables = String.raw`
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
-- status and management_state are the codes of db/inventory/search/value-codes.ts, here and in resource_history.
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

-- Counts by one dimension, in total and for each value of one other dimension. The codes are dimensionCodes of
-- db/inventory/search/value-codes.ts: facet 0 counts all resources, other 0 means no other dimension.
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
`;
