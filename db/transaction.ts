import knex from 'knex';
import type { Knex } from 'knex';
import pg from 'pg';
import type { Pool, PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import type { WorkKind } from './work-budgets.ts';

export interface TransactionOptions {
  /** Repeatable read and read only: all statements see the same snapshot. */
  readonly snapshot?: boolean;
  /** Postgres rejects writes. */
  readonly readOnly?: boolean;
  /** Selects the time limits of the transaction. Default: the kind of work of the pool. */
  readonly work?: WorkKind;
  /** When it aborts before COMMIT, the connection is closed, Postgres cancels the statement and rolls back. */
  readonly signal?: AbortSignal | undefined;
}

/** Executes statements: a transaction, or a pool for statements outside of one. */
export interface StatementRunner {
  query<Row extends QueryResultRow>(config: QueryConfig<unknown[]>): Promise<QueryResult<Row>>;
}

/** A transaction. Rejects statements after COMMIT or ROLLBACK, because its connection may then serve another tenant. */
export class Transaction implements StatementRunner {
  readonly #client: PoolClient;
  readonly #knex: Knex.Transaction;

  constructor(client: PoolClient, transaction: Knex.Transaction) {
    this.#client = client;
    this.#knex = transaction;
  }

  /** For objection models. @throws Error when the transaction has ended. */
  get knex(): Knex.Transaction {
    if (this.#knex.isCompleted()) throw new Error('the transaction has ended');
    return this.#knex;
  }

  async query<Row extends QueryResultRow>(config: QueryConfig<unknown[]>): Promise<QueryResult<Row>> {
    if (this.#knex.isCompleted()) throw new Error('the transaction has ended');
    try {
      // With the promises of pg, each result stays reachable from the next one until a full collection of the heap.
      return await new Promise<QueryResult<Row>>((resolve, reject) => {
        this.#client.query<Row, unknown[]>(config, (error: Error | null, result) => {
          if (error === null) resolve(result);
          else reject(error);
        });
      });
    } catch (error) {
      // The stack of a database error starts at the socket. Point it at the caller, as pg does for its promises.
      if (error instanceof Error) Error.captureStackTrace(error);
      throw error;
    }
  }
}

export type RunTransaction = <T>(
  options: TransactionOptions,
  work: (transaction: Transaction) => Promise<T>,
) => Promise<T>;

/**
 * Returns a function that runs `work` between BEGIN and COMMIT on a connection of the pool, and rolls back when `work`
 * throws. knex sends BEGIN, COMMIT and ROLLBACK, and waits at most five seconds for the ROLLBACK.
 */
export function createTransactionRunner(pool: Pool): RunTransaction {
  // With `version`, knex does not query the server's version on each new connection.
  const builder = knex({ client: 'pg', version: '18', connectionPool: pool, compileSqlOnError: false });
  return async (options, work) => {
    const client = await pool.connect();
    const stopListening = closeOnAbort(client, options.signal);
    let failure: unknown;
    try {
      const run = async (transaction: Knex.Transaction) => {
        try {
          const result = await work(new Transaction(client, transaction));
          stopListening();
          // After a failed statement Postgres executes COMMIT as ROLLBACK and reports no error.
          if (client.getTransactionStatus() === 'E')
            throw new Error('a statement failed and the transaction was rolled back');
          return result;
        } catch (error) {
          failure = error;
          throw error;
        }
      };
      return await builder.transaction(
        // When BEGIN fails, knex rejects with its error, but calls this function nevertheless.
        (transaction) => (transaction.isCompleted() ? undefined : run(transaction)),
        { connection: client, ...modeOf(options) },
      );
    } catch (error) {
      // When ROLLBACK fails as well, knex rejects with that second error.
      throw failure ?? error;
    } finally {
      stopListening();
      // 'I' is idle. In any other state the connection is broken or still rolling back; `true` closes it.
      client.release(client.getTransactionStatus() !== 'I');
    }
  };
}

/**
 * Closes the connection when `signal` aborts. The statement in progress and later ones then reject, and Postgres cancels
 * the statement within `client_connection_check_interval`. A cancel request of the protocol would keep the connection,
 * but could arrive late and cancel a statement of the next transaction. Returns a function that stops listening.
 */
function closeOnAbort(client: PoolClient, signal: AbortSignal | undefined): () => void {
  if (signal === undefined) return () => undefined;
  const close = () => {
    if (client instanceof pg.Client) void client.end();
  };
  if (signal.aborted) close();
  else signal.addEventListener('abort', close);
  return () => signal.removeEventListener('abort', close);
}

function modeOf({ snapshot = false, readOnly = false }: TransactionOptions): Knex.TransactionConfig {
  return snapshot ? { isolationLevel: 'repeatable read', readOnly: true } : { readOnly };
}
