import knex from 'knex';
import type { Knex } from 'knex';
import { types } from 'pg';
import { toCatalogueError } from './database-errors.ts';
import { applicationRole } from './roles.ts';

// int8 counts fit a double here: no table reaches 2^53 rows.
types.setTypeParser(types.builtins.INT8, Number);

/**
 * The only object that can query, bound to one organization and one transaction.
 * Stores take it as their first parameter; nothing outside db/ can reach the transaction in it.
 */
export class Tenant {
  readonly organizationId: string;
  readonly #transaction: Knex.Transaction;
  readonly #afterCommit: (() => Promise<void>)[] = [];

  constructor(organizationId: string, transaction: Knex.Transaction) {
    this.organizationId = organizationId;
    this.#transaction = transaction;
  }

  /** Runs once the transaction is committed; never when it is rolled back. Failures are the callback's to handle. */
  afterCommit(work: () => Promise<void>): void {
    this.#afterCommit.push(work);
  }

  static transactionOf(tenant: Tenant): Knex.Transaction {
    return tenant.#transaction;
  }

  static async runAfterCommit(tenant: Tenant): Promise<void> {
    for (const work of tenant.#afterCommit) await work();
  }
}

/** The transaction behind a tenant; for files in db/ alone (lint keeps it there). */
export function queryOf(tenant: Tenant): Knex.Transaction {
  return Tenant.transactionOf(tenant);
}

export interface TransactionOptions {
  /** One snapshot for all statements, and no writes: what answers that must agree with themselves use. */
  readonly snapshot?: boolean;
  /** No writes: they fail. */
  readonly readOnly?: boolean;
}

/** What a request's credential turned into, loaded in one call. `null` when there is no such session. */
export interface SessionPrincipal {
  readonly organization_id: string;
  readonly session_id: string;
  readonly user_id: string;
  readonly user_status: string;
  readonly roles: readonly string[];
  readonly revoked_at: Date | null;
  readonly expires_at: Date;
}

/** What an ingest token turned into. */
export interface IngestPrincipal {
  readonly organization_id: string;
  readonly ingest_token_id: string;
  /** Revoked or expired. */
  readonly ended: boolean;
  /** Its last use was noted within the last minute. */
  readonly used_lately: boolean;
}

export interface Database {
  /**
   * Opens a transaction whose rows are those of one organization, and commits when `work` resolves.
   * @throws CatalogueError `provider_unavailable` when Postgres cannot be reached.
   */
  withTenant<T>(
    organizationId: string,
    work: (tenant: Tenant) => Promise<T>,
    options?: TransactionOptions,
  ): Promise<T>;
  /**
   * Loads session, user and roles and sets the organization, in one call; then runs `work` in the same transaction.
   * `tenant` is `null` when the session is unknown.
   */
  withSession<T>(
    sessionId: string,
    work: (principal: SessionPrincipal | null, tenant: Tenant | null) => Promise<T>,
    options?: TransactionOptions,
  ): Promise<T>;
  /** The same for an ingest token, by its SHA-256 in hexadecimal. */
  withIngestToken<T>(
    tokenHash: string,
    work: (principal: IngestPrincipal | null, tenant: Tenant | null) => Promise<T>,
    options?: TransactionOptions,
  ): Promise<T>;
  /** For db/ alone: look-ups before a tenant is known; row-level security shows it nothing but definer functions. */
  readonly outside: Knex;
  /** @throws when Postgres does not answer within two seconds. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const hashPattern = /^[0-9a-f]{64}$/;

/** Opens the pool of the application's role. */
export function openDatabase(options: {
  url: string;
  appUrl?: string | undefined;
  poolSize: number;
}): Database {
  const pool = openPool(options);
  return {
    outside: pool,
    async withTenant(organizationId, work, transactionOptions) {
      const call = `select set_config('app.organization_id', '${checked(uuidPattern, organizationId)}', true)`;
      return enter(pool, call, transactionOptions, (_rows: readonly unknown[], tenantOf) =>
        work(tenantOf(organizationId)),
      );
    },
    async withSession(sessionId, work, transactionOptions) {
      const call = `select * from begin_session('${checked(uuidPattern, sessionId)}')`;
      return enter(pool, call, transactionOptions, ([row]: readonly SessionPrincipal[], tenantOf) =>
        work(row ?? null, row === undefined ? null : tenantOf(row.organization_id)),
      );
    },
    async withIngestToken(tokenHash, work, transactionOptions) {
      const call = `select * from begin_ingest('\\x${checked(hashPattern, tokenHash)}')`;
      return enter(pool, call, transactionOptions, ([row]: readonly IngestPrincipal[], tenantOf) =>
        work(row ?? null, row === undefined ? null : tenantOf(row.organization_id)),
      );
    },
    async ping() {
      await pool.raw('select 1').timeout(2000);
    },
    close: () => pool.destroy(),
  };
}

/** What goes into a statement as text is of a known form. */
function checked(pattern: RegExp, text: string): string {
  if (!pattern.test(text)) throw new Error('not an identifier');
  return text;
}

/** Opens a transaction with the call that sets the organization, does the work, commits, runs what waits for that. */
async function enter<Row, T>(
  pool: Knex,
  call: string,
  options: TransactionOptions | undefined,
  work: (rows: readonly Row[], tenantOf: (organizationId: string) => Tenant) => Promise<T>,
): Promise<T> {
  let tenant: Tenant | undefined;
  let result: T;
  const snapshot = options?.snapshot === true;
  const entrance: Entrance = { call, readOnly: snapshot || options?.readOnly === true, rows: [] };
  const mode = snapshot ? { isolationLevel: 'repeatable read' } : {};
  try {
    result = await pool.transaction(
      async (transaction) =>
        work(entrance.rows as Row[], (organizationId) => {
          tenant = new Tenant(organizationId, transaction);
          return tenant;
        }),
      { ...mode, ...({ entrance } as object) } as Knex.TransactionConfig,
    );
  } catch (error) {
    throw toCatalogueError(error);
  }
  if (tenant !== undefined) await Tenant.runAfterCommit(tenant);
  return result;
}

/** The call that opens a transaction, and what it answered. */
interface Entrance {
  readonly call: string;
  readonly readOnly: boolean;
  rows: readonly unknown[];
}

/** What is used of knex's own transaction (knex/lib/execution/transaction.js, 3.3). */
interface OpeningTransaction {
  readonly isolationLevel?: string;
  readonly trxClient: KnexClient;
  _completed: boolean;
  _resolver: (value: unknown) => void;
  begin: (connection: PooledConnection) => Promise<unknown>;
  commit: (connection: PooledConnection, value: unknown) => Promise<unknown>;
}

interface KnexClient {
  query(connection: PooledConnection, sql: unknown): Promise<{ response: unknown }>;
  transaction(container: unknown, config?: { entrance?: Entrance }, outer?: unknown): OpeningTransaction;
}

interface PooledConnection {
  query(sql: string): Promise<unknown>;
}

/**
 * Saves round trips, of which a request that reads has few others. BEGIN and the entrance's call are one message. A
 * transaction that only read is committed after its answer: within the same turn of the event loop, or in one message
 * with the BEGIN of whoever takes the connection before. knex begins a transaction some microtasks after it made it,
 * so that `begin` and `commit` can be replaced until then.
 */
function saveRoundTrips(pool: Knex): void {
  const client = pool.client as KnexClient;
  const uncommitted = new Set<PooledConnection>();
  const settle = (connection: PooledConnection) => {
    // A connection that broke meanwhile has nothing left to commit.
    if (uncommitted.delete(connection)) void connection.query('commit').catch(() => undefined);
  };
  const makeTransaction = client.transaction.bind(client);
  const query = client.query.bind(client);
  client.query = (connection, sql) => {
    settle(connection);
    return query(connection, sql);
  };
  client.transaction = (container, config, outer) => {
    const transaction = makeTransaction(container, config, outer);
    const entrance = config?.entrance;
    const begin = transaction.begin.bind(transaction);
    if (entrance === undefined) {
      transaction.begin = (connection) => {
        settle(connection);
        return begin(connection);
      };
      return transaction;
    }
    transaction.begin = async (connection) => {
      const before = uncommitted.delete(connection) ? 'commit;' : '';
      const isolation = transaction.isolationLevel === undefined ? '' : ' isolation level repeatable read';
      const mode = entrance.readOnly ? ' read only' : '';
      try {
        const sql = `${before}begin${isolation}${mode};${entrance.call}`;
        const { response } = await transaction.trxClient.query(connection, sql);
        entrance.rows = (response as readonly { rows: readonly unknown[] }[]).at(-1)?.rows ?? [];
      } catch (error) {
        transaction._completed = true;
        await transaction.trxClient.query(connection, 'rollback').catch(() => undefined);
        throw error;
      }
    };
    if (entrance.readOnly) {
      transaction.commit = async (connection, value) => {
        transaction._completed = true;
        uncommitted.add(connection);
        setImmediate(() => settle(connection));
        transaction._resolver(value);
      };
    }
    return transaction;
  };
}

function openPool({
  url,
  appUrl,
  poolSize,
}: {
  url: string;
  appUrl?: string | undefined;
  poolSize: number;
}): Knex {
  const connection =
    appUrl === undefined
      ? { connectionString: url, options: `-c role=${applicationRole}` }
      : { connectionString: appUrl };
  const pool = knex({
    client: 'pg',
    connection: {
      ...connection,
      application_name: 'inventory',
      connectionTimeoutMillis: 5000,
      keepAlive: true,
    },
    pool: { min: 0, max: poolSize },
    acquireConnectionTimeout: 10_000,
  });
  saveRoundTrips(pool);
  return pool;
}
