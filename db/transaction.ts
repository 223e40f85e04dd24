import knex from 'knex';
import type { Knex } from 'knex';
import pg from 'pg';
import type { Pool, PoolClient, QueryArrayConfig, QueryArrayResult } from 'pg';
import { closeWhenSilent } from './pool/connection-liveness.ts';
import { rejectAfter } from './reject-after.ts';
import { toRows } from './rows.ts';
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

/** A statement; with a name, each connection parses it once. */
export interface Statement {
  readonly name?: string | undefined;
  readonly text: string;
  readonly values?: readonly unknown[];
}

/** Executes statements: a transaction, or a pool for statements outside of one. Rows are arrays. */
export interface StatementRunner {
  query(statement: Statement): Promise<QueryArrayResult<unknown[]>>;
}

/** A transaction. Rejects statements after COMMIT or ROLLBACK, because its connection may then serve another tenant. */
export class Transaction implements StatementRunner {
  readonly #client: PoolClient;
  readonly #builder: Knex;
  #knex: Knex | undefined;
  #ended = false;

  constructor(client: PoolClient, builder: Knex) {
    this.#client = client;
    this.#builder = builder;
  }

  /** For objection models: a copy of knex that sends every statement on the connection of this transaction. */
  get knex(): Knex {
    if (this.#knex !== undefined) return this.#knex;
    const bound = this.#builder.withUserParams({});
    Object.assign(bound.client as object, {
      acquireConnection: async () => Promise.resolve(this.#connection()),
      releaseConnection: () => Promise.resolve(),
    });
    this.#knex = bound;
    return bound;
  }

  async query(statement: Statement): Promise<QueryArrayResult<unknown[]>> {
    const client = this.#connection();
    try {
      // With the promises of pg, each result stays reachable from the next one until a full collection of the heap.
      return await new Promise<QueryArrayResult<unknown[]>>((resolve, reject) => {
        client.query(withArrays(statement), (error: Error | null, result: QueryArrayResult<unknown[]>) => {
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

  /** Rejects all later statements. */
  end(): void {
    this.#ended = true;
  }

  #connection(): PoolClient {
    if (this.#ended) throw new Error('the transaction has ended');
    return this.#client;
  }
}

/**
 * `setUp` is one or more statements without parameters, which Postgres executes in the message of BEGIN. `work` receives the
 * first row of the first of them.
 */
export type RunTransaction = <Row, T>(
  options: TransactionOptions,
  setUp: string,
  work: (transaction: Transaction, row: Row | undefined) => Promise<T>,
) => Promise<T>;

const rollbackMilliseconds = 5000;

/** The times without an answer of Postgres after which a transaction closes its connection, in seconds; 0 is no limit. */
export interface SilenceLimits {
  /** Of BEGIN, whose statements read a row at most: it finds a connection that broke while it was unused. */
  readonly begin: number;
  /** Of the statements of each kind of work. */
  of(work: WorkKind | undefined): number;
}

const noLimits: SilenceLimits = { begin: 0, of: () => 0 };

/**
 * Returns a function that runs `work` between BEGIN and COMMIT on a connection of the pool, and rolls back when `work`
 * throws. It waits at most five seconds for the ROLLBACK.
 */
export function createTransactionRunner(pool: Pool, limits: SilenceLimits = noLimits): RunTransaction {
  // Builds the statements of objection models. With `version`, knex does not query the server's version.
  const builder = knex({ client: 'pg', version: '18', connectionPool: pool, compileSqlOnError: false });
  return async <Row, T>(
    options: TransactionOptions,
    setUp: string,
    work: (transaction: Transaction, row: Row | undefined) => Promise<T>,
  ) => {
    const client = await pool.connect();
    const stopListening = closeOnAbort(client, options.signal);
    const transaction = new Transaction(client, builder);
    try {
      closeWhenSilent(client, limits.begin);
      const row = await begin<Row>(transaction, options, setUp);
      closeWhenSilent(client, limits.of(options.work));
      const result = await work(transaction, row);
      stopListening();
      // After a failed statement Postgres executes COMMIT as ROLLBACK and reports no error.
      if (client.getTransactionStatus() === 'E')
        throw new Error('a statement failed and the transaction was rolled back');
      await transaction.query({ text: 'commit' });
      return result;
    } catch (error) {
      await rollBack(client, transaction);
      throw error;
    } finally {
      transaction.end();
      stopListening();
      closeWhenSilent(client, limits.of(undefined));
      // 'I' is idle. In any other state the connection is broken or still rolling back; `true` closes it.
      client.release(client.getTransactionStatus() !== 'I');
    }
  };
}

/** The form of a statement in pg. */
export function withArrays({ name, text, values = [] }: Statement): QueryArrayConfig<unknown[]> {
  return { name, text, values: [...values], rowMode: 'array' };
}

/** Sends BEGIN and the statements of `setUp` in one message, and returns the first row of the first of them. */
async function begin<Row>(
  transaction: Transaction,
  options: TransactionOptions,
  setUp: string,
): Promise<Row | undefined> {
  const results: unknown = await transaction.query({ text: `begin${modeOf(options)}; ${setUp}` });
  // pg returns an array for a message with several statements.
  if (!Array.isArray(results)) throw new Error('the set-up of a transaction is empty');
  const [, result] = results as readonly QueryArrayResult<unknown[]>[];
  return result === undefined ? undefined : toRows<Row>(result)[0];
}

/** Rolls back unless the transaction has not begun or has ended. A failure is ignored: the connection is closed then. */
async function rollBack(client: PoolClient, transaction: Transaction): Promise<void> {
  if (client.getTransactionStatus() === 'I') return;
  await rejectAfter(rollbackMilliseconds, transaction.query({ text: 'rollback' })).catch(() => undefined);
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

function modeOf({ snapshot = false, readOnly = false }: TransactionOptions): string {
  if (snapshot) return ' isolation level repeatable read read only';
  return readOnly ? ' read only' : '';
}
