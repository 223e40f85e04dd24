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
] as const;

const graphTables = [
  'graph_holders',
  'graph_references',
  'resource_identifiers',
  'relationships',
  'relationship_compositions',
  'relationship_periods',
  'external_nodes',
  'exposure_facts',
  'exposures',
  'access_policies',
] as const;

/**
 * Runs ANALYZE on the tables of the inventory and the graph, and skips tables locked by another session. Without statistics
 * for a new organization, the planner estimates one row and chooses plans that read all of its rows. Autovacuum analyzes a
 * table only after a tenth of it has changed.
 */
export async function refreshStatistics(database: Database): Promise<void> {
  await analyze(database, [...inventoryTables, ...graphTables]);
}

/** As {@link refreshStatistics}, for the tables of the graph only. */
export async function refreshGraphStatistics(database: Database): Promise<void> {
  await analyze(database, graphTables);
}

async function analyze(database: Database, tables: readonly string[]): Promise<void> {
  await execute(database.outside, sql`analyze (skip_locked) ${rawSql(tables.join(', '))}`);
}
