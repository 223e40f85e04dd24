import '../../runtime/check-node.mjs';
import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { migrateDatabase } from '../../db/migrate-database.ts';
import { dumpSchema } from '../../db/schema-dump/dump-schema.ts';
import { withPostgres } from '../../dev/stack/with-postgres.ts';
import { dumpRows } from './dump-rows.ts';
import { fillTenantTables } from './fill-tenant-tables.ts';
import { releasesFolder } from './releases.ts';

/** `npm run dump-release -- <number>`: writes what the migrations create, with rows, to a folder of test/db/releases. */
const [release] = process.argv.slice(2);
if (release === undefined || !/^\d{4}$/.test(release)) {
  process.stderr.write('usage: npm run dump-release -- <number of the last migration, for example 0001>\n');
  process.exit(2);
}
const folder = path.join(releasesFolder, release);
await withPostgres(async (databaseUrl) => {
  await migrateDatabase(databaseUrl);
  await insertRows(databaseUrl);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'schema.sql'), await dumpSchema(databaseUrl));
  await writeFile(path.join(folder, 'data.sql'), await dumpRows(databaseUrl));
});

/** Inserts a row per organization into every tenant table, and rows into the tables without an organization. */
async function insertRows(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const slug of ['first', 'second', 'third']) {
      const organizationId = randomUUID();
      await client.query('insert into organizations (id, name, slug) values ($1, $2, $2)', [
        organizationId,
        slug,
      ]);
      await client.query('insert into rate_limits (key, hits, resets_at) values ($1, 1, now())', [slug]);
      const failures = await fillTenantTables(databaseUrl, organizationId, randomUUID(), { complete: true });
      if (failures.size > 0) throw new Error(`no row in ${[...failures].join('; ')}`);
    }
  } finally {
    await client.end();
  }
}
