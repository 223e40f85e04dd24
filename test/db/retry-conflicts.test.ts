import { randomUUID } from 'node:crypto';
import test from 'ava';
import { CatalogueError } from '../../domain/errors.ts';
import { toCatalogueError } from '../../db/database-errors.ts';
import { execute, rowsOf } from '../../db/query.ts';
import { sql } from '../../db/sql.ts';
import { openDatabase } from '../../db/tenant.ts';
import type { Database } from '../../db/tenant.ts';
import { gate } from '../support/gate.ts';
import { useTestDatabase } from '../support/use-test-database.ts';

const files = useTestDatabase();

async function withDatabase(work: (database: Database) => Promise<void>): Promise<void> {
  const database = openDatabase({ url: files.url, poolSize: 2 });
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

const divide = (divisor: number) => sql`select 1 / ${divisor}::integer as quotient`;

test('repeats the transaction that Postgres rolled back because of a deadlock', (t) =>
  withDatabase(async (database) => {
    let locked = 0;
    let attempts = 0;
    const committed: number[] = [];
    const bothLocked = gate();
    const lockInOrder = (first: number, second: number) =>
      database.withTenant(randomUUID(), async (tenant) => {
        attempts += 1;
        tenant.afterCommit(() => Promise.resolve(void committed.push(first)));
        await execute(tenant, sql`select pg_advisory_xact_lock(${first}::bigint)`);
        locked += 1;
        if (locked === 2) bothLocked.open();
        await bothLocked.opened;
        await execute(tenant, sql`select pg_advisory_xact_lock(${second}::bigint)`);
      });
    await Promise.all([lockInOrder(1, 2), lockInOrder(2, 1)]);
    t.is(attempts, 3, 'one of the two transactions ran twice');
    committed.sort((a, b) => a - b);
    t.deepEqual(committed, [1, 2], 'a transaction that was rolled back calls nothing after the commit');
  }));

test('reports a serialization failure that persists as a temporary failure', (t) =>
  withDatabase(async (database) => {
    let attempts = 0;
    const conflicting = database.withTenant(randomUUID(), async (tenant) => {
      attempts += 1;
      await execute(tenant, divide(1));
      throw Object.assign(new Error('could not serialize access'), { code: '40001' });
    });
    const error = await t.throwsAsync(conflicting, { instanceOf: CatalogueError });
    t.is((error as CatalogueError | undefined)?.code, 'provider_unavailable');
    t.is(attempts, 5);
  }));

test('does not repeat a transaction after another error', (t) =>
  withDatabase(async (database) => {
    let attempts = 0;
    const failing = database.withTenant(randomUUID(), async (tenant) => {
      attempts += 1;
      await execute(tenant, divide(0));
    });
    await t.throwsAsync(failing, { message: /division by zero/ });
    await t.throwsAsync(rowsOf(database.outside, divide(0)), { message: /division by zero/ });
    t.is(attempts, 1);
  }));

for (const failure of [
  new Error('timeout exceeded when trying to connect'),
  Object.assign(new Error('deadlock detected'), { code: '40P01' }),
  Object.assign(new Error('wrapped'), { nativeError: { code: '40001' } }),
]) {
  test(`callers retry "${failure.message}"`, (t) => {
    t.is((toCatalogueError(failure) as CatalogueError).code, 'provider_unavailable');
  });
}
