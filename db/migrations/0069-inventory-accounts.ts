import type { Knex } from 'knex';

const tables = [
  'resources',
  'changes',
  'scan_accounts',
  'scan_tasks',
  'coverage_cells',
  'token_buckets',
] as const;

/** What was found refers to the account in which it was found. */
export async function up(knex: Knex): Promise<void> {
  for (const table of tables) {
    await knex.raw(`
      alter table ${table} add constraint ${table}_account_fkey
      foreign key (organization_id, aws_account_id) references aws_accounts (organization_id, id) on delete cascade`);
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const table of tables) await knex.raw(`alter table ${table} drop constraint ${table}_account_fkey`);
}
