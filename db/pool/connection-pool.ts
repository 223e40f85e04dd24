import pg from 'pg';
import {
  answerSeconds,
  closeWhenSilent,
  keepAliveOptions,
  maximumAgeSeconds,
  serverKeepAlive,
  watchSilence,
} from './connection-liveness.ts';
import { applicationRole } from '../roles.ts';
import { timeoutParameters, workBudgets } from '../work-budgets.ts';
import type { WorkBudget } from '../work-budgets.ts';

// node-postgres returns int8 as text by default. Counts fit a number: no table reaches 2^53 rows.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const connectMilliseconds = 10_000;
const idleMilliseconds = 30_000;

/** How often Postgres checks, while a statement runs, that its client is still connected. */
const clientCheckMilliseconds = 1000;

/**
 * Opens a pool of connections with the application's role: the login role of `appUrl`, else by `SET ROLE` on `url`.
 * The timeouts of `budget` are the defaults of every transaction. A connection is closed when Postgres does not answer
 * within the time limit of a statement and `answerLimitSeconds`.
 */
export function openConnectionPool({
  url,
  appUrl,
  poolSize,
  budget = workBudgets.background,
  answerLimitSeconds = answerSeconds,
}: {
  readonly url: string;
  readonly appUrl?: string | undefined;
  readonly poolSize: number;
  readonly budget?: WorkBudget;
  readonly answerLimitSeconds?: number;
}): pg.Pool {
  const parameters = [
    ...(appUrl === undefined ? [['role', applicationRole] as const] : []),
    ['client_connection_check_interval', String(clientCheckMilliseconds)] as const,
    ...serverKeepAlive,
    ...timeoutParameters(budget),
  ];
  const pool = new pg.Pool({
    connectionString: appUrl ?? url,
    options: parameters.map(([name, value]) => `-c ${name}=${value}`).join(' '),
    application_name: 'inventory',
    ...keepAliveOptions,
    maxLifetimeSeconds: maximumAgeSeconds,
    max: poolSize,
    connectionTimeoutMillis: connectMilliseconds,
    idleTimeoutMillis: idleMilliseconds,
  });
  // Without a listener an 'error' event ends the process. The queries of a broken connection report its error.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    watchSilence(client);
    closeWhenSilent(client, silenceLimitOf(budget, answerLimitSeconds));
  });
  return pool;
}

/** Returns the time without an answer after which a connection is closed, in seconds; 0 is no limit. */
export function silenceLimitOf({ statementSeconds }: WorkBudget, answerLimitSeconds: number): number {
  return statementSeconds === 0 ? 0 : statementSeconds + answerLimitSeconds;
}
