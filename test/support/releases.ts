import knex from 'knex';
import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { prepareRoles } from '../../db/roles.ts';
import { devConfiguration } from '../../dev/configuration.ts';
import { queryAsOwner } from './query-as-owner.ts';
import { createEmptyDatabase } from './test-database.ts';
import type { TestDatabase } from './test-database.ts';

/** The schema of the working copy. */
export const schemaFile = path.join(devConfiguration.projectFolder, 'db', 'schema.sql');

/** One folder per release, named after its last migration, with `schema.sql` and `data.sql`. */
export const releasesFolder = path.join(devConfiguration.projectFolder, 'test', 'db', 'releases');

export const releases: readonly string[] = readdirSync(releasesFolder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .toSorted();

/** Creates a database as the release left it, with rows in every table. */
export async function restoreRelease(release: string): Promise<TestDatabase> {
  const database = await prepareEmptyDatabase();
  for (const file of ['schema.sql', 'data.sql']) {
    await queryAsOwner(database.url, await readFile(path.join(releasesFolder, release, file), 'utf8'));
  }
  return database;
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
