import type { Knex } from 'knex';

/** What states and projects can reach, and what keeps the evidence of an account incomplete. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
alter table aws_accounts
  -- A person said that all code of the account is connected.
  add column code_complete boolean not null default false,
  -- Whether the next match reads all entries and resources of the account, and not only what changed since the last one.
  add column match_all boolean not null default false;

alter table iac_projects
  -- Whether the code uses no AWS provider. False when a provider of the code is unknown.
  add column without_aws boolean not null default false,
  -- The accounts that the AWS provider configurations of the code name. Null when one of them names none.
  add column provider_account_numbers text[];

-- The accounts that a person named as the ones that a project reaches.
create table iac_project_reach (
  organization_id uuid not null,
  iac_project_id uuid not null,
  aws_account_id uuid not null,
  constraint iac_project_reach_pkey primary key (organization_id, iac_project_id, aws_account_id),
  constraint iac_project_reach_project_fkey foreign key (organization_id, iac_project_id)
    references iac_projects (organization_id, id) on delete cascade,
  constraint iac_project_reach_account_fkey foreign key (organization_id, aws_account_id)
    references aws_accounts (organization_id, id) on delete cascade
);
create index iac_project_reach_account_index on iac_project_reach (organization_id, aws_account_id);

-- When the repository was selected last.
alter table repositories add column selected_at timestamptz not null default now();

alter table state_sources
  -- Whether the bucket, the key or the workspace of a detected source was not written in the code: its object need not exist.
  add column guessed boolean not null default false,
  -- Whether the state has entries, and none of an AWS provider.
  add column without_aws boolean not null default false;

-- The accounts of the entries of a source: those of their places, and those of the resources that they claim.
create table state_source_accounts (
  organization_id uuid not null,
  state_source_id uuid not null,
  account_number text not null,
  constraint state_source_accounts_pkey primary key (organization_id, state_source_id, account_number),
  constraint state_source_accounts_source_fkey foreign key (organization_id, state_source_id)
    references state_sources (organization_id, id) on delete cascade
);

alter table mapping_accounts
  -- Whether a state that was read reaches the account, as of the last computation.
  add column has_source boolean not null default false,
  -- When the last match began, and the last one that read everything; the versions of the rules of the latter.
  add column matched_at timestamptz,
  add column fully_matched_at timestamptz,
  add column matched_rules text;

-- The entries that a match of an account reads although their resource did not change.
create index state_entries_unmatched_index on state_entries (organization_id, aws_account_number)
  where resource_id is null;
create index state_entries_unlocated_index on state_entries (organization_id, state_source_id)
  where aws_account_number is null;

-- What may manage resources and was not read, as of the last computation of the evidence.
create table evidence_gaps (
  organization_id uuid not null,
  kind text not null,
  -- A state source, a project or a repository.
  subject_id uuid not null,
  reach text not null,
  -- The accounts that it reaches. Null: every account of the organization.
  aws_account_ids uuid[],
  constraint evidence_gaps_pkey primary key (organization_id, kind, subject_id),
  constraint evidence_gaps_organization_fkey foreign key (organization_id)
    references organizations (id) on delete cascade,
  constraint evidence_gaps_kind_check check (
    kind in ('state_unread', 'state_overdue', 'project_without_state', 'repository_unscanned')),
  constraint evidence_gaps_reach_check check (reach in ('known', 'environment', 'all')),
  constraint evidence_gaps_accounts_check check ((reach = 'all') = (aws_account_ids is null))
);
${['iac_project_reach', 'state_source_accounts', 'evidence_gaps'].map(tenantAccess).join('')}
set local role none;
update repositories set selected_at = created_at;
insert into state_source_accounts (organization_id, state_source_id, account_number)
select organization_id, state_source_id, account_number from (
  select organization_id, state_source_id, aws_account_number as account_number from state_entries
  union
  select e.organization_id, e.state_source_id, a.account_id from state_entries e
  join resources r on r.organization_id = e.organization_id and r.id = e.resource_id
  join aws_accounts a on a.organization_id = r.organization_id and a.id = r.aws_account_id
) found where account_number is not null;
set local role inventory_owner;
`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(String.raw`
drop table evidence_gaps;
drop table state_source_accounts;
drop table iac_project_reach;
drop index state_entries_unmatched_index, state_entries_unlocated_index;
alter table mapping_accounts
  drop column has_source, drop column matched_at, drop column fully_matched_at, drop column matched_rules;
alter table state_sources drop column guessed, drop column without_aws;
alter table repositories drop column selected_at;
alter table iac_projects drop column without_aws, drop column provider_account_numbers;
alter table aws_accounts drop column code_complete, drop column match_all;
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
