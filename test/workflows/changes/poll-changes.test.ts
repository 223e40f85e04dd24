import { ApplicationFailure } from '@temporalio/common';
import test from 'ava';
import { eventually } from '../../support/eventually.ts';
import { withFakeActivities } from '../../support/run-workflow.ts';

test('polls every due feed although one of them fails', async (t) => {
  const feeds = Array.from({ length: 50 }, (_, index) => ({ organizationId: 'o', feedId: `feed-${index}` }));
  const polled = new Set<string>();
  let inFlight = 0;
  let highest = 0;
  await withFakeActivities(
    {
      findDueFeeds: () => Promise.resolve(feeds),
      ingestDueFeed: async ({ feedId }) => {
        inFlight += 1;
        highest = Math.max(highest, inFlight);
        await new Promise((resolve) => setImmediate(resolve));
        inFlight -= 1;
        polled.add(feedId);
        if (feedId === 'feed-0') throw ApplicationFailure.nonRetryable('denied');
        return 1;
      },
    },
    ({ run }) => run('pollChanges'),
  );
  t.is(polled.size, feeds.length);
  t.true(highest <= 20, `${highest} in flight`);
});

test('polls no further feed after the workflow is cancelled', async (t) => {
  const feeds = Array.from({ length: 50 }, (_, index) => ({ organizationId: 'o', feedId: `feed-${index}` }));
  const started: string[] = [];
  await withFakeActivities(
    {
      findDueFeeds: () => Promise.resolve(feeds),
      ingestDueFeed: ({ feedId }) => {
        started.push(feedId);
        return Promise.reject(new Error('retried'));
      },
    },
    async ({ start }) => {
      const poll = await start('pollChanges');
      await eventually('the first feeds', () => Promise.resolve(started.length >= 20));
      await poll.cancel();
      await t.throwsAsync(poll.result());
    },
  );
  t.is(new Set(started).size, 20);
});
