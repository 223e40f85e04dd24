import test from 'ava';
import { createConnectionShares } from '../../../db/pool/connection-shares.ts';
import type { ConnectionShares } from '../../../db/pool/connection-shares.ts';
import { workBudgets } from '../../../db/work-budgets.ts';
import type { WorkKind } from '../../../db/work-budgets.ts';
import { CatalogueError } from '../../../domain/errors.ts';

function shares(poolSize: number, tenantFraction: number, request = {}): ConnectionShares {
  const budgets = { ...workBudgets, request: { ...workBudgets.request, ...request } };
  return createConnectionShares({ poolSize, tenantFraction, budgets });
}

/** Acquires a connection in the background. `release` is set once it was granted. */
function start(
  from: ConnectionShares,
  organization: string,
  kind: WorkKind = 'request',
  signal?: AbortSignal,
): { release?: () => void; readonly granted: Promise<void> } {
  const state: { release?: () => void; granted: Promise<void> } = { granted: Promise.resolve() };
  state.granted = from.acquire(organization, kind, signal).then((release) => {
    state.release = release;
  });
  return state;
}

/** Resolves after all promise callbacks that are ready have run. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('an organization uses at most its share of the pool, and another one gets the rest', async (t) => {
  const pool = shares(4, 0.5);
  const busy = Array.from({ length: 10 }, () => start(pool, 'busy'));
  const other = start(pool, 'other');
  await settle();
  t.is(busy.filter(({ release }) => release !== undefined).length, 2);
  t.truthy(other.release, 'the other organization does not wait');
  busy[0]?.release?.();
  await settle();
  t.truthy(busy[2]?.release, 'the next transaction in order');
  t.is(busy[3]?.release, undefined);
});

test('a free connection goes to the organizations in turn, whatever the length of their queues', async (t) => {
  const pool = shares(1, 1);
  const order: string[] = [];
  const run = async (organization: string) => {
    const release = await pool.acquire(organization, 'request');
    order.push(organization);
    await settle();
    release();
  };
  await Promise.all(['a', 'a', 'a', 'a', 'b', 'b'].map(run));
  t.deepEqual(order, ['a', 'a', 'b', 'a', 'b', 'a']);
});

test('rejects with Retry-After when the queue of the organization is full', async (t) => {
  const pool = shares(1, 1, { maximumWaiting: 1 });
  const first = start(pool, 'one');
  const second = start(pool, 'one');
  const error = await t.throwsAsync(pool.acquire('one', 'request'), { instanceOf: CatalogueError });
  t.like(error, { code: 'provider_unavailable', retryAfterSeconds: 5 });
  await settle();
  first.release?.();
  await second.granted;
  t.pass();
});

test('rejects a transaction that has waited too long, and serves the next one', async (t) => {
  const pool = shares(1, 1, { waitSeconds: 0.01 });
  const first = start(pool, 'one');
  await t.throwsAsync(pool.acquire('one', 'request'), { message: /busy/ });
  await settle();
  first.release?.();
  await start(pool, 'one').granted;
  t.pass();
});

test('a transaction whose client has disconnected leaves the queue', async (t) => {
  const pool = shares(1, 1);
  const first = start(pool, 'one');
  const client = new AbortController();
  const waiting = start(pool, 'one', 'request', client.signal);
  const next = start(pool, 'one');
  client.abort(new Error('gone'));
  await t.throwsAsync(waiting.granted, { message: 'gone' });
  first.release?.();
  await next.granted;
  await t.throwsAsync(pool.acquire('one', 'request', client.signal), { message: 'gone' });
});

test('exports use a quarter of the pool and do not wait', async (t) => {
  const pool = shares(8, 1);
  const exports = ['a', 'b'].map((organization) => start(pool, organization, 'export'));
  await settle();
  const error = await t.throwsAsync(pool.acquire('c', 'export'), { instanceOf: CatalogueError });
  t.like(error, {
    code: 'rate_limited',
    retryAfterSeconds: 5,
    refusingLimit: { name: 'database_connections', limit: 1, windowSeconds: 5 },
  });
  await start(pool, 'c').granted;
  exports[0]?.release?.();
  await start(pool, 'c', 'export').granted;
});

for (const poolSize of [2, 6, 20])
  test(`the exports of an organization leave a connection to another one, with a pool of ${poolSize}`, async (t) => {
    const pool = shares(poolSize, 1);
    await pool.acquire('first', 'export');
    await t.notThrowsAsync(pool.acquire('second', 'export'));
  });

test('many simultaneous requests of an organization wait', async (t) => {
  const pool = shares(1, 1);
  const requests = Array.from({ length: 500 }, () => start(pool, 'one'));
  for (const request of requests) {
    await request.granted;
    request.release?.();
  }
  t.pass();
});

test('long reports use a quarter of the pool, and one organization half of it', async (t) => {
  const pool = shares(16, 1);
  const reports = Array.from({ length: 60 }, () => start(pool, 'busy', 'bulk'));
  const other = start(pool, 'other', 'bulk');
  const person = start(pool, 'busy');
  await settle();
  t.is(reports.filter(({ release }) => release !== undefined).length, 2);
  t.truthy(other.release, 'another organization does not wait');
  t.truthy(person.release, 'nor does a request of a person');
  const third = start(pool, 'third', 'bulk');
  await settle();
  t.truthy(third.release);
});
