import { tenantAccess } from './access.ts';

/** Resources, as scans observed them. */
export const inventory = String.raw`
-- The columns that search reads, without the configuration. There is no last_seen_at, because a scan does not write an
-- unchanged resource: the time is last_complete_at of the resource's cell in coverage_cells.
create table resources (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  aws_account_id uuid not null,
  region text not null,
  resource_type text not null,
  native_id text not null,
  arn text,
  name text,
  status text not null default 'active',
  management_state text not null default 'unknown',
  config_hash text not null,
  rule_set integer not null,
  first_discovered_at timestamptz not null default now(),
  last_changed_at timestamptz not null default now(),
  deleted_at timestamptz,
  -- Parts that the last scan could not read: [{part, keeps, reason, action, neverRead}], the last two where they apply. Null
  -- when all parts were read.
  unreadable jsonb,
  -- Whether AWS made the resource ('default'), another resource, a stack or a service made it ('child'), or it is a part of
  -- another resource ('part'), by the origin rules, as of the last scan.
  origin text,
  -- The account that shares the resource, when the row is in an account that uses it.
  owner_account_number text,
  -- When AWS says that the resource was created. Null when its API does not say it.
  created_at_source timestamptz,
  constraint resources_pkey primary key (organization_id, id),
  constraint resources_identity_key unique (organization_id, aws_account_id, region, resource_type, native_id),
  -- No foreign key to organizations: aws_accounts has it, and a second one would cost a check for each new resource.
  constraint resources_account_fkey foreign key (organization_id, aws_account_id)
    references aws_accounts (organization_id, id) on delete cascade,
  constraint resources_status_check check (status in ('active', 'deleted', 'unobserved')),
  constraint resources_management_state_check check (
    management_state in ('managed', 'unmanaged', 'child', 'default', 'ignored', 'unknown')),
  constraint resources_origin_check check (origin in ('child', 'default', 'part')),
  constraint resources_owner_account_number_check check (owner_account_number ~ '^[0-9]{12}$'),
  constraint resources_deleted_at_check check ((status = 'deleted') = (deleted_at is not null))
);

-- A search finds the ids of a page in one of these indexes without reading the table: each includes all filtered columns.
create index resources_last_changed_index on resources (organization_id, last_changed_at, id)
  include (resource_type, aws_account_id, region, status, management_state);
create index resources_first_discovered_index on resources (organization_id, first_discovered_at, id)
  include (resource_type, aws_account_id, region, status, management_state);
create index resources_name_index on resources (organization_id, (coalesce(name, '')) collate "C", id)
  include (name, resource_type, aws_account_id, region, status, management_state);
create index resources_type_index on resources (organization_id, resource_type, id)
  include (aws_account_id, region, status, management_state);
create index resources_type_last_changed_index on resources (organization_id, resource_type, last_changed_at, id)
  include (aws_account_id, region, status, management_state);
create index resources_account_last_changed_index on resources (organization_id, aws_account_id, last_changed_at, id)
  include (resource_type, region, status, management_state);
create index resources_gone_index on resources (organization_id, status, last_changed_at, id)
  include (resource_type, aws_account_id, region, management_state) where status <> 'active';
create index resources_unreadable_index on resources (organization_id, aws_account_id, region, resource_type)
  where unreadable is not null;
create index resources_shared_index on resources (organization_id, arn) where owner_account_number is not null;

create table resource_documents (
  organization_id uuid not null,
  resource_id uuid not null,
  revision integer not null,
  configuration jsonb not null,
  volatile jsonb not null,
  tags jsonb not null,
  constraint resource_documents_pkey primary key (organization_id, resource_id),
  constraint resource_documents_resource_fkey foreign key (organization_id, resource_id)
    references resources (organization_id, id) on delete cascade
);

-- scan_id has no foreign key, because revisions can outlive scans.
create table resource_revisions (
  organization_id uuid not null,
  resource_id uuid not null,
  revision integer not null,
  config_hash text not null,
  rule_set integer not null,
  observed_at timestamptz not null default now(),
  scan_id uuid,
  configuration jsonb not null,
  tags jsonb not null,
  diff jsonb not null default '[]',
  constraint resource_revisions_pkey primary key (organization_id, resource_id, revision),
  constraint resource_revisions_resource_fkey foreign key (organization_id, resource_id)
    references resources (organization_id, id) on delete cascade
);
-- For retention.
create index resource_revisions_observed_index on resource_revisions (organization_id, observed_at);

-- Resources that other accounts share with an account.
create table shared_references (
  organization_id uuid not null,
  id uuid not null default uuidv7(),
  aws_account_id uuid not null,
  region text not null,
  resource_type text not null,
  native_id text not null,
  arn text,
  owner_account_number text not null,
  constraint shared_references_pkey primary key (organization_id, id),
  constraint shared_references_identity_key unique (organization_id, aws_account_id, region, resource_type, native_id),
  constraint shared_references_owner_account_number_check check (owner_account_number ~ '^[0-9]{12}$'),
  constraint shared_references_account_fkey foreign key (organization_id, aws_account_id)
    references aws_accounts (organization_id, id) on delete cascade
);
create index shared_references_native_id_index on shared_references (organization_id, resource_type, native_id);

${tenantAccess(['resources', 'resource_documents'], 'select, insert, update')}
${tenantAccess(['resource_revisions', 'shared_references'])}
-- Workers run ANALYZE after scans that wrote many rows.
grant maintain on resources, resource_documents, resource_revisions to inventory_app;
`;
