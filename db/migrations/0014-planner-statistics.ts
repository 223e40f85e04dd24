import type { Knex } from 'knex';

const tables = [
  'relationships',
  'relationship_periods',
  'relationship_compositions',
  'external_nodes',
  'graph_holders',
  'graph_references',
  'resource_identifiers',
  'graph_changed_keys',
  'graph_changed_middles',
];

/**
 * Makes the planner assume that each organization has all rows of a table of the graph. With the statistics of ANALYZE, an
 * organization that had no rows at the time has one estimated row, and joins read all of its rows for each key.
 */
export async function up(knex: Knex): Promise<void> {
  for (const table of tables) {
    await knex.raw(`alter table ${table} alter column organization_id set statistics 0`);
    // ANALYZE keeps this row, because the statistics target of the column is 0.
    await knex.raw(`select pg_restore_attribute_stats('schemaname', 'public', 'relname', '${table}',
      'attname', 'organization_id', 'inherited', false, 'null_frac', 0::real, 'avg_width', 16, 'n_distinct', 1::real)`);
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const table of tables) {
    await knex.raw(`alter table ${table} alter column organization_id set statistics default`);
    await knex.raw(`select pg_clear_attribute_stats('public', '${table}', 'organization_id', false)`);
  }
}
