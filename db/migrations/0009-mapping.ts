import type { Knex } from 'knex';
import { access } from './0009-mapping/access.ts';
import * as locationTables from './0009-mapping/location-tables.ts';
import * as runKinds from './0009-mapping/run-kinds.ts';
import { tables } from './0009-mapping/tables.ts';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(tables);
  await knex.raw(locationTables.up);
  await knex.raw(access);
  await knex.raw(runKinds.up);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(locationTables.down);
  await knex.raw(runKinds.down);
  await knex.raw(`
    set local role inventory_definer;
    drop function claim_state_syncs(interval, integer, integer);
    drop function claim_state_detections(interval, integer);
    set local role inventory_owner;
    drop policy repositories_definer on repositories;
    drop policy repositories_definer_claims on repositories;
    revoke all on repositories from inventory_definer;
    alter table repositories drop column next_state_detection_at;
    alter table aws_accounts drop column match_requested_at;
    drop table import_pull_requests, mapping_coverage_days, mapping_accounts, mapping_corrections, state_entries, iac_project_states,
      state_sources;
    alter table resources drop column origin;
  `);
}
