import test from 'ava';
import { createProviderSlots } from '../../api/scm/provider-slots.ts';
import { OrganizationSlots } from '../../runtime/organization-slots.ts';
import type { SlotLimits } from '../../runtime/organization-slots.ts';
import { gate } from '../support/gate.ts';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** Runs work that ends when its gate opens, and records the organizations in the order in which they start. */
function useSlots(limits: SlotLimits) {
  const slots = new OrganizationSlots({ busy: (id) => new Error(`${id} is busy`), ...limits });
  const started: string[] = [];
  const run = (organizationId: string, signal?: AbortSignal) => {
    const { open, opened } = gate();
    const ended = slots.run(
      organizationId,
      () => {
        started.push(organizationId);
        return opened;
      },
      signal,
    );
    return { open, ended };
  };
  return { slots, started, run };
}

test('waits for a slot, and the organizations take turns', async (t) => {
  const { run, started, slots } = useSlots({ slots: 2, perOrganization: 1 });
  const runs = ['a', 'a', 'a', 'b', 'c'].map((id) => run(id));
  await nextTurn();
  t.deepEqual(started, ['a', 'b']);
  t.deepEqual([slots.used('a'), slots.used('b'), slots.used('c')], [1, 1, 0]);
  for (const { open } of runs) open();
  await Promise.all(runs.map(({ ended }) => ended));
  t.is(slots.used('a'), 0);
  t.deepEqual(started.slice(2).toSorted(), ['a', 'a', 'c']);
});

test('throws at once without a free slot when no call may wait', async (t) => {
  const { run } = useSlots({ perOrganization: 1, maximumWaiting: 0 });
  const first = run('a');
  await t.throwsAsync(run('a').ended, { message: 'a is busy' });
  const other = run('b');
  for (const { open } of [first, other]) open();
  await Promise.all([first.ended, other.ended]);
});

test('throws when too many calls of the organization wait, or one has waited too long', async (t) => {
  const { run, started } = useSlots({ slots: 1, maximumWaiting: 1, maximumWaitMs: 10 });
  const first = run('a');
  const late = run('a').ended;
  await t.throwsAsync(run('a').ended, { message: 'a is busy' });
  await t.throwsAsync(late, { message: 'a is busy' });
  first.open();
  await first.ended;
  t.deepEqual(started, ['a']);
});

test('stops waiting when its signal aborts, and frees the slot of work that fails', async (t) => {
  const { run, slots } = useSlots({ slots: 1 });
  const first = run('a');
  const controller = new AbortController();
  const waiting = run('b', controller.signal).ended;
  controller.abort(new Error('cancelled'));
  await t.throwsAsync(waiting, { message: 'cancelled' });
  first.open();
  await first.ended;
  await t.throwsAsync(
    slots.run('a', () => Promise.reject(new Error('failed'))),
    { message: 'failed' },
  );
  t.is(slots.used('a'), 0);
});

test('an organization with a slot gets a second one only while no organization without one waits', async (t) => {
  const { run, started } = useSlots({ slots: 2, perOrganization: 2, oneWhileOthersWait: true });
  const runs = ['a', 'a', 'a', 'a', 'b'].map((id) => run(id));
  await nextTurn();
  t.deepEqual(started, ['a', 'a']);
  runs[0]?.open();
  await runs[0]?.ended;
  await nextTurn();
  t.deepEqual(started, ['a', 'a', 'b']);
  for (const { open } of runs) open();
  await Promise.all(runs.map(({ ended }) => ended));
  t.deepEqual(started.slice(3), ['a', 'a']);
});

test('the API calls a provider twice at once for an organization, and sixteen times in all', async (t) => {
  const slots = createProviderSlots();
  const held = gate();
  let running = 0;
  const call = (organizationId: string) =>
    slots.run(organizationId, async () => {
      running += 1;
      await held.opened;
      running -= 1;
    });
  const ofOne = Array.from({ length: 10 }, () => call('a'));
  await nextTurn();
  t.is(running, 2);
  await t.throwsAsync(call('a'), {
    code: 'provider_unavailable',
    message: /Other requests of the organization/,
  });
  const ofOthers = Array.from({ length: 20 }, (_, index) => call(`b${index}`));
  await nextTurn();
  t.is(running, 16);
  held.open();
  await Promise.all([...ofOne, ...ofOthers]);
  t.is(running, 0);
});
