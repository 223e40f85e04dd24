import type { Knex } from 'knex';
import {
  changeAttributions,
  changeKinds,
  changeSources,
  managementStates,
  resourceStatuses,
} from '../../domain/values.ts';
import { oneOf, protectTenantTable } from '../migration-support/tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  // What search reads: narrow, without configuration. Unchanged resources are never written again, so that
  // there is no last_seen_at here: it is the last completion of the row's cell in `coverage_cells`.
  await knex.raw(`
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
      constraint resources_pkey primary key (organization_id, id),
      constraint resources_identity_key unique (organization_id, aws_account_id, region, resource_type, native_id),
      constraint resources_organization_fkey foreign key (organization_id) references organizations (id) on delete cascade,
      constraint resources_status_check check (${oneOf('status', resourceStatuses)}),
      constraint resources_management_state_check check (${oneOf('management_state', managementStates)}),
      constraint resources_deleted_at_check check ((status = 'deleted') = (deleted_at is not null))
    )`);
  await protectTenantTable(knex, 'resources');

  await knex.raw(`
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
    )`);
  await protectTenantTable(knex, 'resource_documents');

  // No foreign key to the scan: revisions are kept longer than scans.
  await knex.raw(`
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
    )`);
  await protectTenantTable(knex, 'resource_revisions');

  await knex.raw(`
    create table changes (
      organization_id uuid not null,
      id uuid not null default uuidv7(),
      resource_id uuid not null,
      aws_account_id uuid not null,
      region text not null,
      resource_type text not null,
      kind text not null,
      occurred_at timestamptz not null default now(),
      detected_at timestamptz not null default now(),
      source text not null,
      attribution text not null default 'unattributed',
      actor_type text,
      actor_arn text,
      actor_name text,
      event_name text,
      scan_id uuid,
      revision integer,
      paths text[] not null default '{}',
      diff jsonb not null default '[]',
      constraint changes_pkey primary key (organization_id, id),
      constraint changes_resource_fkey foreign key (organization_id, resource_id)
        references resources (organization_id, id) on delete cascade,
      constraint changes_kind_check check (${oneOf('kind', changeKinds)}),
      constraint changes_source_check check (${oneOf('source', changeSources)}),
      constraint changes_attribution_check check (${oneOf('attribution', changeAttributions)})
    )`);
  await knex.raw(
    'create index changes_resource_index on changes (organization_id, resource_id, occurred_at, id)',
  );
  await knex.raw('create index changes_occurred_index on changes (organization_id, occurred_at, id)');
  await protectTenantTable(knex, 'changes');

  // Which resources one attempt of a task has seen: what proves a deletion. Unlogged, because it is written for every
  // resource of every scan and is worth nothing after the attempt. A crash of Postgres empties it, which an attempt
  // notices by the row that it put in first (with the nil UUID).
  await knex.raw(`
    create unlogged table seen_resources (
      organization_id uuid not null,
      task_id uuid not null,
      attempt integer not null,
      resource_id uuid not null,
      constraint seen_resources_pkey primary key (organization_id, task_id, attempt, resource_id)
    )`);
  await protectTenantTable(knex, 'seen_resources', { privileges: ['select', 'insert', 'delete'] });
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table seen_resources, changes, resource_revisions, resource_documents, resources');
}
