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
  ): Promise<T>;
  /** For db/ alone: look-ups before a tenant is known; row-level security shows it nothing but definer functions. */
  readonly outside: Knex;
  /** @throws when Postgres does not answer within two seconds. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the pool of the application's role. */
export function openDatabase(options: {
  url: string;
  appUrl?: string | undefined;
  poolSize: number;
}): Database {
  const pool = openPool(options);
  return {
    outside: pool,
    withTenant: (organizationId, work, transactionOptions) =>
      inTransaction(
        pool,
        transactionOptions,
        async (transaction) => {
          await transaction.raw("select set_config('app.organization_id', ?, true)", [organizationId]);
          return new Tenant(organizationId, transaction);
        },
        work,
      ),
    withSession: async (sessionId, work) => {
      let principal: SessionPrincipal | null = null;
      return inTransaction(
        pool,
        undefined,
        async (transaction) => {
          const { rows } = await transaction.raw<{ rows: SessionPrincipal[] }>(
            'select * from begin_session(?)',
            [sessionId],
          );
          principal = rows[0] ?? null;
          return principal === null ? null : new Tenant(principal.organization_id, transaction);
        },
        (tenant) => work(principal, tenant),
      );
    },
    async ping() {
      await pool.raw('select 1').timeout(2000);
    },
    close: () => pool.destroy(),
  };
}

async function inTransaction<T, S extends Tenant | null>(
  pool: Knex,
  options: TransactionOptions | undefined,
  begin: (transaction: Knex.Transaction) => Promise<S>,
  work: (tenant: S) => Promise<T>,
): Promise<T> {
  let tenant: S | undefined;
  let result: T;
  try {
    result = await pool.transaction(
      async (transaction) => {
        tenant = await begin(transaction);
        return work(tenant);
      },
      options?.snapshot === true ? { isolationLevel: 'repeatable read', readOnly: true } : {},
    );
  } catch (error) {
    throw toCatalogueError(error);
  }
  if (tenant instanceof Tenant) await Tenant.runAfterCommit(tenant);
  return result;
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
  return knex({
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
}
