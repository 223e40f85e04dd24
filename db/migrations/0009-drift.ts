import type { Knex } from 'knex';

/** Creates the tables of drift: comparable attributes of entries and resources, outcomes, differences, mute rules, transitions. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(tables);
  await knex.raw(access);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
drop table drift_transitions, drift_differences, resource_drift, drift_rules, resource_attributes, state_entry_attributes;
drop index iac_projects_ignored_tags_index;
alter table code_locations drop column ignored;
alter table state_sources drop column drift_sync_requested_at;
`);
}

const tables = `
-- The comparable attributes of a state entry. In a table of their own, so that their change neither rewrites nor unmatches the
-- entry. forms: the canonical form of each attribute, by its key. A tag has the key tags.<tag>.
create table state_entry_attributes (
  organization_id uuid not null,
  state_source_id uuid not null,
  address text not null,
  terraform_type text not null,
  aws_account_number text,
  forms jsonb not null,
  has_tags boolean not null,
  -- Of associations and parts: the resources that they configure, [{resource_type, native_id}].
  holders jsonb not null,
  constraint state_entry_attributes_pkey primary key (organization_id, state_source_id, address),
  constraint state_entry_attributes_source_fkey foreign key (organization_id, state_source_id)
    references state_sources (organization_id, id) on delete cascade,
  constraint state_entry_attributes_entry_fkey foreign key (organization_id, state_source_id, address)
    references state_entries (organization_id, state_source_id, address) on delete cascade
);
create index state_entry_attributes_holders_index on state_entry_attributes (organization_id, state_source_id)
  where holders <> '[]';

-- The comparable attributes of a resource, as of a revision of its document: for each key the forms that equal it.
create table resource_attributes (
  organization_id uuid not null,
  resource_id uuid not null,
  revision integer not null,
  rules_version text not null,
  forms jsonb not null,
  constraint resource_attributes_pkey primary key (organization_id, resource_id),
  constraint resource_attributes_resource_fkey foreign key (organization_id, resource_id)
    references resources (organization_id, id) on delete cascade
);

create table drift_rules (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  name text not null,
  -- As in the API: terraform_type, attribute, aws_account_id, tag, address
  conditions jsonb not null,
  reason text not null,
  expires_at timestamptz,
  enabled boolean not null default true,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint drift_rules_pkey primary key (organization_id, id),
  constraint drift_rules_name_key unique (organization_id, name),
  constraint drift_rules_organization_fkey foreign key (organization_id)
    references organizations (id) on delete cascade
);

-- The last outcome of the comparison of a resource, which stays until it can be compared again.
create table resource_drift (
  organization_id uuid not null,
  resource_id uuid not null,
  -- Whether a difference exists that no rule mutes.
  outcome text not null,
  -- Whether a muted difference exists.
  has_muted boolean not null default false,
  -- Sources whose entries claimed the resource.
  state_source_ids uuid[] not null default '{}',
  since timestamptz,
  checked_at timestamptz not null,
  constraint resource_drift_pkey primary key (organization_id, resource_id),
  constraint resource_drift_resource_fkey foreign key (organization_id, resource_id)
    references resources (organization_id, id) on delete cascade,
  constraint resource_drift_outcome_check check (outcome in ('drifted', 'in_sync', 'unknown'))
);
create index resource_drift_since_index on resource_drift (organization_id, since desc, resource_id)
  where since is not null;

create index resource_drift_sources_index on resource_drift using gin (state_source_ids);

create table drift_differences (
  organization_id uuid not null,
  resource_id uuid not null,
  -- The key of the attribute: <Terraform type>.<attribute>, or tags.<tag>.
  key text not null,
  state_source_id uuid not null,
  address text not null,
  terraform_type text not null,
  expected text,
  actual text,
  since timestamptz not null,
  muted_by uuid,
  constraint drift_differences_pkey primary key (organization_id, resource_id, key, state_source_id, address),
  constraint drift_differences_resource_fkey foreign key (organization_id, resource_id)
    references resource_drift (organization_id, resource_id) on delete cascade,
  constraint drift_differences_entry_fkey foreign key (organization_id, state_source_id, address)
    references state_entries (organization_id, state_source_id, address) on delete cascade,
  constraint drift_differences_rule_fkey foreign key (organization_id, muted_by)
    references drift_rules (organization_id, id) on delete set null (muted_by)
);
create index drift_differences_rule_index on drift_differences (organization_id, muted_by) where muted_by is not null;
create index drift_differences_entry_index on drift_differences (organization_id, state_source_id, address);

-- When a resource became drifted, or ceased to be, and why. 'unknown' in between has no row.
create table drift_transitions (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  resource_id uuid not null,
  kind text not null,
  cause text,
  attributes text[] not null,
  occurred_at timestamptz not null default now(),
  constraint drift_transitions_pkey primary key (organization_id, id),
  constraint drift_transitions_resource_fkey foreign key (organization_id, resource_id)
    references resources (organization_id, id) on delete cascade,
  constraint drift_transitions_kind_check check (kind in ('drifted', 'resolved')),
  constraint drift_transitions_cause_check check (cause in ('in_sync', 'muted', 'unclaimed', 'deleted')),
  constraint drift_transitions_resolved_check check ((kind = 'resolved') = (cause is not null))
);
create index drift_transitions_occurred_at_index on drift_transitions (organization_id, occurred_at);
create index drift_transitions_resource_index on drift_transitions (organization_id, resource_id, id);

-- When a difference last requested a sync of the source, so that it does so once in five minutes.
alter table state_sources add column drift_sync_requested_at timestamptz;

-- lifecycle.ignore_changes of the block. Null: the location is that of a call around the block.
alter table code_locations add column ignored text[];

create index iac_projects_ignored_tags_index on iac_projects (organization_id)
  where jsonb_path_exists(provider_locations, '$[*].ignoredTags');
`;

const access = [
  'state_entry_attributes',
  'resource_attributes',
  'drift_rules',
  'resource_drift',
  'drift_differences',
  'drift_transitions',
]
  .map(
    (table) => `
alter table ${table} enable row level security, force row level security;
create policy ${table}_tenant on ${table} to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on ${table} to inventory_app;
`,
  )
  .join('');
