import { randomUUID } from 'node:crypto';
import test from 'ava';
import { execute, rowsOf } from '../../db/query.ts';
import { sql } from '../../db/sql.ts';
import { openDatabase } from '../../db/tenant.ts';
import type { Database } from '../../db/tenant.ts';
import { workBudgets } from '../../db/work-budgets.ts';
import type { WorkBudget, WorkKind } from '../../db/work-budgets.ts';
import { withDeadline } from '../../runtime/deadline.ts';
import { CatalogueError } from '../../domain/errors.ts';
import { eventually } from '../support/eventually.ts';
import { queryAsOwner } from '../support/query-as-owner.ts';
import { useTestDatabase } from '../support/use-test-database.ts';

const files = useTestDatabase();

async function withDatabase<T>(
  work: (database: Database) => Promise<T>,
  limits: Partial<WorkBudget> = {},
  kind: WorkKind = 'request',
): Promise<T> {
  const budgets = { ...workBudgets, request: { ...workBudgets.request, ...limits } };
  const database = openDatabase({ url: files.url, poolSize: 2, work: kind, budgets });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

const sleeping = () =>
  queryAsOwner(
    files.url,
    `select pid from pg_stat_activity
     where datname = current_database() and query like '%pg_sleep(3600)%' and pid <> pg_backend_pid()`,
  );

test('the statements of an activity end before the activity', (t) =>
  withDatabase(
    async (database) => {
      const limitsOf = () =>
        database.withTenant(randomUUID(), (tenant) =>
          rowsOf<{ setting: string }>(
            tenant,
            sql`select setting from pg_settings where name in ('statement_timeout', 'lock_timeout') order by name`,
          ),
        );
      const within = await withDeadline(30_000, limitsOf);
      for (const { setting } of within) t.true(Number(setting) <= 30_000, setting);
      const { lockSeconds, statementSeconds } = workBudgets.background;
      t.deepEqual(
        (await limitsOf()).map(({ setting }) => Number(setting)),
        [lockSeconds * 1000, statementSeconds * 1000],
      );
    },
    {},
    'background',
  ));

for (const kind of ['request', 'export', 'background'] as const) {
  test(`a transaction for work of the kind ${kind} has its timeouts`, (t) =>
    withDatabase(async (database) => {
      const rows = await database.withTenant(
        randomUUID(),
        (tenant) =>
          rowsOf<{ name: string; setting: string }>(
            tenant,
            sql`select name, setting from pg_settings where name in
              ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by name`,
          ),
        { work: kind },
      );
      const { idleInTransactionSeconds, lockSeconds, statementSeconds } = workBudgets[kind];
      t.deepEqual(
        rows.map(({ setting }) => Number(setting) / 1000),
        [idleInTransactionSeconds, lockSeconds, statementSeconds],
      );
    }));
}

test('a statement that exceeds its timeout is unavailable, not an internal error', (t) =>
  withDatabase(
    async (database) => {
      const slow = database.withTenant(randomUUID(), (tenant) => execute(tenant, sql`select pg_sleep(3600)`));
      const error = await t.throwsAsync(slow, { instanceOf: CatalogueError });
      t.like(error, { code: 'provider_unavailable', retryAfterSeconds: 10 });
      t.regex(error?.message ?? '', /did not finish the request in time/);
    },
    { statementSeconds: 0.05 },
  ));

test('a statement that waits too long for a lock is unavailable', (t) =>
  withDatabase(
    async (database) => {
      const lock = sql`select pg_advisory_xact_lock(1)`;
      const blocked = await database.withTenant(randomUUID(), async (tenant) => {
        await execute(tenant, lock);
        return t.throwsAsync(
          database.withTenant(randomUUID(), (other) => execute(other, lock)),
          { instanceOf: CatalogueError },
        );
      });
      t.like(blocked, { code: 'provider_unavailable', retryAfterSeconds: 10 });
    },
    { lockSeconds: 0.05 },
  ));

test('a transaction that is idle for too long is closed, and the pool serves the next one', (t) =>
  withDatabase(
    async (database) => {
      const idle = database.withTenant(randomUUID(), async (tenant) => {
        const [backend] = await rowsOf<{ pid: number }>(tenant, sql`select pg_backend_pid() as pid`);
        await eventually('Postgres to close the idle transaction', async () => {
          const found = await queryAsOwner(files.url, 'select from pg_stat_activity where pid = $1', [
            backend?.pid,
          ]);
          return found.length === 0;
        });
        await execute(tenant, sql`select 1`);
      });
      t.like(await t.throwsAsync(idle, { instanceOf: CatalogueError }), { code: 'provider_unavailable' });
      await database.withTenant(randomUUID(), (tenant) => execute(tenant, sql`select 1`));
    },
    { idleInTransactionSeconds: 0.05 },
  ));

test.serial('a statement is cancelled when its signal aborts, and the pool serves the next one', (t) =>
  withDatabase(
    async (database) => {
      const client = new AbortController();
      const slow = database.withTenant(
        randomUUID(),
        (tenant) => execute(tenant, sql`select pg_sleep(3600)`),
        { readOnly: true, signal: client.signal },
      );
      const rejected = t.throwsAsync(slow, { message: 'gone' });
      await eventually('the statement to run', async () => (await sleeping()).length === 1);
      client.abort(new Error('gone'));
      await rejected;
      await eventually('Postgres to cancel the statement', async () => (await sleeping()).length === 0);
      for (const _ of [1, 2, 3])
        await database.withTenant(randomUUID(), (tenant) => execute(tenant, sql`select 1`));
    },
    { statementSeconds: 0 },
  ),
);
