import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { migrateDatabase } from '../../db/migrate-database.ts';
import { testStack } from './stack.ts';

export interface TestDatabase {
  /** Connection of the owner, who may do everything. */
  readonly url: string;
  drop(): Promise<void>;
}

/** A migrated database of its own for a test file, cloned from a template that is migrated once. */
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
    await admin.query(`create database ${name} template ${template}`);
    const url = withDatabase(databaseUrl, name);
    return { url, drop: () => dropDatabase(databaseUrl, name) };
  } finally {
    await admin.end();
  }
}

/** A database without a schema. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const { databaseUrl } = testStack();
  const name = `test_${randomBytes(8).toString('hex')}`;
  const admin = new pg.Client({ connectionString: databaseUrl });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  return { url: withDatabase(databaseUrl, name), drop: () => dropDatabase(databaseUrl, name) };
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

/** Differs for any change of a migration, so that a stale template is never used. */
function migrationsDigest(): string {
  const directory = new URL('../../db/migrations/', import.meta.url);
  const hash = createHash('sha256');
  for (const file of readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .toSorted()) {
    hash.update(file).update(readFileSync(new URL(file, directory)));
  }
  return hash.digest('hex').slice(0, 16);
}
