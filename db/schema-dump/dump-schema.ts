import pg from 'pg';
import { keepAliveOptions } from '../pool/connection-liveness.ts';
import { accessQueries } from './access-queries.ts';
import { constraintFunctionQueries, functionQueries } from './function-queries.ts';
import { tableQueries } from './table-queries.ts';
import { unsupportedObjects } from './unsupported-objects.ts';

const header = `-- The schema that the migrations create. "npm run schema" writes this file; do not edit it.
-- Restore it as a superuser, after prepareRoles of db/roles.ts has created the roles.
set check_function_bodies = off;`;

/**
 * Returns the catalogue of a database's schema `public` as SQL that creates it again: the same text for the same
 * schema, whatever the object ids. Postgres offers pg_dump for this, but the embedded server comes without it.
 *
 * @throws Error when the schema has an object of a kind that the dump cannot express.
 */
export async function dumpSchema(url: string): Promise<string> {
  const client = new pg.Client({
    ...keepAliveOptions,
    connectionString: url,
    options: '-c search_path=public',
  });
  await client.connect();
  try {
    const unsupported = await statementsOf(client, unsupportedObjects);
    if (unsupported.length > 0) throw new Error(`cannot dump ${unsupported.join(', ')}`);
    const sections = [header];
    const queries = [...constraintFunctionQueries, ...tableQueries, ...functionQueries, ...accessQueries];
    for (const query of queries) {
      const statements = await statementsOf(client, query);
      const separator = statements.some((statement) => statement.includes('\n')) ? '\n\n' : '\n';
      if (statements.length > 0) sections.push(statements.join(separator));
    }
    return `${sections.join('\n\n')}\n`;
  } finally {
    await client.end();
  }
}

/** Runs a query whose rows each hold one statement. */
async function statementsOf(client: pg.Client, query: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ statement: string }>(query);
  return rows.map(({ statement }) => statement);
}
