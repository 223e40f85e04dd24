import type { Knex } from 'knex';

/** The resources that can be reached from outside, with the facts that extraction finds it by. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
-- The part of a configuration that exposure depends on. vpc: the VPC of a subnet, route table or network ACL, by which accounts
-- with shared subnets find them.
create table exposure_facts (
  organization_id uuid not null,
  resource_id uuid not null,
  aws_account_id uuid not null,
  region text not null,
  native_id text not null,
  vpc text,
  fact jsonb not null,
  constraint exposure_facts_pkey primary key (organization_id, resource_id),
  constraint exposure_facts_resource_fkey foreign key (organization_id, resource_id)
    references resources (organization_id, id) on delete cascade
);
create index exposure_facts_account_index on exposure_facts (organization_id, aws_account_id, region);
create index exposure_facts_native_id_index on exposure_facts (organization_id, native_id);
create index exposure_facts_vpc_index on exposure_facts (organization_id, vpc) where vpc is not null;

-- ports: {protocol, from, to}. path: the resources from the internet to this one. stopped_by: {control, resource_id}.
create table exposures (
  organization_id uuid not null,
  resource_id uuid not null,
  kind text not null,
  aws_account_id uuid not null,
  region text not null,
  state text not null,
  ports jsonb not null default '[]',
  path uuid[] not null default '{}',
  stopped_by jsonb not null default '[]',
  noted text[] not null default '{}',
  first_found_at timestamptz not null default now(),
  constraint exposures_pkey primary key (organization_id, resource_id, kind),
  constraint exposures_resource_fkey foreign key (organization_id, resource_id)
    references resources (organization_id, id) on delete cascade,
  constraint exposures_kind_check check (kind in ('network', 'policy', 'share', 'endpoint')),
  constraint exposures_state_check check (state in ('exposed', 'stopped'))
);
create index exposures_account_index on exposures (organization_id, aws_account_id, region);

-- Facts changed since the exposures of the account were computed.
alter table graph_accounts add column exposure_due boolean not null default true;
-- Relationships that leave an account.
create index relationships_cross_account_index on relationships (organization_id, source_id, target_id)
  where status = 'active' and properties -> 'cross_account' is not null;
${['exposure_facts', 'exposures'].map((table) => tenantAccess(table) + fixStatistics(table)).join('')}
`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
drop index relationships_cross_account_index;
alter table graph_accounts drop column exposure_due;
drop table exposures;
drop table exposure_facts;
`);
}

function tenantAccess(table: string): string {
  return `
alter table ${table} enable row level security, force row level security;
create policy ${table}_tenant on ${table} to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on ${table} to inventory_app;`;
}

/**
 * Makes the planner assume that each organization has all rows of the table. ANALYZE keeps the stored value, because the
 * statistics target of the column is 0.
 */
function fixStatistics(table: string): string {
  return `
alter table ${table} alter column organization_id set statistics 0;
select pg_restore_attribute_stats('schemaname', 'public', 'relname', '${table}', 'attname', 'organization_id',
  'inherited', false, 'null_frac', 0::real, 'avg_width', 16, 'n_distinct', 1::real);
-- Workers run ANALYZE after extractions that wrote many rows.
grant maintain on ${table} to inventory_app;`;
}
