import pg from 'pg';
import { applicationRole } from './roles.ts';

// node-postgres returns int8 as text by default. Counts fit a number: no table reaches 2^53 rows.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const connectMilliseconds = 10_000;
const idleMilliseconds = 30_000;

/** Opens a pool of connections with the application's role: the login role of `appUrl`, else by `SET ROLE` on `url`. */
export function openConnectionPool({
  url,
  appUrl,
  poolSize,
}: {
  readonly url: string;
  readonly appUrl?: string | undefined;
  readonly poolSize: number;
}): pg.Pool {
  const pool = new pg.Pool({
    ...(appUrl === undefined
      ? { connectionString: url, options: `-c role=${applicationRole}` }
      : { connectionString: appUrl }),
    application_name: 'inventory',
    keepAlive: true,
    max: poolSize,
    connectionTimeoutMillis: connectMilliseconds,
    idleTimeoutMillis: idleMilliseconds,
  });
  // Without a listener an 'error' event ends the process. The queries of a broken connection report its error.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
