import pg from 'pg';

type Row = Readonly<Record<string, unknown>>;

/** The rows of every table of the schema `public`, as JSON. */
export async function readRows(url: string): Promise<ReadonlyMap<string, readonly Row[]>> {
  return withClient(url, async (client) => {
    const rows = new Map<string, readonly Row[]>();
    for (const table of await tablesOf(client)) {
      const result = await client.query<{ row: Row }>(`select to_jsonb(t) as row from ${table} t`);
      rows.set(
        table,
        result.rows.map(({ row }) => row),
      );
    }
    return rows;
  });
}

async function tablesOf(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname collate "C"`,
  );
  return rows.map(({ name }) => name);
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, options: '-c timezone=UTC' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
