import knex from 'knex';
import type { Knex } from 'knex';
import { openConnectionPool } from './connection-pool.ts';
import type { ConnectionPool } from './connection-pool.ts';
import { traced } from '../runtime/spans.ts';
import { toCatalogueError } from './database-errors.ts';
import type { Call } from './prepared-statements.ts';
import { inTransaction, postgresVersion, silentLog } from './transaction.ts';
import type { Transaction } from './transaction.ts';

/**
 * The only object that can query, bound to one organization and one transaction.
 * Stores take it as their first parameter; nothing outside db/ can reach the transaction in it.
 */
export class Tenant {
  readonly organizationId: string;
  readonly #transaction: Transaction;
  readonly #afterCommit: (() => Promise<void>)[] = [];

  constructor(organizationId: string, transaction: Transaction) {
    this.organizationId = organizationId;
    this.#transaction = transaction;
  }

  /** Runs once the transaction is committed; never when it is rolled back. Failures are the callback's to handle. */
  afterCommit(work: () => Promise<void>): void {
    this.#afterCommit.push(work);
  }

  static transactionOf(tenant: Tenant): Transaction {
    return tenant.#transaction;
  }

  static async runAfterCommit(tenant: Tenant): Promise<void> {
    for (const work of tenant.#afterCommit) await work();
  }
}

/** The query builder of a tenant's transaction; for files in db/ alone (lint keeps it there). */
export function queryOf(tenant: Tenant): Knex {
  return Tenant.transactionOf(tenant).builder;
}

/** Runs a prepared statement in a tenant's transaction, for the reads that most requests make; for db/ alone. */
export function prepared<Row>(tenant: Tenant, call: Call): Promise<readonly Row[]> {
  return Tenant.transactionOf(tenant).prepared<Row>(call);
}

export interface TransactionOptions {
  /** One snapshot for all statements, and no writes: what answers that must agree with themselves use. */
  readonly snapshot?: boolean;
  /** No writes: they fail. */
  readonly readOnly?: boolean;
  /**
   * The first read of the work, sent with the opening of the transaction when that only reads; row-level security
   * holds for it. `prepared` with the same statement and values finds it answered.
   */
  readonly ahead?: Call | undefined;
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
  const pool = openConnectionPool(options);
  const outside = openOutside(pool);
  return {
    outside,
    async withTenant(organizationId, work, transactionOptions) {
      const call = { statement: setOrganization, values: [checked(uuidPattern, organizationId)] };
      return enter(pool, call, transactionOptions, (_rows: readonly unknown[], tenantOf) =>
        work(tenantOf(organizationId)),
      );
    },
    async withSession(sessionId, work, transactionOptions) {
      const call = { statement: beginSession, values: [checked(uuidPattern, sessionId)] };
      return enter(pool, call, transactionOptions, ([row]: readonly SessionPrincipal[], tenantOf) =>
        work(row ?? null, row === undefined ? null : tenantOf(row.organization_id)),
      );
    },
    async withIngestToken(tokenHash, work, transactionOptions) {
      const call = { statement: beginIngest, values: [`\\x${checked(hashPattern, tokenHash)}`] };
      return enter(pool, call, transactionOptions, ([row]: readonly IngestPrincipal[], tenantOf) =>
        work(row ?? null, row === undefined ? null : tenantOf(row.organization_id)),
      );
    },
    async ping() {
      await outside.raw('select 1').timeout(2000);
    },
    close: () => pool.close(),
  };
}

const setOrganization = {
  name: 'set organization',
  text: "select set_config('app.organization_id', $1, true)",
};
const beginSession = { name: 'begin session', text: 'select * from begin_session($1)' };
const beginIngest = { name: 'begin ingest', text: 'select * from begin_ingest($1)' };

/** Postgres is asked for what has the form of an identifier, and for nothing else. */
function checked(pattern: RegExp, text: string): string {
  if (!pattern.test(text)) throw new Error('not an identifier');
  return text;
}

/** Opens a transaction with the call that sets the organization, does the work, commits, runs what waits for that. */
async function enter<Row, T>(
  pool: ConnectionPool,
  call: Call,
  options: TransactionOptions | undefined,
  work: (rows: readonly Row[], tenantOf: (organizationId: string) => Tenant) => Promise<T>,
): Promise<T> {
  let tenant: Tenant | undefined;
  let result: T;
  const snapshot = options?.snapshot === true;
  const readOnly = snapshot || options?.readOnly === true;
  const opening = { call, ahead: options?.ahead, snapshot, readOnly };
  try {
    result = await traced('transaction', { 'db.system.name': 'postgresql' }, () =>
      inTransaction<Row, T>(pool, opening, (transaction, rows) =>
        work(rows, (organizationId) => {
          tenant = new Tenant(organizationId, transaction);
          return tenant;
        }),
      ),
    );
  } catch (error) {
    throw toCatalogueError(error);
  }
  if (tenant !== undefined) await Tenant.runAfterCommit(tenant);
  return result;
}

/** Statements outside a tenant's transaction, each on a connection of its own. */
function openOutside(pool: ConnectionPool): Knex {
  return knex({
    client: 'pg',
    version: postgresVersion,
    log: silentLog,
    connectionPool: {
      connect: () => pool.take(),
      end: () => Promise.resolve(),
      totalCount: 0,
      idleCount: 0,
      waitingCount: 0,
    },
  });
}
