import { randomBytes, randomUUID } from 'node:crypto';
import test from 'ava';
import pg from 'pg';
import { queryAsOwner } from '../support/query-as-owner.ts';
import { createTestDatabase } from '../support/test-database.ts';
import type { TestDatabase } from '../support/test-database.ts';

let database: TestDatabase;
/** Connected as a login role that is a member of inventory_app only, as in production. */
let application: pg.Client;
const login = `login_${randomBytes(6).toString('hex')}`;
const password = randomBytes(16).toString('hex');

test.before(async () => {
  database = await createTestDatabase();
  await queryAsOwner(database.url, `create role ${login} login password '${password}' in role inventory_app`);
  application = await connectAsApplication(database.url);
});
test.after.always(async () => {
  await application?.end();
  if (database !== undefined) await queryAsOwner(database.url, `drop role if exists ${login}`);
  await database?.drop();
});

async function connectAsApplication(url: string): Promise<pg.Client> {
  const target = new URL(url);
  target.username = login;
  target.password = password;
  const client = new pg.Client({ connectionString: target.href });
  await client.connect();
  return client;
}

/** Inserts an organization with one sealed and one unsealed audit entry. Returns its id. */
async function organizationWithAuditLog(): Promise<string> {
  const id = randomUUID();
  await queryAsOwner(database.url, 'insert into organizations (id, name, slug) values ($1, $2, $2)', [
    id,
    `o-${id}`,
  ]);
  const insert = `insert into audit_entries (organization_id, actor_type, action, outcome)
    values ($1, 'system', 'thing.changed', 'success')`;
  await queryAsOwner(database.url, insert, [id]);
  await queryAsOwner(database.url, 'select seal_audit_entries(1000)');
  await queryAsOwner(database.url, insert, [id]);
  return id;
}

async function entriesOf(organizationId: string): Promise<number> {
  const [row] = await queryAsOwner<{ entries: number }>(
    database.url,
    'select count(*)::int as entries from audit_entries where organization_id = $1',
    [organizationId],
  );
  return row?.entries ?? 0;
}

/** Runs a statement as the application role in a committed transaction of the organization. Returns its SQLSTATE. */
async function codeOf(organizationId: string, statement: string): Promise<string | undefined> {
  await application.query('begin');
  await application.query("select set_config('app.organization_id', $1, true)", [organizationId]);
  try {
    await application.query(statement);
    await application.query('commit');
    return undefined;
  } catch (error) {
    await application.query('rollback');
    return (error as { code?: string }).code;
  }
}

test.serial('every function pins its search_path, with the schema of temporary tables last', async (t) => {
  const functions = await queryAsOwner<{ name: string; path: string | null }>(
    database.url,
    `select p.oid::regprocedure::text as name,
            (select setting from unnest(p.proconfig) setting where setting like 'search_path=%') as path
     from pg_proc p where p.pronamespace = 'public'::regnamespace
       and p.prolang not in (select oid from pg_language where lanname in ('internal', 'c'))
       and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid
         and d.deptype = 'e')
     order by 1`,
  );
  t.true(functions.length > 20);
  t.deepEqual(
    functions.filter(({ path }) => path !== 'search_path=pg_catalog, public, pg_temp'),
    [],
  );
});

test.serial('no role of the product can create a temporary table or an object in a schema', async (t) => {
  for (const role of ['inventory_app', 'inventory_definer', 'inventory_sealer', 'public']) {
    const [may] = await queryAsOwner<{ temporary: boolean; create: boolean; schema: boolean }>(
      database.url,
      `select has_database_privilege($1, current_database(), 'temporary') as temporary,
              has_database_privilege($1, current_database(), 'create') as create,
              has_schema_privilege($1, 'public', 'create') as schema`,
      [role],
    );
    t.deepEqual(may, { temporary: false, create: false, schema: false }, role);
  }
  const id = await organizationWithAuditLog();
  t.is(await codeOf(id, 'create temporary table resource_search (organization_id uuid)'), '42501');
});

test.serial(
  'a trigger on a temporary table does not run in a cascade, even if the role could create one',
  async (t) => {
    const owned = await createTestDatabase();
    const attacker = await connectAsApplication(owned.url);
    try {
      const [organizationId, connectionId, accountId] = [randomUUID(), randomUUID(), randomUUID()];
      await queryAsOwner(
        owned.url,
        `grant temporary on database ${new URL(owned.url).pathname.slice(1)} to inventory_app;
       grant delete on aws_accounts to inventory_app`,
      );
      await queryAsOwner(owned.url, "insert into organizations (id, name, slug) values ($1, 'own', 'own')", [
        organizationId,
      ]);
      await queryAsOwner(
        owned.url,
        `with connection as (
         insert into aws_connections (organization_id, id, name, kind, external_id, role_name, status)
         values ($1, $2, 'Main', 'standalone', 'external-id', 'inventory', 'active')
         returning organization_id, id
       ), account as (
         insert into aws_accounts (organization_id, id, connection_id, account_id, status, role_arn)
         select organization_id, $3, id, '111122223333', 'connected', 'arn' from connection returning organization_id, id)
       select from account`,
        [organizationId, connectionId, accountId],
      );
      await queryAsOwner(
        owned.url,
        `insert into resources (organization_id, aws_account_id, region, resource_type, native_id, config_hash, rule_set)
       values ($1, $2, 'eu-west-1', 'AWS::SQS::Queue', 'queue', 'hash', 1)`,
        [organizationId, accountId],
      );
      await attacker.query("select set_config('app.organization_id', $1, false)", [organizationId]);
      await attacker.query(`
      create temporary table resource_search (like public.resource_search);
      insert into pg_temp.resource_search select * from public.resource_search;
      create temporary table reached (role text);
      grant all on resource_search, reached to public;
      create function pg_temp.record_role() returns trigger language plpgsql as $$
        begin insert into pg_temp.reached values (current_user); return null; end $$;
      create trigger attack before delete on pg_temp.resource_search
        for each row execute function pg_temp.record_role();`);
      await attacker.query('delete from aws_accounts where id = $1', [accountId]);
      t.deepEqual((await attacker.query('select role from pg_temp.reached')).rows, []);
    } finally {
      await attacker.end();
      await owned.drop();
    }
  },
);

