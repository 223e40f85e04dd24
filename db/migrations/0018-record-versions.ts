import type { Knex } from 'knex';

/**
 * The number of changes of a record by its users, from 1. Of tables that background work updates, too, only the columns count
 * that users change. A column with a constant default needs no rewrite of the table.
 */
const changedByUsers = {
  organizations: ['name', 'settings'],
  aws_connections: ['name', 'regions', 'scan_interval_minutes'],
  aws_accounts: [
    'name',
    'name_chosen',
    'included',
    'regions',
    'scan_interval_minutes',
    'event_scans',
    'code_complete',
    'default_environment_id',
  ],
  teams: ['name', 'description', 'is_active'],
  applications: ['name', 'description', 'criticality', 'lifecycle', 'archived_at'],
  environments: ['name', 'class'],
  inference_rules: ['name', 'description', 'enabled', 'priority', 'conditions', 'outcome', 'suspended_at'],
  drift_rules: ['name', 'conditions', 'reason', 'expires_at', 'enabled'],
  iac_projects: ['system', 'kind', 'detection', 'disabled', 'environment_id'],
  state_sources: [
    'bucket',
    'key',
    'region',
    'workspace',
    'aws_account_id',
    'iac_project_id',
    'disabled',
    'name',
    'max_age_hours',
  ],
  ai_conversations: ['title', 'archived_at'],
} as const;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create function increase_version() returns trigger
    language plpgsql set search_path = pg_catalog, public, pg_temp as $$
    begin
      new.version := old.version + 1;
      return new;
    end $$;
    revoke all on function increase_version from public;
  `);
  for (const [table, columns] of Object.entries(changedByUsers)) {
    const rowOf = (name: string) => columns.map((column) => `${name}.${column}`).join(', ');
    await knex.raw(`
      alter table ${table} add column version integer not null default 1;
      create trigger ${table}_version before update of ${columns.join(', ')} on ${table}
        for each row when ((${rowOf('old')}) is distinct from (${rowOf('new')})) execute function increase_version();
    `);
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const table of Object.keys(changedByUsers)) {
    await knex.raw(`
      drop trigger ${table}_version on ${table};
      alter table ${table} drop column version;
    `);
  }
  await knex.raw('drop function increase_version()');
}
