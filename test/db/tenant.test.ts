import { randomUUID } from 'node:crypto';
import test from 'ava';
import { CatalogueError } from '../../domain/errors.ts';
import { listenTurnEvents } from '../../db/assistant/listen-turn-events.ts';
import { turnEventsChannel } from '../../db/assistant/notify-turn-events.ts';
import { openConnectionPool } from '../../db/pool/connection-pool.ts';
import { isDatabaseUnavailable } from '../../db/database-errors.ts';
import { Organization } from '../../db/organizations/organization.ts';
import { createOrganization, getOrganization } from '../../db/organizations/organization-store.ts';
import { execute, namedRowsOf, oneRowOf, queryModel, rowsOf } from '../../db/query.ts';
import { sql } from '../../db/sql.ts';
import { openDatabase } from '../../db/tenant.ts';
import type { Database, Tenant } from '../../db/tenant.ts';
import { createTransactionRunner } from '../../db/transaction.ts';
import { workBudgets } from '../../db/work-budgets.ts';
import { createLogger } from '../../runtime/logger.ts';
import { eventually } from '../support/eventually.ts';
import { queryAsOwner } from '../support/query-as-owner.ts';
import { startSilentProxy } from '../support/silent-proxy.ts';
import { createTestDatabase } from '../support/test-database.ts';
import { useTestDatabase } from '../support/use-test-database.ts';

const files = useTestDatabase();

/** Opens a pool of one connection, so that every transaction uses the connection of the previous one. */
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

const rename = (tenant: Tenant, name: string) =>
  execute(tenant, sql`update organizations set name = ${name}`);

test('consecutive transactions on one connection see only their own organization', (t) =>
  withPool(async (database) => {
    const ids = [await newOrganization(database), await newOrganization(database)];
    for (const readOnly of [true, false, true]) {
      for (const id of ids) {
        const seen = await database.withTenant(
          id,
          async (tenant) => [
            (await getOrganization(tenant)).id,
            ...(await rowsOf<{ id: string }>(tenant, sql`select id from organizations`)).map((row) => row.id),
          ],
          { readOnly },
        );
        t.deepEqual(seen, [id, id]);
      }
      const rows = await rowsOf(database.outside, sql`select * from organizations`);
      t.deepEqual(rows, [], 'no row is visible outside of a tenant');
    }
  }));

test('rolls back when the work throws, and the connection serves the next transaction', (t) =>
  withPool(async (database) => {
    const id = await newOrganization(database);
    let called = false;
    const failing = database.withTenant(id, async (tenant) => {
      tenant.afterCommit(() => Promise.resolve(void (called = true)));
      await rename(tenant, 'Two');
      throw new Error('no');
    });
    await t.throwsAsync(failing, { message: 'no' });
    t.false(called);
    t.is((await database.withTenant(id, getOrganization)).name, 'One');
  }));

test('a transaction with a failed statement is an error even when the work ignores the failure', (t) =>
  withPool(async (database) => {
    const id = await newOrganization(database);
    const work = database.withTenant(id, async (tenant) => {
      await rename(tenant, 'Two');
      await execute(tenant, sql`select 1 / 0`).catch(() => undefined);
    });
    await t.throwsAsync(work, { message: /rolled back/ });
    t.is((await database.withTenant(id, getOrganization)).name, 'One');
  }));

test('an error at COMMIT is the error of the transaction', (t) =>
  withPool(async (database) => {
    const id = await newOrganization(database);
    await queryAsOwner(
      files.url,
      `create table checked (id integer unique deferrable initially deferred);
       grant insert on checked to inventory_app`,
    );
    const work = database.withTenant(id, async (tenant) => {
      await execute(tenant, sql`insert into checked values (1), (1)`);
    });
    await t.throwsAsync(work, { message: /unique constraint/ });
    t.is((await database.withTenant(id, getOrganization)).name, 'One');
  }));

test('a transaction rejects statements after it has ended', (t) =>
  withPool(async (database) => {
    const id = await newOrganization(database);
    for (const readOnly of [true, false]) {
      const ended = await database.withTenant(id, (tenant) => Promise.resolve(tenant), { readOnly });
      await t.throwsAsync(rename(ended, 'Two'), { message: /has ended/ });
      await t.throwsAsync(getOrganization(ended), { message: /has ended/ });
    }
    const query = await database.withTenant(id, (tenant) =>
      Promise.resolve({ unsent: queryModel(tenant, Organization) }),
    );
    await t.throwsAsync(async () => void (await query.unsent), { message: /has ended/ });
  }));

