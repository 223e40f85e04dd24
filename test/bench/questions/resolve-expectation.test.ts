import test from 'ava';
import { createInventoryReader, timeOf } from './inventory-reader.ts';
import type { Expectation } from './question.ts';
import { readPath } from './read-path.ts';
import { matches, resolveExpectation } from './resolve-expectation.ts';

const now = new Date('2026-05-07T10:30:00Z');
const rows = [
  { id: 'r1', name: 'orders', region: 'eu-west-1', tags: { Owner: 'shop' }, timeout: '30' },
  { id: 'r2', name: 'orders', region: 'us-east-1', tags: {}, timeout: '60' },
  { id: 'r3', native_id: 'vol-1', region: 'eu-west-1', tags: {} },
];

/** Two pages of resources, an account, a record, and an empty list. */
const responses: Readonly<Record<string, unknown>> = {
  '/resources?aws_account_id=a1': { items: rows.slice(0, 2), next_cursor: 'c' },
  '/resources?aws_account_id=a1&limit=200&cursor=c': { items: rows.slice(2) },
  '/resources?resource_type=Queue&region=us-east-1': { items: [rows[1]] },
  '/resources/r2': { ...rows[1], owners: [{ team: 'Shop' }, { team: 'Data' }], deleted: false },
  '/aws/accounts': { items: [{ id: 'a1', name: 'sandbox' }] },
  '/drift': { items: [] },
  '/graph/impact?resource_id=r2': { root: {}, resources: [rows[0]] },
};

async function resolve(expectation: Expectation) {
  const reader = createInventoryReader((path) => {
    if (!(path in responses)) return Promise.reject(new Error(`${path} returned 404`));
    return Promise.resolve(responses[path]);
  }, now);
  return resolveExpectation(expectation, reader);
}

const resources = '/resources?aws_account_id={account:sandbox}';

test('a total counts the rows of all pages, with the id of a name', async (t) => {
  t.deepEqual(await resolve({ total: resources }), [{ kind: 'number', value: 3 }]);
  const where = [{ path: 'tags.Owner', absent: true as const }];
  t.deepEqual(await resolve({ total: resources, where }), [{ kind: 'number', value: 2 }]);
});

test('names are different ones, and fall back to the native id', async (t) => {
  t.deepEqual(await resolve({ list: resources }), [{ kind: 'list', names: ['orders', 'vol-1'], total: 3 }]);
  t.deepEqual(await resolve({ names: resources, first: 1 }), [
    { kind: 'texts', texts: ['orders'], atLeast: 1 },
  ]);
});

test('values are numbers, texts and times of a record', async (t) => {
  const value = '/resources/{resource:Queue orders us-east-1}';
  t.deepEqual(await resolve({ value, path: 'timeout' }), [{ kind: 'number', value: 60 }]);
  t.deepEqual(await resolve({ value, path: 'owners.*.team' }), [
    { kind: 'texts', texts: ['Shop'], atLeast: 1 },
    { kind: 'texts', texts: ['Data'], atLeast: 1 },
  ]);
});

test('groups of the same size at the end are left out', async (t) => {
  t.deepEqual(await resolve({ groups: resources, by: 'region', top: 2 }), [
    { kind: 'group', label: 'eu-west-1', count: 2 },
    { kind: 'group', label: 'us-east-1', count: 1 },
  ]);
  await t.throwsAsync(resolve({ groups: resources, by: 'id', top: 2 }), { message: 'no largest group' });
});

test('the extreme of labels has one winner', async (t) => {
  const few = '/graph/impact?resource_id={resource:Queue orders us-east-1}';
  t.deepEqual(await resolve({ smallest: { many: resources, few } }), [
    { kind: 'extreme', label: 'few', count: 1, others: ['many'] },
  ]);
  await t.throwsAsync(resolve({ largest: { one: few, other: few } }), { message: /no extreme/ });
});

test('none is verified: by the rows, and by a value', async (t) => {
  t.deepEqual(await resolve({ none: '/drift' }), [{ kind: 'none', unknownName: undefined }]);
  await t.notThrowsAsync(resolve({ none: '/resources/r2', path: 'deleted' }));
  await t.throwsAsync(resolve({ none: resources }), { message: '3 exist' });
  await t.throwsAsync(resolve({ none: '/resources/r2', path: 'owners' }), { message: '2 exist' });
});

test('an expectation without an answer in the organization is an error', async (t) => {
  for (const expectation of [
    { total: '/drift' },
    { list: '/drift' },
    { names: '/drift' },
    { exists: '/drift' },
    { value: '/resources/r2', path: 'color' },
    { total: '/resources/{resource:Queue payments us-east-1}' },
    { total: '/unknown' },
  ] satisfies Expectation[])
    await t.throwsAsync(resolve(expectation), undefined, JSON.stringify(expectation));
});

test('alternatives keep their facts together', async (t) => {
  const [fact] = await resolve({
    oneOf: [{ total: resources }, { allOf: [{ states: ['a'] }, { avoids: ['b'] }] }],
  });
  t.is(fact?.kind === 'oneOf' ? fact.facts.length : 0, 2);
});

test('times are relative to now, in UTC', (t) => {
  t.is(timeOf('3h', now), '2026-05-07T07:30:00.000Z');
  t.is(timeOf('7d', now), '2026-04-30T10:30:00.000Z');
  t.is(timeOf('today', now), '2026-05-07T00:00:00.000Z');
  t.is(timeOf('yesterday-18:00', now), '2026-05-06T18:00:00.000Z');
  t.is(timeOf('monday', now), '2026-05-04T00:00:00.000Z');
  t.throws(() => timeOf('soon', now));
});

test('conditions compare the value at a path', (t) => {
  const [row = {}] = rows;
  t.true(matches(row, { path: 'name', is: 'orders', startsWith: 'ord', contains: 'der' }));
  t.false(matches(row, { path: 'name', isNot: 'orders' }));
  t.false(matches(row, { path: 'name', absent: true }));
});

test('a path selects items of an array', (t) => {
  const value = { accounts: [{ name: 'a', coverage: { lower: 5.3 } }, { name: 'b' }], dots: [[1]] };
  t.deepEqual(readPath(value, 'accounts[name=a].coverage.lower'), [5.3]);
  t.deepEqual(readPath(value, 'accounts.*.name'), ['a', 'b']);
  t.deepEqual(readPath(value, 'dots.0.0'), [1]);
  t.deepEqual(readPath(value, 'accounts.2.name'), []);
});
