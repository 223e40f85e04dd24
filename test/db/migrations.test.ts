import { randomUUID } from 'node:crypto';
import test from 'ava';
import { migrateDatabase } from '../../db/migrate-database.ts';
import { dumpSchema } from '../../db/schema-dump/dump-schema.ts';
import { fillTenantTables } from '../support/fill-tenant-tables.ts';
import { queryAsOwner } from '../support/query-as-owner.ts';
import { createEmptyDatabase, createTestDatabase } from '../support/test-database.ts';

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

test('the deletion of an organization cascades in an order that no foreign key rejects', async (t) => {
  const database = await createTestDatabase();
  try {
    const organizationId = randomUUID();
    await queryAsOwner(
      database.url,
      "insert into organizations (id, name, slug) values ($1, 'deleted', 'deleted')",
      [organizationId],
    );
    const failures = await fillTenantTables(database.url, organizationId, randomUUID(), { complete: true });
    t.deepEqual([...failures], []);
    await queryAsOwner(database.url, 'delete from organizations where id = $1', [organizationId]);
    t.deepEqual(await queryAsOwner(database.url, 'select id from aws_accounts'), []);
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
