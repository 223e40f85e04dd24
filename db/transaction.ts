import knex from 'knex';
import type { Knex } from 'knex';
import type { PoolClient } from 'pg';
import type { ConnectionPool } from './connection-pool.ts';
import { runPrepared } from './prepared-statements.ts';
import type { Call, Rows } from './prepared-statements.ts';

/** One open transaction on one connection; it refuses statements once it has ended. */
export class Transaction {
  readonly #connection: PoolClient;
  #builder: Knex | undefined;
  #ended = false;
  #ahead: { readonly call: Call; readonly rows: Rows } | undefined;

  constructor(connection: PoolClient) {
    this.#connection = connection;
  }

  /** The query builder of this transaction; made when it is first asked for, because not every request needs it. */
  get builder(): Knex {
    return (this.#builder ??= knex({
      client: 'pg',
      version: postgresVersion,
      log: silentLog,
      connectionPool: {
        acquire: () => ({ promise: this.#take() }),
        release: () => true,
        destroy: () => Promise.resolve(),
        numUsed: () => 0,
        numFree: () => 0,
        numPendingAcquires: () => 0,
        numPendingCreates: () => 0,
      },
    }));
  }

  async prepared<Row>(call: Call): Promise<readonly Row[]> {
    const connection = await this.#take();
    const ahead = this.#ahead;
    this.#ahead = undefined;
    if (ahead !== undefined && isSame(ahead.call, call)) return ahead.rows as readonly Row[];
    const [rows] = await runPrepared(connection, [call]);
    return rows as readonly Row[];
  }

  /** Keeps what was read in the message that opened the transaction, for the first call that asks just that. */
  static keepAhead(transaction: Transaction, call: Call, rows: Rows): void {
    transaction.#ahead = { call, rows };
  }

  static end(transaction: Transaction): void {
    transaction.#ended = true;
  }

  #take(): Promise<PoolClient> {
    // The connection may serve another organization by now.
    if (this.#ended) return Promise.reject(new Error('the transaction has ended'));
    return Promise.resolve(this.#connection);
  }
}

/** What fails is thrown, and logged by whoever catches it. */
const silent = () => undefined;
export const silentLog: Knex.Logger = { warn: silent, error: silent, debug: silent, deprecate: silent };

/** What knex would ask a connection for. */
export const postgresVersion = '18';

export interface Opening {
  /** What sets the organization, sent in one message with BEGIN. */
  readonly call: Call;
  /** What will be read first, unless the caller is refused: sent in the same message. Reading transactions only. */
  readonly ahead?: Call | undefined;
  readonly snapshot: boolean;
  readonly readOnly: boolean;
}

const commit = control('commit');
const beginReadWrite = control('begin');
const beginReadOnly = control('begin read only');
const beginSnapshot = control('begin isolation level repeatable read read only');

function control(text: string): Call {
  return { statement: { name: text, text }, values: [] };
}

function isSame(one: Call, other: Call): boolean {
  return (
    one.statement === other.statement &&
    one.values.length === other.values.length &&
    one.values.every((value, index) => value === other.values[index])
  );
}

const rollbackMilliseconds = 5000;

/** Begins, does the work with the rows of the opening call, and commits; rolls back when anything throws. */
export async function inTransaction<Row, T>(
  pool: ConnectionPool,
  { call, ahead, snapshot, readOnly }: Opening,
  work: (transaction: Transaction, rows: readonly Row[]) => Promise<T>,
): Promise<T> {
  const { connection, isUncommitted } = await pool.takeForTransaction();
  const transaction = new Transaction(connection);
  try {
    const begin = snapshot ? beginSnapshot : readOnly ? beginReadOnly : beginReadWrite;
    const calls = isUncommitted ? [commit, begin, call] : [begin, call];
    const early = readOnly ? ahead : undefined;
    const answers = await runPrepared(connection, early === undefined ? calls : [...calls, early]);
    if (early !== undefined) Transaction.keepAhead(transaction, early, answers[calls.length] ?? []);
    const result = await work(transaction, (answers[calls.length - 1] ?? []) as readonly Row[]);
    Transaction.end(transaction);
    if (readOnly) {
      pool.commitAndRelease(connection);
      return result;
    }
    const { command } = await connection.query('commit');
    // Postgres answers so, and not with an error, when a statement had failed and nobody said so.
    if (command !== 'COMMIT') throw new Error('the transaction had failed and was rolled back');
    connection.release();
    return result;
  } catch (error) {
    Transaction.end(transaction);
    connection.release(!(await rollBack(connection)));
    throw error;
  }
}

/** Whether the connection can be used again. */
async function rollBack(connection: PoolClient): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, rollbackMilliseconds, false);
  });
  const done = connection.query('rollback').then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([done, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
