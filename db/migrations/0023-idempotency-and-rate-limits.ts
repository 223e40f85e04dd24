import type { Knex } from 'knex';
import { protectTenantTable } from '../migration-support/tenant-table.ts';
import { applicationRole } from '../roles.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table idempotency_keys (
      organization_id uuid not null,
      id uuid not null default uuidv7(),
      principal_id uuid not null,
      operation text not null,
      key text not null,
      request_hash bytea not null,
      status integer,
      answer_sealed text,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      constraint idempotency_keys_pkey primary key (organization_id, id),
      constraint idempotency_keys_key unique (organization_id, principal_id, operation, key),
      constraint idempotency_keys_organization_fkey foreign key (organization_id)
        references organizations (id) on delete cascade,
      constraint idempotency_keys_answer_check check ((status is null) = (answer_sealed is null))
    )`);
  await knex.raw(
    'create index idempotency_keys_expiry_index on idempotency_keys (organization_id, expires_at)',
  );
  await protectTenantTable(knex, 'idempotency_keys');

  // Counts before a tenant is known: no organization, no row-level security; keys are hashes.
  await knex.raw(`
    create unlogged table rate_limits (
      key text not null,
      hits integer not null,
      resets_at timestamptz not null,
      constraint rate_limits_pkey primary key (key)
    )`);
  await knex.raw('create index rate_limits_expiry_index on rate_limits (resets_at)');
  await knex.raw(`grant select, insert, update, delete on rate_limits to ${applicationRole}`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table rate_limits, idempotency_keys');
}
