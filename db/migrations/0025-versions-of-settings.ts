import type { Knex } from 'knex';

/** The columns that users change, as in 0018. */
const changedByUsers = {
  ai_settings: ['enabled', 'model', 'data_mode', 'daily_turn_limit', 'retention_days'],
  hcp_terraform_connections: ['workspaces'],
  event_subscriptions: ['name', 'url_hint', 'events', 'filter', 'enabled'],
} as const;

/** Further records whose changes by users are counted in `version`. */
export async function up(knex: Knex): Promise<void> {
  for (const [table, columns] of Object.entries(changedByUsers)) {
    const rowOf = (name: string) => columns.map((column) => `${name}.${column}`).join(', ');
    await knex.raw(`
      alter table ${table} add column version integer not null default 1;
      create trigger ${table}_version before update of ${columns.join(', ')} on ${table}
        for each row when (row(${rowOf('old')}) is distinct from row(${rowOf('new')})) execute function increase_version();
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
}
