import test from 'ava';
import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { migrateDatabase } from '../../db/migrate-database.ts';
import { dumpSchema } from '../../db/schema-dump/dump-schema.ts';
import { readRows } from '../support/dump-rows.ts';
import { releases, restoreRelease, schemaFile } from '../support/releases.ts';

for (const release of releases) {
  test(`upgrades release ${release} to the newest schema and keeps every row`, async (t) => {
    const database = await restoreRelease(release);
    try {
      const before = await readRows(database.url);
      for (const [table, rows] of before) {
        t.true(rows.length > 0, `the release has no row in ${table}`);
      }
      await migrateDatabase(database.url);
      t.is(await dumpSchema(database.url), await readFile(schemaFile, 'utf8'));
      const after = await readRows(database.url);
      for (const [table, rows] of before) {
        const found = after.get(table) ?? [];
        for (const row of rows) {
          t.true(
            found.some((candidate) => hasValuesOf(candidate, row)),
            `${table} lost or changed ${JSON.stringify(row)}`,
          );
        }
      }
    } finally {
      await database.drop();
    }
  });
}

/** Returns whether a row has the same values as before the upgrade, in every column that existed then. */
function hasValuesOf(
  row: Readonly<Record<string, unknown>>,
  earlier: Readonly<Record<string, unknown>>,
): boolean {
  return Object.entries(earlier).every(([column, value]) => isDeepStrictEqual(row[column], value));
}
