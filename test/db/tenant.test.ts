import { randomUUID } from 'node:crypto';
import test from 'ava';
import { CatalogueError } from '../../domain/errors.ts';
import {
  createOrganization,
  getOrganization,
  organizationCall,
} from '../../db/organizations/organization-store.ts';
import { openDatabase, prepared, queryOf } from '../../db/tenant.ts';
import type { Database, Tenant } from '../../db/tenant.ts';
import { eventually } from '../support/eventually.ts';
import { queryAsOwner } from '../support/query-as-owner.ts';
import { useTestDatabase } from '../support/use-test-database.ts';

const files = useTestDatabase();

/** A pool of one, so that every transaction meets the connection of the one before. */
async function withPool<T>(work: (database: Database) => Promise<T>, poolSize = 1): Promise<T> {
  const database = openDatabase({ url: files.url, poolSize });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

async function newOrganization(database: Database): Promise<string> {
  const id = randomUUID();
  await database.withTenant(id, (tenant) => createOrganization(tenant, 'One', `o-${id}`));
  return id;
}

const rename = (tenant: Tenant, name: string) => queryOf(tenant)('organizations').update({ name });

test('transactions that follow each other on one connection see their own organization alone', (t) =>
  withPool(async (database) => {
    const ids = [await newOrganization(database), await newOrganization(database)];
    for (const readOnly of [true, false, true]) {
      for (const id of ids) {
        const seen = await database.withTenant(
          id,
          async (tenant) => [
            (await getOrganization(tenant)).id,
            ...(await queryOf(tenant)('organizations').pluck('id')),
          ],
          { readOnly },
        );
        t.deepEqual(seen, [id, id]);
      }
      const { rows } = await database.outside.raw<{ rows: unknown[] }>('select * from organizations');
      t.deepEqual(rows, [], 'nothing is seen outside');
    }
  }));

test('what throws is rolled back and its connection serves the next', (t) =>
  withPool(async (database) => {
    const id = await newOrganization(database);
    let told = false;
    const failing = database.withTenant(id, async (tenant) => {
      tenant.afterCommit(() => Promise.resolve(void (told = true)));
      await rename(tenant, 'Two');
      throw new Error('no');
    });
    await t.throwsAsync(failing, { message: 'no' });
    t.false(told);
    t.is((await database.withTenant(id, getOrganization)).name, 'One');
  }));

test('a failed statement that nobody minded does not pass for a commit', (t) =>
  withPool(async (database) => {
    const id = await newOrganization(database);
    const work = database.withTenant(id, async (tenant) => {
      await rename(tenant, 'Two');
      await queryOf(tenant)
        .raw('select 1 / 0')
        .catch(() => undefined);
    });
    await t.throwsAsync(work, { message: /rolled back/ });
    t.is((await database.withTenant(id, getOrganization)).name, 'One');
  }));

test('a transaction that ended answers nobody, whoever has its connection', (t) =>
  withPool(async (database) => {
    const id = await newOrganization(database);
    for (const readOnly of [true, false]) {
      const kept = await database.withTenant(id, (tenant) => Promise.resolve(tenant), { readOnly });
      await t.throwsAsync(getOrganization(kept), { message: /has ended/ });
      await t.throwsAsync(async () => void (await queryOf(kept)('organizations')), { message: /has ended/ });
    }
  }));

test('a transaction that only reads cannot write, and a snapshot stays as it began', (t) =>
  withPool(async (database) => {
    const id = await newOrganization(database);
    const writing = database.withTenant(id, (tenant) => rename(tenant, 'Two').then(() => 1), {
      readOnly: true,
    });
    await t.throwsAsync(writing, { message: /read-only transaction/ });
    const names = await database.withTenant(
      id,
      async (tenant) => {
        const before = (await getOrganization(tenant)).name;
        await database.withTenant(id, (other) => rename(other, 'Three').then(() => 1));
        return [before, (await getOrganization(tenant)).name];
      },
      { snapshot: true },
    );
    t.deepEqual(names, ['One', 'One']);
    t.is((await database.withTenant(id, getOrganization)).name, 'Three');
  }, 2));

test('what is read ahead is of the organization that the transaction is for', (t) =>
  withPool(async (database) => {
    const [own, foreign] = [await newOrganization(database), await newOrganization(database)];
    for (const [asked, found] of [
      [own, [own]],
      [foreign, []],
    ] as const) {
      const call = organizationCall(asked);
      const rows = await database.withTenant(own, (tenant) => prepared<{ id: string }>(tenant, call), {
        readOnly: true,
        ahead: call,
      });
      t.deepEqual(
        rows.map(({ id }) => id),
        [...found],
      );
    }
    const ahead = organizationCall(foreign);
    const read = await database.withTenant(own, getOrganization, { readOnly: true, ahead });
    t.is(read.id, own, 'another question gets its own answer');
    const unknown = await database.withSession(
      randomUUID(),
      (session, tenant) => Promise.resolve([session, tenant]),
      { readOnly: true, ahead: organizationCall(own) },
    );
    t.deepEqual(unknown, [null, null]);
  }));

test('a prepared statement that failed works the next time, on the same connection', (t) =>
  withPool(async (database) => {
    const id = await newOrganization(database);
    const quotient = (divisor: string) =>
      database.withTenant(id, async (tenant) => {
        const statement = { name: 'quotient', text: 'select 6 / $1::int as answer, null as nothing' };
        return prepared<{ answer: number; nothing: null }>(tenant, { statement, values: [divisor] });
      });
    await t.throwsAsync(quotient('0'), { message: /division by zero/ });
    for (const divisor of ['2', '2'])
      t.deepEqual([...(await quotient(divisor))], [{ answer: 3, nothing: null }]);
  }));

test('a transaction that only read does not stay open', (t) =>
  withPool(async (database) => {
    const id = await newOrganization(database);
    await database.withTenant(id, getOrganization, { readOnly: true });
    const open = async () =>
      (
        await queryAsOwner<{ open: number }>(
          files.url,
          `select count(*)::int as open from pg_stat_activity
           where datname = current_database() and state = 'idle in transaction' and query ~ 'organizations where id'`,
        )
      )[0]?.open;
    await eventually('the commit', async () => (await open()) === 0);
    t.pass();
  }));

test('a connection that Postgres ended is an outage for its request and nothing for the next', (t) =>
  withPool(async (database) => {
    const id = await newOrganization(database);
    const cut = database.withTenant(id, async (tenant) => {
      const { rows } = await queryOf(tenant).raw<{ rows: { pid: number }[] }>(
        'select pg_backend_pid() as pid',
      );
      await queryAsOwner(files.url, 'select pg_terminate_backend($1)', [rows[0]?.pid]);
      return getOrganization(tenant);
    });
    const error = await t.throwsAsync(cut, { instanceOf: CatalogueError });
    t.is((error as CatalogueError | undefined)?.code, 'provider_unavailable');
    t.is((await database.withTenant(id, getOrganization)).id, id);
  }));
