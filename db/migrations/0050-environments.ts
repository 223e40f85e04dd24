import type { Knex } from 'knex';
import { environmentClasses } from '../../domain/values.ts';
import { oneOf, protectTenantTable } from '../migration-support/tenant-table.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table environments (
      organization_id uuid not null,
      id uuid not null default uuidv7(),
      name text not null,
      class text not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint environments_pkey primary key (organization_id, id),
      constraint environments_name_key unique (organization_id, name),
      constraint environments_organization_fkey foreign key (organization_id)
        references organizations (id) on delete cascade,
      constraint environments_class_check check (${oneOf('class', environmentClasses)})
    )`);
  await protectTenantTable(knex, 'environments');
  await knex.raw(`
    alter table aws_accounts add constraint aws_accounts_default_environment_fkey
    foreign key (organization_id, default_environment_id) references environments (organization_id, id)`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table aws_accounts drop constraint aws_accounts_default_environment_fkey');
  await knex.raw('drop table environments');
}
