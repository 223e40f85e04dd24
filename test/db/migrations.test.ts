import test from 'ava';
import { migrateDatabase } from '../../db/migrate-database.ts';
import { dumpSchema } from '../../db/schema-dump/dump-schema.ts';
import { queryAsOwner } from '../support/query-as-owner.ts';
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

/** Returns the part of a dump that the migrations create: without knex's tables, extensions and schema privileges. */
function objectsOf(schema: string): readonly string[] {
  return schema
    .split('\n')
    .filter((line) => /^(create|alter|grant|revoke|comment) /i.test(line))
    .filter((line) => !/schema_migrations|^create extension|^grant .* on schema public /.test(line));
}
