import { randomUUID } from 'node:crypto';
import test from 'ava';
import pg from 'pg';
import { fillTenantTables, tenantTables } from '../support/fill-tenant-tables.ts';
import { queryAsOwner } from '../support/query-as-owner.ts';
import { createTestDatabase } from '../support/test-database.ts';
import type { TestDatabase } from '../support/test-database.ts';

let database: TestDatabase;
let owner: pg.Client;
let application: pg.Client;
const [own, foreign, foreignId] = [randomUUID(), randomUUID(), randomUUID()];
let unfilled: ReadonlyMap<string, string>;

test.before(async () => {
  database = await createTestDatabase();
  owner = new pg.Client({ connectionString: database.url });
  application = new pg.Client({ connectionString: database.url, options: '-c role=inventory_app' });
  await owner.connect();
  await application.connect();
  for (const [id, slug] of [
    [own, 'own'],
    [foreign, 'foreign'],
  ]) {
    await owner.query('insert into organizations (id, name, slug) values ($1, $2, $2)', [id, slug]);
  }
  unfilled = await fillTenantTables(database.url, foreign, foreignId);
});
test.after.always(async () => {
  await application?.end();
  await owner?.end();
  await database?.drop();
});

/** Runs the work as the application role in a transaction of the organization, and rolls back. */
async function asApplication<T>(organizationId: string | null, work: () => Promise<T>): Promise<T> {
  await application.query('begin');
  try {
    if (organizationId !== null) {
      await application.query("select set_config('app.organization_id', $1, true)", [organizationId]);
    }
    return await work();
  } finally {
    await application.query('rollback');
  }
}

test.serial(
  'forces row-level security on every tenant table, with a policy and a key that starts with organization_id',
  async (t) => {
    for (const { name } of await tenantTables(owner)) {
      const [table] = await queryAsOwner<{
        enabled: boolean;
        forced: boolean;
        policies: number;
        key: string[];
      }>(
        database.url,
        `select c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
         (select count(*)::int from pg_policy p where p.polrelid = c.oid
            and 'inventory_app'::regrole = any(p.polroles)
            and pg_get_expr(p.polqual, p.polrelid) ~ 'app.organization_id') as policies,
         (select array_agg(a.attname::text order by k.position) from pg_index i
            cross join unnest(i.indkey::int[]) with ordinality as k(column_number, position)
            join pg_attribute a on a.attrelid = c.oid and a.attnum = k.column_number
            where i.indrelid = c.oid and i.indisprimary) as key
       from pg_class c where c.oid = $1::regclass`,
        [name],
      );
      t.true(table?.enabled, name);
      t.true(table?.forced, name);
      t.is(table?.policies, 1, name);
      t.is(table?.key?.[0], 'organization_id', name);
    }
  },
);

test.serial('includes organization_id in every foreign key between tenant tables', async (t) => {
  const { rows } = await owner.query<{ name: string; columns: string[]; target: string }>(
    `select c.conname as name, c.confrelid::regclass::text as target,
            (select array_agg(a.attname::text) from unnest(c.conkey) k join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k) as columns
     from pg_constraint c where c.contype = 'f'`,
  );
  t.true(rows.length > 0);
  for (const { name, columns } of rows) t.true(columns.includes('organization_id'), name);
});

test.serial(
  'gives the application role no ownership, no bypass and no rows without an organization',
  async (t) => {
    const { rows } = await owner.query(
      "select rolname from pg_roles where rolname like 'inventory%' and (rolbypassrls or rolsuper or rolcanlogin)",
    );
    t.deepEqual(rows, []);
    const owned = await owner.query(
      "select relname from pg_class where relowner = 'inventory_app'::regrole or relowner = 'inventory_definer'::regrole",
    );
    t.deepEqual(owned.rows, []);
    for (const { name } of await tenantTables(owner)) {
      if (!(await mayRead(name))) continue;
      const counted = await asApplication(null, () =>
        application.query<{ n: number }>(`select count(*)::int as n from ${name}`),
      );
      t.is(counted.rows[0]?.n, 0, name);
    }
  },
);

async function mayRead(table: string): Promise<boolean> {
  const { rows } = await owner.query<{ may: boolean }>(
    "select has_table_privilege('inventory_app', $1, 'select') as may",
    [table],
  );
  return rows[0]?.may === true;
}

test.serial('prevents raw SQL of one organization from reading or changing rows of another', async (t) => {
  t.deepEqual([...unfilled], [], 'every table must contain a row of the other organization');
  for (const { name, columns } of await tenantTables(owner)) {
    const there = await owner.query(`select 1 from ${name} where organization_id = $1`, [foreign]);
    t.true((there.rowCount ?? 0) > 0, name);
    if (!(await mayRead(name))) continue;
    const byOrganization = await asApplication(own, () =>
      application.query(`select * from ${name} where organization_id = $1`, [foreign]),
    );
    t.is(byOrganization.rowCount, 0, name);
    if (columns.includes('id')) {
      const byId = await asApplication(own, () =>
        application.query(`select * from ${name} where id::text = $1`, [foreignId]),
      );
      t.is(byId.rowCount, 0, name);
    }
    for (const sql of [`update ${name} set organization_id = organization_id`, `delete from ${name}`]) {
      const changed = await asApplication(own, async () => {
        try {
          return (await application.query(`${sql} where organization_id = $1`, [foreign])).rowCount;
        } catch (error) {
          // The application role lacks the privilege.
          t.is((error as { code?: string }).code, '42501', `${name}: ${sql}`);
          return 0;
        }
      });
      t.is(changed, 0, `${name}: ${sql}`);
    }
  }
});

test.serial('rejects inserting a row into another organization', async (t) => {
  for (const { name, columns } of await tenantTables(owner)) {
    const list = columns.join(', ');
    const { rows } = await owner.query<Record<string, unknown>>(
      `select row_to_json(x) as row from ${name} x where organization_id = $1 limit 1`,
      [foreign],
    );
    const refused = await t.throwsAsync(
      asApplication(own, () =>
        application.query(
          `insert into ${name} (${list}) overriding system value
           select ${list} from jsonb_populate_record(null::${name}, $1)`,
          [JSON.stringify(rows[0]?.['row'])],
        ),
      ),
      undefined,
      name,
    );
    t.is((refused as { code?: string }).code, '42501', `${name}: ${refused?.message}`);
  }
});
