import { createHash } from 'node:crypto';
import type { Constructor, Model, QueryBuilderType } from 'objection';
import type { QueryResult, QueryResultRow } from 'pg';
import type { Sql } from './sql.ts';
import { Queryable, Tenant } from './tenant.ts';

/** Returns the rows of a statement, with its column names as keys. int8 is a number. */
export async function rowsOf<Row extends QueryResultRow>(
  queryable: Queryable,
  statement: Sql,
): Promise<readonly Row[]> {
  return (await run<Row>(queryable, statement)).rows;
}

/** Returns the first row of a statement, if any. */
export async function rowOf<Row extends QueryResultRow>(
  queryable: Queryable,
  statement: Sql,
): Promise<Row | undefined> {
  return (await run<Row>(queryable, statement)).rows[0];
}

/** Returns the first row of a statement that always returns one, such as an aggregate. @throws Error when it has none. */
export async function oneRowOf<Row extends QueryResultRow>(
  queryable: Queryable,
  statement: Sql,
): Promise<Row> {
  const row = await rowOf<Row>(queryable, statement);
  if (row === undefined) throw new Error('the statement returned no row');
  return row;
}

/** Executes a statement and returns how many rows it inserted, updated, deleted or selected. */
export async function execute(queryable: Queryable, statement: Sql): Promise<number> {
  return (await run(queryable, statement)).rowCount ?? 0;
}

/**
 * As {@link rowsOf}, for a frequent statement whose text has few variants: a named query of pg, which each connection
 * parses once and for which Postgres can reuse a generic plan. The name is derived from the text.
 */
export async function namedRowsOf<Row extends QueryResultRow>(
  queryable: Queryable,
  statement: Sql,
): Promise<readonly Row[]> {
  const name = createHash('sha256').update(statement.text).digest('base64url').slice(0, 22);
  return (await run<Row>(queryable, statement, name)).rows;
}

/** Starts an objection query in the tenant's transaction. @throws Error when the transaction has ended. */
export function queryModel<M extends Model>(
  tenant: Tenant,
  model: Constructor<M> & Pick<typeof Model, 'query'>,
): QueryBuilderType<M> {
  return model.query(Tenant.transactionOf(tenant).knex);
}

function run<Row extends QueryResultRow>(
  queryable: Queryable,
  { text, values }: Sql,
  name?: string,
): Promise<QueryResult<Row>> {
  return Queryable.runnerOf(queryable).query<Row>({ name, text, values: [...values] });
}
