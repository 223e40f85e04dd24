import { types } from 'pg';
import type { ClientBase, Connection, FieldDef, Submittable } from 'pg';

/** A statement that Postgres parses and plans once per connection; `name` is its own among all statements. */
export interface PreparedStatement {
  readonly name: string;
  readonly text: string;
}

/** A statement with its parameters, as Postgres writes them. */
export interface Call {
  readonly statement: PreparedStatement;
  readonly values: readonly string[];
}

/** The rows of one call. */
export type Rows = readonly object[];

/** Sends the calls in one message and resolves with the rows of each. When one fails, the rest is not run. */
export function runPrepared(connection: ClientBase, calls: readonly Call[]): Promise<readonly Rows[]> {
  return new Promise((resolve, reject) => {
    connection.query(new PreparedRun(calls, resolve, reject));
  });
}

interface Column {
  readonly name: string;
  readonly parse: (text: string) => unknown;
}

/** What was prepared on a connection, by name, with the columns that it answers. */
const preparedOn = new WeakMap<Connection, Map<string, readonly Column[]>>();

/**
 * As pg's own named queries (extended query protocol, PostgreSQL manual, section 54.2.3), but with several in one
 * message, and without asking again and again for the columns.
 */
class PreparedRun implements Submittable {
  readonly #calls: readonly Call[];
  readonly #resolve: (rows: readonly Rows[]) => void;
  readonly #reject: (error: Error) => void;
  readonly #rows: Rows[] = [];
  #prepared = new Map<string, readonly Column[]>();
  /** Of each call, as far as they are known. */
  #columns: (readonly Column[] | undefined)[] = [];
  #current: object[] = [];
  #problem: Error | undefined;

  constructor(
    calls: readonly Call[],
    resolve: (rows: readonly Rows[]) => void,
    reject: (error: Error) => void,
  ) {
    this.#calls = calls;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  submit(connection: Connection): void {
    this.#prepared = preparedOn.get(connection) ?? new Map<string, readonly Column[]>();
    preparedOn.set(connection, this.#prepared);
    this.#columns = this.#calls.map(({ statement }) => this.#prepared.get(statement.name));
    connection.stream.cork();
    for (const [index, { statement, values }] of this.#calls.entries()) {
      const isNew = this.#columns[index] === undefined;
      if (isNew) {
        // A run that failed may have left it; closing what does not exist is no error.
        connection.close({ type: 'S', name: statement.name }, true);
        connection.parse({ ...statement, types: [] }, true);
      }
      connection.bind({ statement: statement.name, values: values as string[] }, true);
      if (isNew) connection.describe({ type: 'P' }, true);
      connection.execute({}, true);
    }
    connection.sync();
    connection.stream.uncork();
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    this.#columns[this.#rows.length] = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: types.getTypeParser(dataTypeID, 'text') as (text: string) => unknown,
    }));
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    try {
      const row: Record<string, unknown> = {};
      const columns = this.#columns[this.#rows.length] ?? [];
      for (let index = 0; index < columns.length; index += 1) {
        const column = columns[index];
        const text = fields[index];
        if (column !== undefined) row[column.name] = typeof text === 'string' ? column.parse(text) : null;
      }
      this.#current.push(row);
    } catch (error) {
      this.#problem = error instanceof Error ? error : new Error(String(error));
    }
  }

  handleReadyForQuery(): void {
    for (const [index, { statement }] of this.#calls.entries()) {
      this.#prepared.set(statement.name, this.#columns[index] ?? []);
    }
    if (this.#problem === undefined) this.#resolve(this.#rows);
    else this.#reject(this.#problem);
  }

  handleError(error: Error): void {
    this.#reject(error);
  }

  handleCommandComplete(): void {
    this.#rows.push(this.#current);
    this.#current = [];
  }

  handleEmptyQuery(): void {
    // None is empty.
  }

  handlePortalSuspended(): void {
    // Rows are asked for all at once.
  }
}