test('a read-only transaction cannot write, and a snapshot does not see later commits', (t) =>
  withPool(async (database) => {
    const id = await newOrganization(database);
    const writing = database.withTenant(id, (tenant) => rename(tenant, 'Two'), { readOnly: true });
    await t.throwsAsync(writing, { message: /read-only transaction/ });
    const names = await database.withTenant(
      id,
      async (tenant) => {
        const before = (await getOrganization(tenant)).name;
        await database.withTenant(id, (other) => rename(other, 'Three'));
        return [before, (await getOrganization(tenant)).name];
      },
      { snapshot: true },
    );
    t.deepEqual(names, ['One', 'One']);
    t.is((await database.withTenant(id, getOrganization)).name, 'Three');
  }, 2));

test('a named query that failed succeeds the next time on the same connection', (t) =>
  withPool(async (database) => {
    const id = await newOrganization(database);
    const quotient = (divisor: number) =>
      database.withTenant(id, (tenant) =>
        namedRowsOf<{ answer: number; nothing: undefined }>(
          tenant,
          sql`select 6 / ${divisor}::int as answer, null as nothing`,
        ),
      );
    await t.throwsAsync(quotient(0), { message: /division by zero/ });
    for (const divisor of [2, 2])
      t.deepEqual([...(await quotient(divisor))], [{ answer: 3, nothing: undefined }]);
  }));

test('a connection that Postgres terminated is an outage for its request and not for the next', (t) =>
  withPool(async (database) => {
    const id = await newOrganization(database);
    const terminated = database.withTenant(id, async (tenant) => {
      const { pid } = await oneRowOf<{ pid: number }>(tenant, sql`select pg_backend_pid() as pid`);
      await queryAsOwner(files.url, 'select pg_terminate_backend($1)', [pid]);
      return getOrganization(tenant);
    });
    const error = await t.throwsAsync(terminated, { instanceOf: CatalogueError });
    t.is((error as CatalogueError | undefined)?.code, 'provider_unavailable');
    t.is((await database.withTenant(id, getOrganization)).id, id);
  }));

test('a Postgres that only reads, or whose disk is full, is an outage', async (t) => {
  const owned = await createTestDatabase();
  const reading = openDatabase({ url: owned.url, poolSize: 1 });
  try {
    const id = await newOrganization(reading);
    const name = new URL(owned.url).pathname.slice(1);
    await queryAsOwner(files.url, `alter database ${name} set default_transaction_read_only = on`);
    const other = openDatabase({ url: owned.url, poolSize: 1 });
    const writing = other.withTenant(id, (tenant) => rename(tenant, 'Two'));
    const error = await t.throwsAsync(writing, { instanceOf: CatalogueError });
    t.is((error as CatalogueError | undefined)?.code, 'provider_unavailable');
    t.is((await other.withTenant(id, getOrganization)).id, id, 'it can still be read');
    await other.close();
    for (const code of ['53100', '53200', '53300', '58030', '57P03'])
      t.true(isDatabaseUnavailable(Object.assign(new Error('failed'), { code })), code);
  } finally {
    await reading.close();
    await owned.drop();
  }
});

test('connections that die silently are an outage of their transactions only, and are replaced', async (t) => {
  const proxy = await startSilentProxy(files.url);
  const budget = { ...workBudgets.background, statementSeconds: 2, idleInTransactionSeconds: 30 };
  const database = openDatabase({
    url: proxy.url,
    poolSize: 3,
    budgets: { ...workBudgets, background: budget },
    answerLimitSeconds: 2,
  });
  try {
    const id = await newOrganization(database);
    const silenced = Promise.withResolvers<undefined>();
    // One connection dies before BEGIN, one between two statements, one of them of a model.
    const inProgress = ['statement', 'model'].map((kind) =>
      database.withTenant(id, async (tenant) => {
        await getOrganization(tenant);
        await silenced.promise;
        return kind === 'model'
          ? queryModel(tenant, Organization).first()
          : rowsOf(tenant, sql`select 1 as one`);
      }),
    );
    await database.withTenant(id, getOrganization);
    await eventually('three connections', () => Promise.resolve(proxy.connections() === 3));
    proxy.silence();
    silenced.resolve(undefined);
    const failures = await Promise.allSettled([...inProgress, database.withTenant(id, getOrganization)]);
    t.deepEqual(
      failures.map((result) => (result.status === 'rejected' ? (result.reason as CatalogueError).code : '')),
      ['provider_unavailable', 'provider_unavailable', 'provider_unavailable'],
    );
    t.is((await database.withTenant(id, getOrganization)).id, id);
    t.is(proxy.connections(), 1, 'the dead connections are closed');
    await database.ping();
    proxy.silence();
    const outside = await t.throwsAsync(rowsOf(database.outside, sql`select 1`), {
      instanceOf: CatalogueError,
    });
    t.is((outside as CatalogueError | undefined)?.code, 'provider_unavailable');
  } finally {
    await database.close();
    await proxy.close();
  }
});

