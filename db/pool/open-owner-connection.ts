import knex from 'knex';
import type { Knex } from 'knex';
import { keepAliveOptions } from './connection-liveness.ts';

/**
 * Opens one connection as the role of DATABASE_URL, for migrations and roles. Errors are thrown, and not also written to the
 * console, as knex does by default.
 */
export function openOwnerConnection(url: string): Knex {
  const ignore = () => undefined;
  return knex({
    client: 'pg',
    connection: { connectionString: url, ...keepAliveOptions },
    pool: { min: 1, max: 1 },
    log: { warn: ignore, error: ignore, deprecate: ignore, debug: ignore },
  });
}
