import type { Knex } from 'knex';

import { applicationRole } from '../roles.ts';

// A list of its own: a migration does not change with the code.
const inventoryTables = [
  'resources',
  'resource_documents',
  'resource_revisions',
  'changes',
  'resource_search',
  'resource_history',
  'resource_tags',
];

/** Workers may bring the planner's statistics up to date. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`grant maintain on ${inventoryTables.join(', ')} to ${applicationRole}`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`revoke maintain on ${inventoryTables.join(', ')} from ${applicationRole}`);
}
