import { ApplicationFailure } from '@temporalio/common';
import test from 'ava';
import { createInferenceSlots } from '../../../activities/ownership/inference-slots.ts';
import type { InferenceSlots, InferenceWeight } from '../../../activities/ownership/inference-slots.ts';
import { gate } from '../../support/gate.ts';

/** Runs work that ends when the returned function is called. Records the organizations in the order in which they start. */
function runUntilReleased(
  slots: InferenceSlots,
  started: string[],
  organizationId: string,
  weight: InferenceWeight = 'heavy',
) {
  const held = gate();
  const done = slots.run(weight, organizationId, () => {
    started.push(organizationId);
    return held.opened;
  });
  return {
    done,
    release: async () => {
      held.open();
      await done;
    },
  };
}

test('a free slot goes to the organization that waits longest, not to one that has just had a run', async (t) => {
  const slots = createInferenceSlots();
  const started: string[] = [];
  const first = runUntilReleased(slots, started, 'a');
  const [second, third] = ['b', 'c'].map((id) => runUntilReleased(slots, started, id));
  await first.release();
  const again = runUntilReleased(slots, started, 'a');
  await second?.release();
  await third?.release();
  await again.release();
  t.deepEqual(started, ['a', 'b', 'c', 'a']);
});

test('one heavy run and four light runs work at once, and of one organization one', async (t) => {
  const slots = createInferenceSlots();
  const started: string[] = [];
  const runs = ['a', 'b'].map((id) => runUntilReleased(slots, started, `heavy ${id}`));
  for (const id of ['c', 'd', 'c', 'e', 'f', 'g'])
    runs.push(runUntilReleased(slots, started, `light ${id}`, 'light'));
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
  t.deepEqual(started, ['heavy a', 'light c', 'light d', 'light e', 'light f']);
  await Promise.all(runs.map(({ release }) => release()));
  t.is(started.length, 8);
});

test('beyond ten waiting runs, a run is retried later with a message about the worker', async (t) => {
  const slots = createInferenceSlots();
  const started: string[] = [];
  const runs = Array.from({ length: 11 }, (_, index) => runUntilReleased(slots, started, `o${index}`));
  const busy = await t.throwsAsync(
    slots.run('heavy', 'other', () => Promise.resolve()),
    { instanceOf: ApplicationFailure },
  );
  t.is(busy?.type, 'busy');
  t.is(busy?.nonRetryable, false);
  t.regex(busy?.message ?? '', /heavy inference runs of other organizations wait for a slot of the worker/);
  const delay = Number(busy?.nextRetryDelay);
  t.true(delay >= 15_000 && delay <= 45_000, String(delay));
  await t.notThrowsAsync(slots.run('light', 'other', () => Promise.resolve()));
  await Promise.all(runs.map(({ release }) => release()));
  await t.notThrowsAsync(slots.run('heavy', 'other', () => Promise.resolve()));
});

test('an aborted wait frees its place, and an error of the work its slot', async (t) => {
  const slots = createInferenceSlots();
  const started: string[] = [];
  const first = runUntilReleased(slots, started, 'a');
  const controller = new AbortController();
  const waiting = slots.run('heavy', 'b', () => Promise.resolve(), controller.signal);
  controller.abort(new Error('stopping'));
  await t.throwsAsync(waiting, { message: 'stopping' });
  const failing = slots.run('heavy', 'c', () => Promise.reject(new Error('failed')));
  await first.release();
  await t.throwsAsync(failing, { message: 'failed' });
  await t.notThrowsAsync(slots.run('heavy', 'd', () => Promise.resolve()));
});