test.serial(
  'the application role cannot start a cascade to a table whose triggers react to it',
  async (t) => {
    // Foreign keys change rows as the owner of the table, so such a trigger would run as inventory_owner.
    const reached = await queryAsOwner<{ started: string; reached: string; trigger: string }>(
      database.url,
      `with recursive cascade as (
       select c.confrelid as started, c.conrelid as reached from pg_constraint c
         where c.contype = 'f' and c.confdeltype in ('c', 'n', 'd')
           and has_table_privilege('inventory_app', c.confrelid, 'delete')
       union
       select cascade.started, c.conrelid from cascade join pg_constraint c
         on c.confrelid = cascade.reached and c.contype = 'f' and c.confdeltype in ('c', 'n', 'd')
     )
     select started::regclass::text as started, reached::regclass::text as reached, tgname as trigger
     from cascade join pg_trigger on tgrelid = reached and not tgisinternal and tgtype & 8 <> 0`,
    );
    t.deepEqual(reached, []);
  },
);

test.serial('no trigger function is a definer function', async (t) => {
  const functions = await queryAsOwner(
    database.url,
    `select distinct p.oid::regprocedure::text from pg_trigger g join pg_proc p on p.oid = g.tgfoid
     where not g.tgisinternal and p.prosecdef`,
  );
  t.deepEqual(functions, []);
});

test.serial('the application role cannot delete records that the product keeps', async (t) => {
  for (const table of [
    'organizations',
    'users',
    'aws_connections',
    'aws_accounts',
    'resources',
    'resource_documents',
    'coverage_cells',
    'secret_hash_keys',
    'audit_entries',
    'audit_chain_heads',
    'audit_settings',
    'deleted_organizations',
  ]) {
    const [row] = await queryAsOwner<{ may: boolean }>(
      database.url,
      "select has_table_privilege('inventory_app', $1, 'delete, truncate, references, trigger') as may",
      [table],
    );
    t.false(row?.may, table);
  }
});

test.serial('the application role cannot remove a young audit entry in any way', async (t) => {
  const id = await organizationWithAuditLog();
  for (const statement of [
    'delete from audit_entries',
    'truncate audit_entries',
    'delete from audit_chain_heads',
    "update audit_entries set occurred_at = now() - interval '2 years'",
    'delete from organizations',
    'truncate organizations cascade',
    'update audit_settings set retention_days = 30',
    'delete from audit_settings',
    `select delete_organization('${id}')`,
    'set local role inventory_sealer',
    'set local role inventory_owner',
    'alter table audit_entries disable row level security',
    'drop table audit_entries',
  ]) {
    t.is(await codeOf(id, statement), '42501', statement);
  }
  t.is(await codeOf(id, "select prune_audit_entries(interval '0', 1000)"), '42883', 'takes no retention');
  t.is(await codeOf(id, `update organizations set id = '${randomUUID()}'`), '42501');
  t.is(await codeOf(id, 'select prune_audit_entries(1000000)'), undefined);
  t.is(await entriesOf(id), 2);
});

test.serial(
  'pruning deletes entries of one organization, older than the retention in the database',
  async (t) => {
    const old = async () => {
      const id = await organizationWithAuditLog();
      await queryAsOwner(
        database.url,
        `update audit_entries set occurred_at = now() - interval '399 days' where organization_id = $1`,
        [id],
      );
      await queryAsOwner(database.url, 'select seal_audit_entries(1000)');
      return id;
    };
    const [own, foreign] = [await old(), await old()];
    t.is(await codeOf(own, 'select prune_audit_entries(1000)'), undefined);
    t.is(await entriesOf(own), 2, 'younger than 400 days');
    await queryAsOwner(database.url, 'update audit_settings set retention_days = 398');
    t.is(await codeOf(own, 'select prune_audit_entries(1000)'), undefined);
    t.deepEqual([await entriesOf(own), await entriesOf(foreign)], [0, 2]);
    await queryAsOwner(database.url, 'update audit_settings set retention_days = 400');
    await t.throwsAsync(queryAsOwner(database.url, 'update audit_settings set retention_days = 29'), {
      message: /audit_settings_retention_check/,
    });
  },
);
