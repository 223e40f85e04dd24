import type { Knex } from 'knex';
import { access } from './0011-graph/access.ts';
import * as runKinds from './0011-graph/run-kinds.ts';
import { tables } from './0011-graph/tables.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(tables);
  await knex.raw(access);
  await knex.raw(runKinds.up);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(runKinds.down);
  await knex.raw(`
    drop table graph_extractions, graph_accounts, graph_changed_keys, graph_changed_middles, relationship_compositions,
      graph_references, resource_identifiers,
      graph_holders, external_nodes, relationship_periods;
    delete from relationships;
    revoke maintain on relationships from inventory_app;
    drop index relationships_stale_index, relationships_outgoing_index, relationships_incoming_index;
    alter table relationships drop column properties, drop column evidence, drop column evidence_count,
      drop column holder_account_id, drop column direct, drop column first_observed_at,
      drop column last_observed_at, drop column stale_at;
  `);
}
