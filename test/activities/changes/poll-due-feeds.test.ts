import test from 'ava';
import { pollDueFeeds } from '../../../activities/changes/poll-due-feeds.ts';
import type { FeedPolls } from '../../../activities/changes/poll-due-feeds.ts';
import type { FeedToPoll } from '../../../db/changes/feed-store.ts';
import { gate } from '../../support/gate.ts';

const limits = { feedsAtOnce: 4, feedsPerOrganization: 2, durationMs: 60_000 };
const active = () => new AbortController().signal;

const feedsOf = (organizationId: string, count: number): FeedToPoll[] =>
  Array.from({ length: count }, (_, index) => ({ organizationId, feedId: `${organizationId}-${index}` }));

/** A queue of feeds without an index, and the failures of their polls. */
function queueOf(due: FeedToPoll[], poll: FeedPolls['poll']) {
  const failures: string[] = [];
  const polls: FeedPolls = {
    claim: (limit, excluded) => {
      const claimed = due.filter(({ organizationId }) => !excluded.includes(organizationId)).slice(0, limit);
      for (const feed of claimed) due.splice(due.indexOf(feed), 1);
      return Promise.resolve(claimed);
    },
    poll,
    onFailure: ({ feedId }) => failures.push(feedId),
  };
  return { polls, failures };
}

test('polls every due feed, a bounded number at once, although some fail', async (t) => {
  let inFlight = 0;
  let highest = 0;
  const { polls, failures } = queueOf([...feedsOf('a', 30), ...feedsOf('b', 1)], async ({ feedId }) => {
    inFlight += 1;
    highest = Math.max(highest, inFlight);
    await new Promise((resolve) => setImmediate(resolve));
    inFlight -= 1;
    if (feedId === 'a-3') throw new Error('deadlock');
  });
  t.deepEqual(await pollDueFeeds(polls, limits, active()), { polled: 30, failed: 1, more: false });
  t.deepEqual(failures, ['a-3']);
  t.true(highest <= 4, `${highest} in flight`);
});

test('polls the feeds of other organizations while the polls of one do not end', async (t) => {
  const slow = feedsOf('slow', 10);
  const ended: string[] = [];
  const allFastEnded = gate();
  const { polls } = queueOf(
    [...slow.slice(0, 2), ...feedsOf('fast', 10), ...slow.slice(2)],
    async ({ feedId, organizationId }) => {
      if (organizationId === 'slow') await allFastEnded.opened;
      ended.push(feedId);
      if (ended.length === 10) allFastEnded.open();
    },
  );
  t.deepEqual(await pollDueFeeds(polls, limits, active()), { polled: 20, failed: 0, more: false });
  t.true(ended.slice(0, 10).every((feedId) => feedId.startsWith('fast')));
});

test('claims no feed after its time is over, and reports that more may be due', async (t) => {
  const due = feedsOf('a', 3);
  const { polls } = queueOf(due, () => Promise.resolve());
  t.deepEqual(await pollDueFeeds(polls, { ...limits, durationMs: 0 }, active()), {
    polled: 0,
    failed: 0,
    more: true,
  });
  t.is(due.length, 3);
});

test('claims no feed after a cancellation, and waits for the polls in flight', async (t) => {
  const cancellation = new AbortController();
  let ended = 0;
  const due = feedsOf('a', 20);
  const { polls } = queueOf(due, async () => {
    cancellation.abort(new Error('cancelled'));
    await new Promise((resolve) => setImmediate(resolve));
    ended += 1;
  });
  await t.throwsAsync(pollDueFeeds(polls, limits, cancellation.signal), { message: 'cancelled' });
  t.is(ended, 4);
  t.is(due.length, 16);
});

test('waits for the polls in flight before it throws the error of a claim', async (t) => {
  let ended = 0;
  const { polls } = queueOf(feedsOf('a', 2), async () => {
    await new Promise((resolve) => setImmediate(resolve));
    ended += 1;
  });
  const { claim } = polls;
  let claims = 0;
  const failing: FeedPolls = {
    ...polls,
    claim: (limit, excluded) => {
      claims += 1;
      return claims === 1 ? claim(limit, excluded) : Promise.reject(new Error('no database'));
    },
  };
  await t.throwsAsync(pollDueFeeds(failing, limits, active()), { message: 'no database' });
  t.is(ended, 2);
});
