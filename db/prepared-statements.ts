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

/** Sends the calls in one message and resolves with the rows of the last one. When one fails, the rest is not run. */
export function runPrepared<Row>(connection: ClientBase, calls: readonly Call[]): Promise<readonly Row[]> {
  return new Promise((resolve, reject) => {
    connection.query(new PreparedRun(calls, resolve as (rows: readonly object[]) => void, reject));
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
  readonly #resolve: (rows: readonly object[]) => void;
  readonly #reject: (error: Error) => void;
  readonly #rows: object[] = [];
  #prepared = new Map<string, readonly Column[]>();
  #unprepared: readonly PreparedStatement[] = [];
  #columns: readonly Column[] = [];
  #problem: Error | undefined;

  constructor(
    calls: readonly Call[],
    resolve: (rows: readonly object[]) => void,
    reject: (error: Error) => void,
  ) {
    this.#calls = calls;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  submit(connection: Connection): void {
    this.#prepared = preparedOn.get(connection) ?? new Map<string, readonly Column[]>();
    preparedOn.set(connection, this.#prepared);
    this.#unprepared = this.#calls
      .map(({ statement }) => statement)
      .filter(({ name }) => !this.#prepared.has(name));
    connection.stream.cork();
    for (const [index, { statement, values }] of this.#calls.entries()) {
      const isLast = index === this.#calls.length - 1;
      const columns = this.#prepared.get(statement.name);
      if (columns === undefined) {
        // A run that failed may have left it; closing what does not exist is no error.
        connection.close({ type: 'S', name: statement.name }, true);
        connection.parse({ ...statement, types: [] }, true);
      }
      connection.bind({ statement: statement.name, values: [...values] }, true);
      if (isLast && columns === undefined) connection.describe({ type: 'P' }, true);
      if (isLast) this.#columns = columns ?? [];
      connection.execute({}, true);
    }
    connection.sync();
    connection.stream.uncork();
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: types.getTypeParser(dataTypeID, 'text') as (text: string) => unknown,
    }));
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    try {
      const row: Record<string, unknown> = {};
      for (let index = 0; index < this.#columns.length; index += 1) {
        const [column, text] = [this.#columns[index], fields[index]];
        if (column !== undefined) row[column.name] = text == null ? null : column.parse(text);
      }
      this.#rows.push(row);
    } catch (error) {
      this.#problem = error instanceof Error ? error : new Error(String(error));
    }
  }

  handleReadyForQuery(): void {
    const last = this.#calls.at(-1)?.statement.name;
    for (const { name } of this.#unprepared) this.#prepared.set(name, name === last ? this.#columns : []);
    if (this.#problem === undefined) this.#resolve(this.#rows);
    else this.#reject(this.#problem);
  }

  handleError(error: Error): void {
    this.#reject(error);
  }

  handleCommandComplete(): void {
    // The rows are the answer.
  }

  handleEmptyQuery(): void {
    // None is empty.
  }

  handlePortalSuspended(): void {
    // Rows are asked for all at once.
  }
}
