import type { Database } from '../tenant.ts';

const inventoryTables = [
  'resources',
  'resource_documents',
  'resource_revisions',
  'changes',
  'resource_search',
  'resource_history',
  'resource_tags',
] as const;

/**
 * Tells the planner what is in the tables of the inventory. It takes an organization that its statistics do not know
 * for one of a single row, and then reads all rows of the organization for each that it wants; autovacuum would come
 * only when a tenth of the tables is new. A table that somebody else is at is left to them.
 */
export async function refreshStatistics(database: Database): Promise<void> {
  await database.outside.raw(`analyze (skip_locked) ${inventoryTables.join(', ')}`);
}
