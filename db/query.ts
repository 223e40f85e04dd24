import { createHash } from 'node:crypto';
import type { Constructor, QueryBuilderType } from 'objection';
import type { RowModel } from './row-model.ts';
import type { QueryArrayResult } from 'pg';
import { noteProgress } from '../runtime/progress.ts';
import { toRows } from './rows.ts';
import type { Sql } from './sql.ts';
import { Queryable, Tenant } from './tenant.ts';

/** Returns the rows of a statement: `aws_account_id` is the property `awsAccountId`, NULL is `undefined`, int8 is a number. */
export async function rowsOf<Row>(queryable: Queryable, statement: Sql): Promise<readonly Row[]> {
  return toRows(await run(queryable, statement));
}

/** Returns the first row of a statement, if any. */
export async function rowOf<Row>(queryable: Queryable, statement: Sql): Promise<Row | undefined> {
  return toRows<Row>(await run(queryable, statement))[0];
}

/** Returns the first row of a statement that always returns one, such as an aggregate. @throws Error when it has none. */
export async function oneRowOf<Row>(queryable: Queryable, statement: Sql): Promise<Row> {
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
export async function namedRowsOf<Row>(queryable: Queryable, statement: Sql): Promise<readonly Row[]> {
  const name = createHash('sha256').update(statement.text).digest('base64url').slice(0, 22);
  return toRows(await run(queryable, statement, name));
}

/** Starts an objection query in the tenant's transaction. @throws Error when the transaction has ended. */
export function queryModel<M extends RowModel>(
  tenant: Tenant,
  model: Constructor<M> & Pick<typeof RowModel, 'query'>,
): QueryBuilderType<M> {
  return model.query(Tenant.transactionOf(tenant).knex);
}

async function run(
  queryable: Queryable,
  { text, values }: Sql,
  name?: string,
): Promise<QueryArrayResult<unknown[]>> {
  try {
    return await Queryable.runnerOf(queryable).query({ name, text, values });
  } finally {
    noteProgress();
  }
}
