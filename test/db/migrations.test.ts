import path from 'node:path';
import test from 'ava';
import { migrateDatabase } from '../../db/migrate-database.ts';
import { dumpSchema } from '../../db/schema-dump/dump-schema.ts';
import { queryAsOwner } from '../support/query-as-owner.ts';
import { runTool } from '../../dev/stack/run-tool.ts';
import { createEmptyDatabase, prepareEmptyDatabase } from '../support/test-database.ts';
import { createTestLoginRole } from '../support/test-login-role.ts';

test('migrating down drops everything, and migrating up again creates the same schema', async (t) => {
  const database = await createEmptyDatabase();
  try {
    const migrations = await migrateDatabase(database.url);
    const schema = await dumpSchema(database.url);
    t.regex(schema, /create table organizations/);
    t.deepEqual([...(await migrateDatabase(database.url, 'down'))].toSorted(), [...migrations].toSorted());
    t.deepEqual(objectsOf(await dumpSchema(database.url)), []);
    await migrateDatabase(database.url);
    t.is(await dumpSchema(database.url), schema);
  } finally {
    await database.drop();
  }
});

test('migrating down deletes scans with a trigger that the earlier schema does not have', async (t) => {
  const database = await createEmptyDatabase();
  try {
    await migrateDatabase(database.url);
    await queryAsOwner(
      database.url,
      `with organization as (insert into organizations (name, slug) values ('Test', 'test') returning id),
       run as (insert into runs (organization_id, kind, subject_id) select id, 'scan', uuidv7() from organization
         returning organization_id, id)
       insert into scans (organization_id, id, trigger) select organization_id, id, 'event' from run`,
    );
    await t.notThrowsAsync(migrateDatabase(database.url, 'down'));
  } finally {
    await database.drop();
  }
});

test('the migration command ends with one sentence when Temporal, a privilege or Postgres is missing', async (t) => {
  const database = await prepareEmptyDatabase();
  const login = await createTestLoginRole(database.url);
  try {
    const migrate = async (url: string, ...given: string[]) => {
      const { code, output } = await runTool(process.execPath, [path.resolve('db/migrate.ts'), ...given], {
        DATABASE_URL: url,
        TEMPORAL_ADDRESS: '127.0.0.1:1',
        LOG_LEVEL: 'silent',
        NODE_ENV: 'development',
      });
      t.is(code, given.length === 0 ? 1 : 0, output);
      t.true(output.trimEnd().split('\n').length <= 1, output);
      return output;
    };
    const closed = new URL(database.url);
    closed.port = '1';
    t.regex(await migrate(closed.href), /^The connection failed: /);
    const unknown = new URL(database.url);
    unknown.pathname = '/no_such_database';
    t.regex(
      await migrate(unknown.href),
      /^Postgres rejects the login: database "no_such_database" does not exist/,
    );
    t.regex(
      await migrate(login.url),
      /^The role of DATABASE_URL may not create or use the roles of this service \(permission/,
    );
    t.is(await migrate(database.url, '--roles-only'), '');
    t.regex(
      await migrate(database.url),
      /^The database is migrated, but Temporal at 127.0.0.1:1 registered no search attributes/,
    );
  } finally {
    await login.drop();
    await database.drop();
  }
});

/**
 * The code of the release before runs on the schema of the newest migration (docs/operations.md, "Upgrading and rolling
 * back"): objects, columns and privileges stay, and an insert without a new column succeeds.
 */
test('the newest migration removes nothing that the release before uses, and requires nothing new', async (t) => {
  const database = await createEmptyDatabase();
  try {
    await migrateDatabase(database.url);
    const after = await contractOf(database.url);
    t.true((await migrateDatabase(database.url, 'down', 'last')).length === 1);
    const before = await contractOf(database.url);
    t.true(before.length > 1000);
    const kept = new Set(after);
    t.deepEqual(
      before.filter((line) => !/^(?:required|constraint) /.test(line) && !kept.has(line)),
      [],
    );
    const known = new Set(before);
    // Of a table that was there before: a new table can require what it wants.
    const tables = new Set(before.map(tableOf));
    t.deepEqual(
      after.filter(
        (line) => /^(?:required|constraint) /.test(line) && !known.has(line) && tables.has(tableOf(line)),
      ),
      [],
    );
  } finally {
    await database.drop();
  }
});

/** Returns the table that a line of {@link contractOf} names. */
function tableOf(line: string): string | undefined {
  return /^(?:required|column) ([^.]+)\.|^constraint \S+ of (\S+)$/
    .exec(line)
    ?.slice(1)
    .find((name) => name !== undefined);
}

/** Returns a line for each thing that statements of a release can use: columns, functions, privileges, required values. */
async function contractOf(url: string): Promise<readonly string[]> {
  const rows = await queryAsOwner<{ line: string }>(
    url,
    `select format('column %s.%s %s', table_name, column_name, udt_name) as line from information_schema.columns
       where table_schema = 'public'
     union all
     select format('required %s.%s', table_name, column_name) from information_schema.columns
       where table_schema = 'public' and is_nullable = 'NO' and column_default is null and is_identity = 'NO'
     union all
     select format('constraint %s of %s', conname, conrelid::regclass) from pg_constraint
       where connamespace = 'public'::regnamespace and contype in ('c', 'u', 'x', 'f')
     union all
     select format('privilege %s %s', table_name, privilege_type) from information_schema.table_privileges
       where table_schema = 'public' and grantee = 'inventory_app'
     union all
     select format('function %s', p.oid::regprocedure) from pg_proc p
       where p.pronamespace = 'public'::regnamespace and has_function_privilege('inventory_app', p.oid, 'execute')`,
  );
  return rows.map(({ line }) => line);
}

/** Returns the part of a dump that the migrations create: without knex's tables, extensions and schema privileges. */
function objectsOf(schema: string): readonly string[] {
  return schema
    .split('\n')
    .filter((line) => /^(create|alter|grant|revoke|comment) /i.test(line))
    .filter((line) => !/schema_migrations|^create extension|^grant .* on schema public /.test(line));
}
