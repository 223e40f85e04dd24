import { ApplicationFailure } from '@temporalio/common';
import test from 'ava';
import { eventually } from '../../support/eventually.ts';
import { withFakeActivities } from '../../support/run-workflow.ts';

const nothingDue = { polled: 0, failed: 0, more: false };

test('reconciles the feeds, then polls in lanes until none is due', async (t) => {
  const calls: string[] = [];
  let due = 20;
  await withFakeActivities(
    {
      reconcileFeeds: () => Promise.resolve(void calls.push('reconcile')),
      pollDueFeeds: () => {
        calls.push('poll');
        due -= 1;
        return Promise.resolve(due > 0 ? { polled: 1, failed: 0, more: true } : nothingDue);
      },
    },
    ({ run }) => run('pollChanges'),
  );
  t.is(calls[0], 'reconcile');
  t.is(calls.filter((call) => call === 'reconcile').length, 1);
  t.true(calls.length >= 21, `${calls.length} calls`);
});

test('continues as new while feeds are due, and reconciles the feeds again', async (t) => {
  let reconciled = 0;
  let polls = 0;
  await withFakeActivities(
    {
      reconcileFeeds: () => Promise.resolve(void (reconciled += 1)),
      pollDueFeeds: () => {
        polls += 1;
        return Promise.resolve({ polled: 1, failed: 0, more: polls < 100 });
      },
    },
    async ({ start }) => {
      const poll = await start('pollChanges');
      await poll.result();
      t.not((await poll.describe()).runId, poll.firstExecutionRunId);
    },
  );
  t.true(reconciled >= 2, `${reconciled} reconciliations`);
  t.true(polls >= 100, `${polls} polls`);
});

test('the other lanes continue after one lane fails, and then the workflow fails', async (t) => {
  let polls = 0;
  await withFakeActivities(
    {
      reconcileFeeds: () => Promise.resolve(),
      pollDueFeeds: () => {
        polls += 1;
        if (polls === 1) return Promise.reject(ApplicationFailure.nonRetryable('no database'));
        return Promise.resolve({ polled: 1, failed: 0, more: polls < 20 });
      },
    },
    ({ run }) => t.throwsAsync(run('pollChanges')),
  );
  t.true(polls >= 20, `${polls} polls`);
});

test('starts no further activity after the workflow is cancelled', async (t) => {
  let started = 0;
  await withFakeActivities(
    {
      reconcileFeeds: () => Promise.resolve(),
      pollDueFeeds: () => {
        started += 1;
        return Promise.reject(new Error('retried'));
      },
    },
    async ({ start }) => {
      const poll = await start('pollChanges');
      await eventually('the lanes', () => Promise.resolve(started >= 8));
      await poll.cancel();
      await t.throwsAsync(poll.result());
      t.is((await poll.describe()).status.name, 'CANCELLED');
    },
  );
});