test('a listener hears again after its connection died silently', async (t) => {
  const proxy = await startSilentProxy(files.url);
  const heard = new Set<string>();
  const listener = listenTurnEvents({
    url: proxy.url,
    appUrl: undefined,
    logger: createLogger('test', 'silent'),
    onEvents: (turnId) => heard.add(turnId),
    probeSeconds: 0.2,
  });
  const notified = (turnId: string) =>
    eventually(`the notification ${turnId}`, async () => {
      await queryAsOwner(files.url, 'select pg_notify($1, $2)', [turnEventsChannel, turnId]);
      return heard.has(turnId);
    });
  try {
    await notified('before');
    proxy.silence();
    await notified('after');
    t.true(heard.has('after'));
  } finally {
    await listener.close();
    await proxy.close();
  }
});

test('the error of a failed BEGIN is the error of the transaction', async (t) => {
  const pool = openConnectionPool({ url: files.url, poolSize: 1 });
  const connectAndTerminate = async () => {
    const client = await pool.connect();
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    await queryAsOwner(files.url, 'select pg_terminate_backend($1)', [rows[0]?.pid]);
    return client;
  };
  const terminating = Object.assign(Object.create(pool) as typeof pool, { connect: connectAndTerminate });
  let worked = false;
  const transaction = createTransactionRunner(terminating)({}, 'select 1', () =>
    Promise.resolve((worked = true)),
  );
  const error = await t.throwsAsync(transaction);
  t.true(isDatabaseUnavailable(error), error?.message);
  t.false(worked);
  await pool.end();
});

test('statements outside a transaction report an outage of Postgres', async (t) => {
  const database = openDatabase({ url: 'postgresql://postgres@127.0.0.1:1/inventory', poolSize: 1 });
  const error = await t.throwsAsync(rowsOf(database.outside, sql`select 1`), { instanceOf: CatalogueError });
  t.is((error as CatalogueError | undefined)?.code, 'provider_unavailable');
  await database.close();
});

test('a database that accepts no connections is an outage, other errors with the same code are not', async (t) => {
  const database = await createTestDatabase();
  const connecting = openDatabase({ url: database.url, poolSize: 1 });
  try {
    const name = new URL(database.url).pathname.slice(1);
    await queryAsOwner(files.url, `alter database ${name} allow_connections false`);
    const error = await t.throwsAsync(connecting.withTenant(randomUUID(), getOrganization), {
      instanceOf: CatalogueError,
    });
    t.is((error as CatalogueError | undefined)?.code, 'provider_unavailable', error?.message);
    t.is((error?.cause as { code?: string } | undefined)?.code, '55000');
    t.false(isDatabaseUnavailable(Object.assign(new Error('lastval is not yet defined'), { code: '55000' })));
    for (const message of [
      'the database system is starting up',
      'the database system is not yet accepting connections',
    ])
      t.true(isDatabaseUnavailable(Object.assign(new Error(message), { code: '57P03' })), message);
  } finally {
    await connecting.close();
    await database.drop();
  }
});

test('rejects a malformed id before querying', (t) =>
  withPool(async (database) => {
    await t.throwsAsync(database.withTenant("'; select", getOrganization), { message: /malformed id/ });
    await t.throwsAsync(
      database.withSession('', () => Promise.resolve(undefined)),
      { message: /malformed id/ },
    );
  }));

test('both arguments are undefined for a session that does not exist', (t) =>
  withPool(async (database) => {
    const given = await database.withSession(randomUUID(), (session, tenant) =>
      Promise.resolve([session, tenant]),
    );
    t.deepEqual(given, [undefined, undefined]);
  }));
