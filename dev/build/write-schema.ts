import '../../runtime/check-node.mjs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { migrateDatabase } from '../../db/migrate-database.ts';
import { dumpSchema } from '../../db/schema-dump/dump-schema.ts';
import { devConfiguration } from '../configuration.ts';
import { withPostgres } from '../stack/with-postgres.ts';

/** `npm run schema`: writes the schema that the migrations create to db/schema.sql. */
await withPostgres(async (databaseUrl) => {
  await migrateDatabase(databaseUrl);
  await writeFile(
    path.join(devConfiguration.projectFolder, 'db', 'schema.sql'),
    await dumpSchema(databaseUrl),
  );
});
