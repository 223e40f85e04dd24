import { execute } from '../query.ts';
import { rawSql, sql } from '../sql.ts';
import type { Database } from '../tenant.ts';

const inventoryTables = [
  'resources',
  'resource_documents',
  'resource_revisions',
  'changes',
  'resource_search',
  'resource_history',
  'resource_tags',
  'graph_holders',
  'graph_references',
  'resource_identifiers',
  'relationships',
] as const;

/**
 * Runs ANALYZE on the tables of the inventory and skips tables locked by another session. Without statistics for a new
 * organization, the planner estimates one row and chooses plans that read all of its rows. Autovacuum analyzes a table
 * only after a tenth of it has changed.
 */
export async function refreshStatistics(database: Database): Promise<void> {
  await execute(database.outside, sql`analyze (skip_locked) ${rawSql(inventoryTables.join(', '))}`);
}
