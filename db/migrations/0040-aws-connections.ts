import type { Knex } from 'knex';
import {
  accountStatuses,
  connectionKinds,
  connectionStatuses,
  onboardingStepKeys,
  onboardingStepStatuses,
} from '../../domain/values.ts';
import { oneOf, protectTenantTable } from '../migration-support/tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  // A deleted connection stays as a hidden row: its accounts and what was found in them still refer to it.
  await knex.raw(`
    create table aws_connections (
      organization_id uuid not null,
      id uuid not null default uuidv7(),
      name text not null,
      kind text not null,
      status text not null default 'pending',
      management_account_id text,
      external_id text not null,
      role_name text not null,
      organization_id_external text,
      regions text[] not null default '{}',
      scan_interval_minutes integer not null default 1440,
      last_validated_at timestamptz,
      last_synced_at timestamptz,
      last_error text,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      deleted_at timestamptz,
      constraint aws_connections_pkey primary key (organization_id, id),
      constraint aws_connections_organization_fkey foreign key (organization_id)
        references organizations (id) on delete cascade,
      constraint aws_connections_external_id_key unique (external_id),
      constraint aws_connections_kind_check check (${oneOf('kind', connectionKinds)}),
      constraint aws_connections_status_check check (${oneOf('status', connectionStatuses)}),
      constraint aws_connections_management_account_check check (
        (kind <> 'organization' or management_account_id is not null) and management_account_id ~ '^\\d{12}$'),
      constraint aws_connections_scan_interval_check check (scan_interval_minutes between 5 and 43200)
    )`);
  await knex.raw(
    'create unique index aws_connections_name_key on aws_connections (organization_id, name) where deleted_at is null',
  );
  await knex.raw(`
    create unique index aws_connections_management_account_key
    on aws_connections (organization_id, management_account_id) where deleted_at is null`);
  await protectTenantTable(knex, 'aws_connections', { readableByDefiner: true });

  // One row per AWS account and organization, for ever: an account that comes back, in whatever connection, is the
  // same row, so that what was found in it before continues.
  await knex.raw(`
    create table aws_accounts (
      organization_id uuid not null,
      id uuid not null default uuidv7(),
      connection_id uuid not null,
      account_id text not null,
      name text,
      name_chosen boolean not null default false,
      email text,
      ou_path text,
      role_arn text not null,
      included boolean not null default true,
      status text not null default 'pending',
      regions text[] not null default '{}',
      enabled_regions text[] not null default '{}',
      effective_regions text[] not null default '{}',
      scan_interval_minutes integer,
      validation jsonb not null default '{"checks": [], "missing_permissions": []}',
      template_version text,
      stack_id text,
      default_environment_id uuid,
      last_validated_at timestamptz,
      schedule_due boolean not null default false,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      deleted_at timestamptz,
      constraint aws_accounts_pkey primary key (organization_id, id),
      constraint aws_accounts_account_id_key unique (organization_id, account_id),
      constraint aws_accounts_connection_fkey foreign key (organization_id, connection_id)
        references aws_connections (organization_id, id) on delete cascade,
      constraint aws_accounts_account_id_check check (account_id ~ '^\\d{12}$'),
      constraint aws_accounts_status_check check (${oneOf('status', accountStatuses)}),
      constraint aws_accounts_scan_interval_check check (scan_interval_minutes between 5 and 43200)
    )`);
  await knex.raw(
    'create index aws_accounts_connection_index on aws_accounts (organization_id, connection_id, id)',
  );
  await knex.raw('create index aws_accounts_schedule_due_index on aws_accounts (id) where schedule_due');
  await protectTenantTable(knex, 'aws_accounts', { readableByDefiner: true });

  await knex.raw(`
    create table onboarding_steps (
      organization_id uuid not null,
      connection_id uuid not null,
      key text not null,
      status text not null default 'pending',
      detail text,
      completed_at timestamptz,
      updated_at timestamptz not null default now(),
      constraint onboarding_steps_pkey primary key (organization_id, connection_id, key),
      constraint onboarding_steps_connection_fkey foreign key (organization_id, connection_id)
        references aws_connections (organization_id, id) on delete cascade,
      constraint onboarding_steps_key_check check (${oneOf('key', onboardingStepKeys)}),
      constraint onboarding_steps_status_check check (${oneOf('status', onboardingStepStatuses)}),
      constraint onboarding_steps_completed_at_check check ((status = 'done') = (completed_at is not null))
    )`);
  await protectTenantTable(knex, 'onboarding_steps');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table onboarding_steps, aws_accounts, aws_connections');
}
