import type { Knex } from 'knex';
import { protectTenantTable } from '../migration-support/tenant-table.ts';

/**
 * The key under which an organization's secret values are hashed before they are stored. It lives as long as the
 * hashes: a rotation of ENCRYPTION_KEYS seals it again, but does not change it.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table secret_hash_keys (
      organization_id uuid not null,
      id uuid not null default uuidv7(),
      key_sealed text not null,
      created_at timestamptz not null default now(),
      constraint secret_hash_keys_pkey primary key (organization_id, id),
      constraint secret_hash_keys_organization_key unique (organization_id),
      constraint secret_hash_keys_organization_fkey foreign key (organization_id)
        references organizations (id) on delete cascade
    )`);
  await protectTenantTable(knex, 'secret_hash_keys');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table secret_hash_keys');
}
