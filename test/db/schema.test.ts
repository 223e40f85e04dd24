import test from 'ava';
import { readFile } from 'node:fs/promises';
import { migrateDatabase } from '../../db/migrate-database.ts';
import { dumpSchema } from '../../db/schema-dump/dump-schema.ts';
import { queryAsOwner } from '../support/query-as-owner.ts';
import { createEmptyDatabase, createTestDatabase, prepareEmptyDatabase } from '../support/test-database.ts';

const schemaFile = new URL('../../db/schema.sql', import.meta.url);

test('db/schema.sql equals the schema that the migrations create in an empty database', async (t) => {
  const database = await createEmptyDatabase();
  try {
    await migrateDatabase(database.url);
    t.is(
      await dumpSchema(database.url),
      await readFile(schemaFile, 'utf8'),
      'run npm run schema and commit db/schema.sql',
    );
  } finally {
    await database.drop();
  }
});

test('db/schema.sql restores the schema', async (t) => {
  const schema = await readFile(schemaFile, 'utf8');
  const database = await prepareEmptyDatabase();
  try {
    await queryAsOwner(database.url, schema);
    t.is(await dumpSchema(database.url), schema);
  } finally {
    await database.drop();
  }
});

test('a difference in any part of the schema changes the dump', async (t) => {
  const database = await createTestDatabase();
  try {
    let before = await dumpSchema(database.url);
    for (const statement of [
      'alter table users alter column name drop not null',
      "alter table users alter column name set default ''",
      'alter table users add column nickname text collate "C"',
      'alter table users drop constraint users_status_check',
      'alter table users set (fillfactor = 90)',
      'create index users_name_index on users (name)',
      'alter table users no force row level security',
      'alter policy users_tenant on users using (true)',
      'revoke delete on sessions from inventory_app',
      'grant update (name) on users to inventory_definer',
      'alter function text_set(text[]) volatile',
      'alter function text_set(text[]) security definer',
      'alter function find_login(text) owner to inventory_owner',
      'grant execute on function find_login(text) to public',
      'alter table runs disable trigger runs_scan',
      'drop trigger runs_scan on runs',
      "comment on column users.name is 'as the person wrote it'",
      'grant create on schema public to inventory_app',
    ]) {
      await queryAsOwner(database.url, statement);
      const after = await dumpSchema(database.url);
      t.not(after, before, statement);
      before = after;
    }
    await queryAsOwner(database.url, 'create view user_names as select name from users');
    await t.throwsAsync(dumpSchema(database.url), { message: /cannot dump relation of kind v user_names/ });
  } finally {
    await database.drop();
  }
});
