import type { Knex } from 'knex';
import {
  applicationCriticalities,
  applicationLifecycles,
  applicationSources,
  confidences,
  membershipSources,
  membershipStatuses,
} from '../../domain/values.ts';
import { oneOf, protectTenantTable } from '../migration-support/tenant-table.ts';

/** Applications, and which resources belong to them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table applications (
      organization_id uuid not null,
      id uuid not null default uuidv7(),
      name text not null,
      slug text not null,
      description text,
      criticality text not null default 'medium',
      lifecycle text not null default 'active',
      source text not null default 'manual',
      created_by uuid,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      archived_at timestamptz,
      constraint applications_pkey primary key (organization_id, id),
      constraint applications_slug_key unique (organization_id, slug),
      constraint applications_organization_fkey foreign key (organization_id)
        references organizations (id) on delete cascade,
      constraint applications_created_by_fkey foreign key (organization_id, created_by)
        references users (organization_id, id),
      constraint applications_criticality_check check (${oneOf('criticality', applicationCriticalities)}),
      constraint applications_lifecycle_check check (${oneOf('lifecycle', applicationLifecycles)}),
      constraint applications_source_check check (${oneOf('source', applicationSources)})
    )`);
  await knex.raw(`
    create table memberships (
      organization_id uuid not null,
      id uuid not null default uuidv7(),
      application_id uuid not null,
      resource_id uuid not null,
      status text not null,
      source text not null,
      confidence text not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint memberships_pkey primary key (organization_id, id),
      constraint memberships_resource_key unique (organization_id, application_id, resource_id),
      constraint memberships_application_fkey foreign key (organization_id, application_id)
        references applications (organization_id, id) on delete cascade,
      constraint memberships_resource_fkey foreign key (organization_id, resource_id)
        references resources (organization_id, id) on delete cascade,
      constraint memberships_status_check check (${oneOf('status', membershipStatuses)}),
      constraint memberships_source_check check (${oneOf('source', membershipSources)}),
      constraint memberships_confidence_check check (${oneOf('confidence', confidences)})
    )`);
  await knex.raw('create index memberships_resource_index on memberships (organization_id, resource_id)');
  await protectTenantTable(knex, 'applications');
  await protectTenantTable(knex, 'memberships');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table memberships, applications');
}
