import type { Knex } from 'knex';
import { protectTenantTable } from '../migration-support/tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table token_buckets (
      organization_id uuid not null,
      aws_account_id uuid not null,
      region text not null,
      service text not null,
      tokens double precision not null,
      rate double precision not null,
      refilled_at timestamptz not null,
      blocked_until timestamptz,
      throttled_at timestamptz,
      constraint token_buckets_pkey primary key (organization_id, aws_account_id, region, service),
      constraint token_buckets_organization_fkey foreign key (organization_id)
        references organizations (id) on delete cascade
    )`);
  await protectTenantTable(knex, 'token_buckets');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table token_buckets');
}
