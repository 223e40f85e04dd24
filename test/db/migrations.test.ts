import test from 'ava';
import { migrateDatabase } from '../../db/migrate-database.ts';
import { dumpSchema } from '../../db/schema-dump/dump-schema.ts';
import { createEmptyDatabase } from '../support/test-database.ts';

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

/** Returns the part of a dump that the migrations create: without knex's tables, extensions and schema privileges. */
function objectsOf(schema: string): readonly string[] {
  return schema
    .split('\n')
    .filter((line) => /^(create|alter|grant|revoke|comment) /i.test(line))
    .filter((line) => !/schema_migrations|^create extension|^grant .* on schema public /.test(line));
}
