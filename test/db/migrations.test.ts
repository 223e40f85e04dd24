import test from 'ava';
import { migrateDatabase } from '../../db/migrate-database.ts';
import { queryAsOwner } from '../support/query-as-owner.ts';
import { createEmptyDatabase } from '../support/test-database.ts';

/** What Postgres knows of the schema: tables, columns, indexes, constraints, triggers, functions and policies. */
const catalogue = `
  select 'column ' || table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable as item
    from information_schema.columns where table_schema = 'public'
  union all select 'index ' || indexdef from pg_indexes where schemaname = 'public'
  union all select 'constraint ' || conrelid::regclass || ' ' || pg_get_constraintdef(oid)
    from pg_constraint where connamespace = 'public'::regnamespace
  union all select 'trigger ' || pg_get_triggerdef(t.oid) from pg_trigger t
    join pg_class c on c.oid = t.tgrelid where c.relnamespace = 'public'::regnamespace and not tgisinternal
  union all select 'policy ' || tablename || ' ' || policyname || ' ' || coalesce(qual, '') from pg_policies
  union all select 'function ' || p.proowner::regrole || ' ' || pg_get_functiondef(p.oid) from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  order by 1`;

test('every migration goes back, and what it goes back from is what it makes again', async (t) => {
  const database = await createEmptyDatabase();
  try {
    const items = async () =>
      (await queryAsOwner<{ item: string }>(database.url, catalogue)).map(({ item }) => item);
    const done = await migrateDatabase(database.url);
    const made = await items();
    t.true(made.some((item) => item.includes('search_text_counts')));
    t.is((await migrateDatabase(database.url, 'down')).length, done.length);
    const left = (await items()).filter((item) => !item.includes('schema_migrations'));
    t.deepEqual(left, []);
    await migrateDatabase(database.url);
    t.deepEqual(await items(), made);
  } finally {
    await database.drop();
  }
});
