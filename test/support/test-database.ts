import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import knex from 'knex';
import pg from 'pg';
import { migrateDatabase } from '../../db/migrate-database.ts';
import { prepareRoles, revokeTemporaryTables } from '../../db/roles.ts';
import { queryAsOwner } from './query-as-owner.ts';
import { testStack } from './stack.ts';

export interface TestDatabase {
  /** URL with the superuser, who is not subject to row-level security. */
  readonly url: string;
  drop(): Promise<void>;
}

/** Creates a migrated database: a copy of a template database that is migrated once per version of the migrations. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { databaseUrl } = testStack();
  const admin = new pg.Client({ connectionString: databaseUrl });
  await admin.connect();
  try {
    const template = `template_${migrationsDigest()}`;
    const name = `test_${randomBytes(8).toString('hex')}`;
    await admin.query("select pg_advisory_lock(hashtext('test.template'))");
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [template]);
    if (rowCount === 0) {
      const building = `${template}_${randomBytes(4).toString('hex')}`;
      await admin.query(`create database ${building}`);
      await migrateDatabase(withDatabase(databaseUrl, building));
      await admin.query(`alter database ${building} rename to ${template}`);
    }
    await admin.query(`create database ${name} template ${template} strategy file_copy`);
    const url = withDatabase(databaseUrl, name);
    // A copy does not have the privileges of the database.
    await queryAsOwner(url, revokeTemporaryTables);
    return { url, drop: () => dropDatabase(databaseUrl, name) };
  } finally {
    await admin.end();
  }
}

/** Creates a database without tables. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const { databaseUrl } = testStack();
  const name = `test_${randomBytes(8).toString('hex')}`;
  const admin = new pg.Client({ connectionString: databaseUrl });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  return { url: withDatabase(databaseUrl, name), drop: () => dropDatabase(databaseUrl, name) };
}

/** A database without a schema, on a server that has the product's roles. */
export async function prepareEmptyDatabase(): Promise<TestDatabase> {
  const database = await createEmptyDatabase();
  const owner = knex({ client: 'pg', connection: database.url, pool: { min: 1, max: 1 } });
  try {
    await prepareRoles(owner);
  } finally {
    await owner.destroy();
  }
  return database;
}

async function dropDatabase(databaseUrl: string, name: string): Promise<void> {
  const admin = new pg.Client({ connectionString: databaseUrl });
  await admin.connect();
  await admin.query(`drop database if exists ${name} with (force)`);
  await admin.end();
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

/** Hash of the migrations, so that a change of a migration creates a new template database. */
function migrationsDigest(): string {
  const directory = new URL('../../db/migrations/', import.meta.url);
  const hash = createHash('sha256');
  for (const file of readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .toSorted()) {
    hash.update(file).update(readFileSync(new URL(file, directory)));
  }
  return hash.digest('hex').slice(0, 16);
}
