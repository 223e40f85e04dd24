import type { Knex } from 'knex';

/** The policies that extraction reads, for questions about access. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
-- Statements of the policies of a resource. kind: of a principal or a managed policy; null: other resources with a resource policy.
-- services: those whose actions the statements name; '*': every service. policy_arns, boundary_arn and group_names: what is
-- attached to a principal. parties: the principals that a resource policy or trust policy names, '*' for everyone. control_policy: a service control policy; control_target: what it is attached to, with the ids of its
-- policies in policy_arns and those of its parents in group_names.
create table access_policies (
  organization_id uuid not null,
  resource_id uuid not null,
  aws_account_id uuid not null,
  kind text,
  name text,
  arn text,
  policy_arns text[] not null default '{}',
  boundary_arn text,
  group_names text[] not null default '{}',
  services text[] not null default '{}',
  parties text[] not null default '{}',
  statements jsonb not null default '[]',
  constraint access_policies_pkey primary key (organization_id, resource_id),
  constraint access_policies_resource_fkey foreign key (organization_id, resource_id)
    references resources (organization_id, id) on delete cascade,
  constraint access_policies_kind_check check (kind in ('user', 'role', 'group', 'policy',
    'control_policy', 'control_target'))
);
create index access_policies_account_index on access_policies (organization_id, aws_account_id, kind, resource_id);
create index access_policies_arn_index on access_policies (organization_id, arn) where arn is not null;

alter table access_policies enable row level security, force row level security;
create policy access_policies_tenant on access_policies to inventory_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
  with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update, delete on access_policies to inventory_app;
${fixStatistics('access_policies')}
`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table access_policies');
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
