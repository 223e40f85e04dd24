import pg from 'pg';
import { randomBytes, randomInt } from 'node:crypto';

export interface TenantTable {
  readonly name: string;
  /** Without generated columns. */
  readonly columns: readonly string[];
}

interface Column {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly hasDefault: boolean;
}

/** Returns all tables with a column organization_id, from the Postgres catalogue. */
export async function tenantTables(client: pg.Client): Promise<readonly TenantTable[]> {
  const { rows } = await client.query<TenantTable>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     where n.nspname = 'public' and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
     group by c.relname having bool_or(a.attname = 'organization_id') order by c.relname`,
  );
  return rows;
}

/**
 * Inserts a row into every tenant table of an organization, with the same id in every column of type uuid, so that every
 * reference is valid. The tables and columns come from the catalogue, so new tables are filled too. With `complete`, a
 * row has a value in every column if the checks of the table allow it, else only in the required ones. Returns the
 * tables without a row, each with the error.
 */
export async function fillTenantTables(
  url: string,
  organizationId: string,
  id: string,
  options: { readonly complete?: boolean } = {},
): Promise<ReadonlyMap<string, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const failures = new Map<string, string>();
  try {
    // Disables the triggers that check foreign keys: they only match after all rows are inserted.
    await client.query('set session_replication_role = replica');
    for (const { name } of await tenantTables(client)) {
      const columns = await columnsOf(client, name);
      const checks = await checksOf(client, name);
      const required = columns.filter((column) => column.required || column.type === 'uuid');
      const withoutDefaults = columns.filter(({ hasDefault, type }) => !hasDefault || type === 'uuid');
      // Checks between columns reject some of these rows. The first row that fits is inserted.
      const attempts = [
        ...(options.complete === true ? [columns, withoutDefaults, required] : [required, withoutDefaults]),
        ...withoutDefaults.filter((column) => !required.includes(column)).map((one) => [...required, one]),
        // Of two references, some tables allow one.
        ...required
          .filter((column) => !column.required)
          .map((one) => required.filter((column) => column !== one)),
      ];
      let failed: string | undefined;
      for (const attempt of attempts) {
        failed = await insert(attempt).catch(messageOf);
        if (failed === undefined) break;
      }
      if (failed !== undefined) failures.set(name, failed);

      async function insert(given: readonly Column[]): Promise<undefined> {
        const values = given.map((column) =>
          column.name === 'organization_id' ? organizationId : valueOf(column, checks, id),
        );
        const parameters = given.map((_, index) => `$${index + 1}`);
        await client.query(
          `insert into ${name} (${given.map((column) => column.name).join(', ')}) values (${parameters.join(', ')})
           on conflict do nothing`,
          values,
        );
      }
    }
  } finally {
    await client.end();
  }
  return failures;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function columnsOf(client: pg.Client, table: string): Promise<readonly Column[]> {
  const { rows } = await client.query<Column>(
    `select a.attname as name, format_type(a.atttypid, null) as type,
            a.attnotnull and d.oid is null and a.attgenerated = '' as required,
            d.oid is not null as "hasDefault"
     from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and a.attidentity = ''
     order by a.attnum`,
    [table],
  );
  return rows;
}

async function checksOf(client: pg.Client, table: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ definition: string }>(
    "select pg_get_constraintdef(oid) as definition from pg_constraint where conrelid = $1::regclass and contype = 'c'",
    [table],
  );
  return rows.map(({ definition }) => definition);
}

/** A value of the column's type: the first value that its check constraint allows, if it lists values. */
function valueOf({ name, type }: Column, checks: readonly string[], id: string): unknown {
  const check = checks.filter((text) => new RegExp(`\\b${name}\\b`).test(text)).join(' ');
  const allowed = /'([^']*)'::text/.exec(check)?.[1];
  const unique = randomBytes(6).toString('hex');
  switch (type) {
    case 'uuid':
      return id;
    case 'uuid[]':
      return [id];
    case 'text':
    case 'character varying':
      if (check.includes('{12}')) return '123456789012';
      return allowed !== undefined && check.includes('ANY') ? allowed : unique;
    case 'bigint[]':
      return [1];
    case 'text[]':
      return [allowed ?? unique];
    case 'jsonb':
    case 'json':
      return '{}';
    case 'boolean':
      return true;
    case 'bytea':
      return randomBytes(32);
    case 'date':
    case 'timestamp with time zone':
      return new Date();
    case 'bigint':
      // A provider's id, which is unique over all organizations, if no check says otherwise.
      return Number(/>= \(?(\d+)/.exec(check)?.[1] ?? randomInt(1, 2 ** 40));
    default:
      if (type.endsWith('multirange')) return '{}';
      return type.endsWith('range') ? 'empty' : Number(/>= \(?(\d+)/.exec(check)?.[1] ?? 1);
  }
}
