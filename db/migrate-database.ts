import type { Knex } from 'knex';
import { advisoryLocks } from './advisory-locks.ts';
import { openOwnerConnection } from './pool/open-owner-connection.ts';
import { migrationSource } from './migrations/index.ts';
import { ownerRole, prepareRoles } from './roles.ts';
import { timeoutParameters, workBudgets } from './work-budgets.ts';

/** Creates the roles and extensions that the tables need, as the role of the URL. It can be repeated. */
export async function createRoles(url: string): Promise<void> {
  await whileLocked(url, prepareRoles);
}

/**
 * Migrates a database to the newest schema, or with `down` to an empty one; `last` reverts the newest migration only. An advisory
 * lock serialises concurrent calls. Returns the names of the migrations that ran.
 */
export async function migrateDatabase(
  url: string,
  direction: 'up' | 'down' = 'up',
  scope: 'all' | 'last' = 'all',
): Promise<readonly string[]> {
  return whileLocked(url, async (owner) => {
    for (const [name, milliseconds] of timeoutParameters(workBudgets.migration))
      await owner.raw('select set_config(?, ?, false)', [name, milliseconds]);
    await prepareRoles(owner);
    await owner.raw(`set role ${ownerRole}`);
    const config: Knex.MigratorConfig = { migrationSource, tableName: 'schema_migrations' };
    const [, names] = (await migrate(owner.migrate, config, direction, scope)) as [number, string[]];
    return names;
  });
}

async function whileLocked<T>(url: string, work: (owner: Knex) => Promise<T>): Promise<T> {
  const owner = openOwnerConnection(url);
  try {
    await owner.raw('select pg_advisory_lock(?::integer, 0)', [advisoryLocks.migrations]);
    return await work(owner);
  } finally {
    await owner.destroy();
  }
}

function migrate(
  migrator: Knex.Migrator,
  config: Knex.MigratorConfig,
  direction: 'up' | 'down',
  scope: 'all' | 'last',
): Promise<unknown> {
  if (direction === 'up') return migrator.latest(config);
  return scope === 'all' ? migrator.rollback(config, true) : migrator.down(config);
}
