import test from 'ava';
import { mapPagesConcurrently } from '../../../domain/lists/map-pages-concurrently.ts';
import { gate } from '../../support/gate.ts';

const pages = [[1, 2], [3, 4], [5]];
const listed = (after: number | null) =>
  Promise.resolve(pages[after === null ? 0 : pages.findIndex((page) => page.at(-1) === after) + 1] ?? []);
const never = { after: null, isStopping: () => false };

test('maps every item of every page with at most the given number in flight', async (t) => {
  const mapped: number[] = [];
  let inFlight = 0;
  let highest = 0;
  const last = await mapPagesConcurrently<number>({ ...never, limit: 2 }, listed, async (item) => {
    highest = Math.max(highest, (inFlight += 1));
    await new Promise((resolve) => setImmediate(resolve));
    mapped.push(item);
    inFlight -= 1;
  });
  t.is(last, null);
  t.deepEqual(
    mapped.toSorted((a, b) => a - b),
    [1, 2, 3, 4, 5],
  );
  t.is(highest, 2);
});

test('starts the items of later pages while an item of the first page is in flight', async (t) => {
  const started: number[] = [];
  const { opened, open } = gate();
  await mapPagesConcurrently<number>({ ...never, limit: 2 }, listed, (item) => {
    started.push(item);
    if (item === 5) open();
    return item === 1 ? opened : Promise.resolve();
  });
  t.deepEqual(started, [1, 2, 3, 4, 5]);
});

test('stops between two items, waits for the items in flight, and returns where to continue', async (t) => {
  const ended: number[] = [];
  const last = await mapPagesConcurrently<number>(
    { ...never, limit: 2, isStopping: () => ended.length > 1 },
    listed,
    async (item) => {
      await new Promise((resolve) => setImmediate(resolve));
      ended.push(item);
    },
  );
  t.is(last, Math.max(...ended));
  const rest: number[] = [];
  const end = await mapPagesConcurrently<number>({ ...never, after: last, limit: 2 }, after, (item) =>
    Promise.resolve(void rest.push(item)),
  );
  t.is(end, null);
  t.deepEqual(
    [...ended, ...rest].toSorted((a, b) => a - b),
    [1, 2, 3, 4, 5],
  );
});

/** Pages of items after any item. */
const after = (last: number | null) =>
  Promise.resolve(
    pages
      .flat()
      .filter((item) => item > (last ?? 0))
      .slice(0, 2),
  );

test('starts nothing after a failure, and throws it when the items in flight have ended', async (t) => {
  const started: number[] = [];
  let secondEnded = false;
  const failing = mapPagesConcurrently<number>({ ...never, limit: 2 }, listed, async (item) => {
    started.push(item);
    if (item === 1) throw new Error('first');
    await new Promise((resolve) => setImmediate(resolve));
    secondEnded = true;
  });
  await t.throwsAsync(failing, { message: 'first' });
  t.deepEqual(started, [1, 2]);
  t.true(secondEnded);
});

test('waits for the items in flight when a page cannot be listed', async (t) => {
  let ended = 0;
  const list = (last: number | null) =>
    last === null ? Promise.resolve([1]) : Promise.reject(new Error('no page'));
  const failing = mapPagesConcurrently<number>({ ...never, limit: 2 }, list, async () => {
    await new Promise((resolve) => setImmediate(resolve));
    ended += 1;
  });
  await t.throwsAsync(failing, { message: 'no page' });
  t.is(ended, 1);
});
