import { setImmediate as nextTurn } from 'node:timers/promises';
import test from 'ava';
import fc from 'fast-check';
import { mapConcurrently } from '../../../domain/lists/map-concurrently.ts';
import { settleConcurrently } from '../../../domain/lists/settle-concurrently.ts';

/** How many event loop turns each item takes, and whether it fails. */
const jobs = fc.array(fc.record({ turns: fc.integer({ min: 0, max: 5 }), fails: fc.boolean() }), {
  maxLength: 30,
});
const limits = fc.integer({ min: 1, max: 8 });

async function takeTurns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await nextTurn();
}

test('returns the results in the order of the items', async (t) => {
  await fc.assert(
    fc.asyncProperty(jobs, limits, async (items, limit) => {
      const results = await mapConcurrently([...items.keys()], limit, async (index) => {
        await takeTurns(items[index]?.turns ?? 0);
        return index;
      });
      t.deepEqual(results, [...items.keys()]);
    }),
    { numRuns: 30 },
  );
});

test('runs at most the limit at once, and reaches it when there are enough items', async (t) => {
  await fc.assert(
    fc.asyncProperty(jobs, limits, async (items, limit) => {
      let inFlight = 0;
      let highest = 0;
      await mapConcurrently(items, limit, async ({ turns }) => {
        inFlight += 1;
        highest = Math.max(highest, inFlight);
        await takeTurns(turns + 1);
        inFlight -= 1;
      });
      t.is(highest, Math.min(limit, items.length));
    }),
    { numRuns: 30 },
  );
});

test('starts no item after the first failure, waits for the items in flight and throws that failure', async (t) => {
  await fc.assert(
    fc.asyncProperty(jobs, limits, async (items, limit) => {
      const failures: Error[] = [];
      let inFlight = 0;
      let isFailureSettled = false;
      let startedAfterFailure = 0;
      const mapping = mapConcurrently([...items.entries()], limit, async ([index, { turns, fails }]) => {
        if (isFailureSettled) startedAfterFailure += 1;
        inFlight += 1;
        await takeTurns(turns);
        inFlight -= 1;
        if (!fails) return;
        const failure = new Error(`item ${index}`);
        failures.push(failure);
        // The caller handles the rejection some microtasks later. Another item may start before that.
        setImmediate(() => {
          isFailureSettled = true;
        });
        throw failure;
      });
      const thrown = await mapping.then(
        () => undefined,
        (error: unknown) => error,
      );
      t.is(thrown, failures[0]);
      t.is(inFlight, 0);
      t.is(startedAfterFailure, 0);
    }),
    { numRuns: 100 },
  );
});

test('maps no items to no results', async (t) => {
  t.deepEqual(await mapConcurrently([], 3, () => Promise.reject(new Error('not called'))), []);
});

test('rejects a limit below 1', async (t) => {
  for (const limit of [0, -1, Number.NaN])
    await t.throwsAsync(
      mapConcurrently([1], limit, () => Promise.resolve()),
      { instanceOf: RangeError },
    );
});

test('settleConcurrently runs every item and throws all failures together at the end', async (t) => {
  await fc.assert(
    fc.asyncProperty(jobs, limits, async (items, limit) => {
      const settled: number[] = [];
      const reported: number[] = [];
      const work = async (index: number): Promise<void> => {
        const { turns = 0, fails = false } = items[index] ?? {};
        await takeTurns(turns);
        settled.push(index);
        if (fails) throw new Error(`item ${index}`);
      };
      const settling = settleConcurrently([...items.keys()], limit, work, (index) => reported.push(index));
      const failing = items.flatMap(({ fails }, index) => (fails ? [index] : []));
      if (failing.length === 0) await t.notThrowsAsync(settling);
      else {
        const error = await t.throwsAsync(settling, { instanceOf: AggregateError });
        t.is(error?.errors.length, failing.length);
        const [first] = (error?.errors ?? []) as readonly Error[];
        t.is(error?.message, `${failing.length} of ${items.length} failed: ${first?.message}`);
      }
      t.deepEqual(
        settled.toSorted((a, b) => a - b),
        [...items.keys()],
      );
      t.deepEqual(
        reported.toSorted((a, b) => a - b),
        failing,
      );
    }),
    { numRuns: 50 },
  );
});
