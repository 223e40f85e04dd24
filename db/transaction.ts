import knex from 'knex';
import type { Knex } from 'knex';
import type { PoolClient, QueryResult } from 'pg';
import type { ConnectionPool } from './connection-pool.ts';

/** A statement that Postgres parses and plans once per connection; `name` is its own among all statements. */
export interface PreparedStatement {
  readonly name: string;
  readonly text: string;
}

/** One open transaction on one connection; it refuses statements once it has ended. */
export class Transaction {
  readonly #connection: PoolClient;
  #builder: Knex | undefined;
  #ended = false;

  constructor(connection: PoolClient) {
    this.#connection = connection;
  }

  /** The query builder of this transaction; made when it is first asked for, because not every request needs it. */
  get builder(): Knex {
    return (this.#builder ??= knex({
      client: 'pg',
      version: postgresVersion,
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

  async prepared<Row>(statement: PreparedStatement, values: readonly unknown[]): Promise<readonly Row[]> {
    const connection = await this.#take();
    const { rows } = await connection.query({ ...statement, values: [...values] });
    return rows as readonly Row[];
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

/** What knex would ask a connection for. */
export const postgresVersion = '18';

export interface Opening {
  /** The statement that sets the organization, sent in one message with BEGIN. */
  readonly call: string;
  readonly snapshot: boolean;
  readonly readOnly: boolean;
}

const rollbackMilliseconds = 5000;

/** Begins, does the work with the rows of the opening call, and commits; rolls back when anything throws. */
export async function inTransaction<Row, T>(
  pool: ConnectionPool,
  { call, snapshot, readOnly }: Opening,
  work: (transaction: Transaction, rows: readonly Row[]) => Promise<T>,
): Promise<T> {
  const { connection, before } = await pool.takeForTransaction();
  const transaction = new Transaction(connection);
  try {
    const isolation = snapshot ? ' isolation level repeatable read' : '';
    const begin = `${before}begin${isolation}${readOnly ? ' read only' : ''};${call}`;
    const results = (await connection.query(begin)) as unknown as readonly QueryResult[];
    const result = await work(transaction, (results.at(-1)?.rows ?? []) as readonly Row[]);
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
