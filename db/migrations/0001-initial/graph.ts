import { tenantAccess } from './access.ts';

/** The graph of relationships. An end of a relationship is the id of a resource or of an external node. */
export const graph = String.raw`
-- evidence: at most 50 entries {kind, path, value, holder_id, observed_at, scan_id} of the last observation; a stale edge
-- keeps it. holder_account_id: the account of the resource whose configuration has the best evidence. direct: references
-- give it, not only compositions.
create table relationships (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  source_id uuid not null,
  target_id uuid not null,
  relationship_type text not null,
  confidence text not null,
  status text not null default 'active',
  properties jsonb not null default '{}',
  evidence jsonb not null default '[]',
  evidence_count integer not null default 0,
  holder_account_id uuid,
  direct boolean not null default true,
  first_observed_at timestamptz not null default now(),
  last_observed_at timestamptz not null default now(),
  stale_at timestamptz,
  constraint relationships_pkey primary key (organization_id, id),
  constraint relationships_edge_key unique (organization_id, source_id, target_id, relationship_type),
  constraint relationships_organization_fkey foreign key (organization_id)
    references organizations (id) on delete cascade,
  constraint relationships_confidence_check check (confidence in ('high', 'medium', 'low')),
  constraint relationships_status_check check (status in ('active', 'stale'))
);
create index relationships_target_index on relationships (organization_id, target_id, relationship_type);
-- The active relationships of a node by type, confidence (high first) and other end: traversals read the first of each type.
-- The included columns allow index-only scans.
create index relationships_outgoing_index on relationships (organization_id, source_id, relationship_type,
  array_position(array['high', 'medium', 'low'], confidence), target_id) include (id, confidence)
  where status = 'active';
create index relationships_incoming_index on relationships (organization_id, target_id, relationship_type,
  array_position(array['high', 'medium', 'low'], confidence), source_id) include (id, confidence)
  where status = 'active';
create index relationships_stale_index on relationships (organization_id, stale_at) where status = 'stale';

-- When a relationship was active. The current period is valid to infinity.
create table relationship_periods (
  organization_id uuid not null,
  relationship_id uuid not null,
  valid_from timestamptz not null,
  valid_to timestamptz not null default 'infinity',
  constraint relationship_periods_pkey primary key (organization_id, relationship_id, valid_from),
  constraint relationship_periods_relationship_fkey foreign key (organization_id, relationship_id)
    references relationships (organization_id, id) on delete cascade,
  constraint relationship_periods_order_check check (valid_from < valid_to)
);
create index relationship_periods_valid_to_index on relationship_periods (organization_id, valid_to)
  where valid_to < 'infinity';

-- Targets of references that no resource of the inventory has. account_id: 12 digits.
create table external_nodes (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  identifier text not null,
  resource_type text,
  account_id text,
  region text,
  created_at timestamptz not null default now(),
  constraint external_nodes_pkey primary key (organization_id, id),
  constraint external_nodes_identifier_key unique (organization_id, identifier),
  constraint external_nodes_organization_fkey foreign key (organization_id) references organizations (id) on delete cascade
);

-- A resource whose references were extracted. config_hash: that of the extracted configuration; empty when the resource
-- was deleted, until its relationships are stale. volatile_hash: of the volatile values, for types with rules that read
-- them. observed_at, scan_id: of the revision. resolve_due: its references have to be resolved again. cut: the limit that
-- the extraction of its references reached.
create table graph_holders (
  organization_id uuid not null,
  resource_id uuid not null,
  aws_account_id uuid not null,
  config_hash text not null,
  volatile_hash text,
  observed_at timestamptz not null default now(),
  scan_id uuid,
  reference_count integer not null default 0,
  resolve_due boolean not null default true,
  cut text,
  constraint graph_holders_pkey primary key (organization_id, resource_id),
  constraint graph_holders_resource_fkey foreign key (organization_id, resource_id)
    references resources (organization_id, id) on delete cascade,
  constraint graph_holders_cut_check check (cut in ('leaves', 'references', 'account', 'document'))
);
create index graph_holders_account_index on graph_holders (organization_id, aws_account_id, resource_id);
create index graph_holders_due_index on graph_holders (organization_id, resource_id) where resolve_due;

-- What references name: ARN, ids, name, host names and URLs of a resource. hash: keyed hash of the key, for values of
-- environment variables, which are stored as hashes. resource_type, aws_account_id and region are those of the resource.
-- owned: false for a resource that another account shares, by its ARN.
create table resource_identifiers (
  organization_id uuid not null,
  resource_id uuid not null,
  kind text not null,
  key text not null,
  hash text,
  resource_type text not null,
  aws_account_id uuid not null,
  region text not null,
  owned boolean not null,
  constraint resource_identifiers_pkey primary key (organization_id, resource_id, kind, key),
  constraint resource_identifiers_holder_fkey foreign key (organization_id, resource_id)
    references graph_holders (organization_id, resource_id) on delete cascade,
  constraint resource_identifiers_kind_check check (kind in ('arn', 'id', 'name', 'dns', 'url'))
);
create index resource_identifiers_key_index
  on resource_identifiers (organization_id, key, kind, resource_type, aws_account_id, region);
create index resource_identifiers_hash_index
  on resource_identifiers (organization_id, hash, kind, resource_type, aws_account_id, region) where hash is not null;

-- The references of a holder. key: the identifier that the reference names, or its keyed hash; base_key: the identifier
-- without function version, alias, object key or final ":*". other_id: the resource or external node that it resolves to.
-- found: the identifier that a hashed key resolves to. gone: the configuration no longer has the reference; the row is
-- deleted when the relationships of the holder have been computed again.
create table graph_references (
  organization_id uuid not null,
  holder_id uuid not null,
  id bigint not null generated always as identity,
  rule text not null,
  path text not null,
  key text not null,
  base_key text,
  value text not null,
  properties jsonb not null default '{}',
  other_id uuid,
  found text,
  gone boolean not null default false,
  constraint graph_references_pkey primary key (organization_id, holder_id, id),
  constraint graph_references_holder_fkey foreign key (organization_id, holder_id)
    references graph_holders (organization_id, resource_id) on delete cascade
);
create index graph_references_key_index on graph_references (organization_id, key, holder_id);
create index graph_references_base_key_index on graph_references (organization_id, base_key, holder_id)
  where base_key is not null;
create index graph_references_other_index on graph_references (organization_id, other_id, holder_id)
  where other_id is not null;

-- Identifiers that came or went and that many references name. after_id: the last holder that was marked as due.
create table graph_changed_keys (
  organization_id uuid not null,
  key text not null,
  after_id uuid,
  constraint graph_changed_keys_pkey primary key (organization_id, key),
  constraint graph_changed_keys_organization_fkey foreign key (organization_id) references organizations (id)
    on delete cascade
);

-- Resources whose relationships changed and that compositions pass through.
create table graph_changed_middles (
  organization_id uuid not null,
  resource_id uuid not null,
  constraint graph_changed_middles_pkey primary key (organization_id, resource_id),
  constraint graph_changed_middles_resource_fkey foreign key (organization_id, resource_id)
    references resources (organization_id, id) on delete cascade
);

-- Relationships that follow from two others, through the resource middle_id.
create table relationship_compositions (
  organization_id uuid not null,
  rule text not null,
  middle_id uuid not null,
  first_id uuid not null,
  second_id uuid not null,
  source_id uuid not null,
  target_id uuid not null,
  relationship_type text not null,
  constraint relationship_compositions_pkey primary key (organization_id, first_id, second_id, rule),
  constraint relationship_compositions_first_fkey foreign key (organization_id, first_id)
    references relationships (organization_id, id) on delete cascade,
  constraint relationship_compositions_second_fkey foreign key (organization_id, second_id)
    references relationships (organization_id, id) on delete cascade
);
create index relationship_compositions_second_index on relationship_compositions (organization_id, second_id);
create index relationship_compositions_middle_index on relationship_compositions (organization_id, middle_id);
create index relationship_compositions_ends_index on relationship_compositions (organization_id, source_id, target_id);

-- rule_set: the version of the edge rules of the last full extraction. reference_count: the stored references of its
-- holders. requested_mode: a run that was requested during the active one.
create table graph_accounts (
  organization_id uuid not null,
  aws_account_id uuid not null,
  rule_set text,
  last_extracted_at timestamptz,
  last_full_at timestamptz,
  reference_count bigint not null default 0,
  requested_mode text,
  constraint graph_accounts_pkey primary key (organization_id, aws_account_id),
  constraint graph_accounts_account_fkey foreign key (organization_id, aws_account_id)
    references aws_accounts (organization_id, id) on delete cascade,
  constraint graph_accounts_requested_mode_check check (requested_mode in ('incremental', 'full'))
);

-- What a run of kind extract_graph did. The status is that of the run. extracted_to: the last resource of a full run whose
-- references are stored.
create table graph_extractions (
  organization_id uuid not null,
  run_id uuid not null,
  aws_account_id uuid not null,
  trigger text not null,
  mode text not null,
  resources_extracted integer not null default 0,
  references_found integer not null default 0,
  relationships_added integer not null default 0,
  relationships_updated integer not null default 0,
  relationships_stale integer not null default 0,
  cut_resources integer not null default 0,
  begun_at timestamptz,
  extracted_to uuid,
  constraint graph_extractions_pkey primary key (organization_id, run_id),
  constraint graph_extractions_run_fkey foreign key (organization_id, run_id)
    references runs (organization_id, id) on delete cascade,
  constraint graph_extractions_trigger_check check (trigger in ('scan', 'schedule', 'manual')),
  constraint graph_extractions_mode_check check (mode in ('incremental', 'full'))
);
create index graph_extractions_account_index on graph_extractions (organization_id, aws_account_id, run_id);

${[
  'relationships',
  'relationship_periods',
  'relationship_compositions',
  'external_nodes',
  'graph_holders',
  'graph_references',
  'resource_identifiers',
  'graph_changed_keys',
  'graph_changed_middles',
]
  .map(fixStatistics)
  .join('')}

${tenantAccess([
  'relationships',
  'relationship_periods',
  'external_nodes',
  'graph_holders',
  'resource_identifiers',
  'graph_references',
  'relationship_compositions',
  'graph_accounts',
  'graph_extractions',
  'graph_changed_keys',
  'graph_changed_middles',
])}
-- Workers run ANALYZE after extractions that wrote many rows.
grant maintain on relationships, relationship_periods, relationship_compositions, external_nodes, graph_holders,
  graph_references, resource_identifiers to inventory_app;
`;

/**
 * Makes the planner assume that each organization has all rows of the table. With the statistics of ANALYZE, an organization
 * that had no rows at the time has one estimated row, and joins read all of its rows for each key. ANALYZE keeps the stored
 * value, because the statistics target of the column is 0.
 */
function fixStatistics(table: string): string {
  return `
alter table ${table} alter column organization_id set statistics 0;
select pg_restore_attribute_stats('schemaname', 'public', 'relname', '${table}', 'attname', 'organization_id',
  'inherited', false, 'null_frac', 0::real, 'avg_width', 16, 'n_distinct', 1::real);`;
}
