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

/** Returns SQL that inserts the rows of every table again. Foreign keys and triggers are off while it runs. */
export async function dumpRows(url: string): Promise<string> {
  return withClient(url, async (client) => {
    const lines = ["set timezone = 'UTC';", 'set session_replication_role = replica;'];
    for (const table of await tablesOf(client)) lines.push('', ...(await insertsOf(client, table)));
    const { rows } = await client.query<{ statement: string }>(
      `select format('select setval(%L, %s);', sequencename, last_value) as statement from pg_sequences
       where schemaname = 'public' and last_value is not null order by sequencename collate "C"`,
    );
    lines.push('', ...rows.map(({ statement }) => statement), '', 'set session_replication_role = origin;');
    return `${lines.join('\n')}\n`;
  });
}

async function insertsOf(client: pg.Client, table: string): Promise<readonly string[]> {
  const { rows: columns } = await client.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  );
  const names = columns.map(({ name }) => name);
  const literals = names.map((name) => `quote_nullable(${name}::text)`);
  const { rows } = await client.query<{ literals: string[] }>(
    `select array[${literals.join(', ')}] as literals from ${table} t order by t::text collate "C"`,
  );
  return rows.map(
    (row) =>
      `insert into ${table} (${names.join(', ')})\n  overriding system value values (${row.literals.join(', ')});`,
  );
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
