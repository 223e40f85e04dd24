import { ApplicationFailure } from '@temporalio/common';
import test from 'ava';
import { eventually } from '../../support/eventually.ts';
import { runInput, withFakeActivities } from '../../support/run-workflow.ts';

test('marks a run as started before its work and as succeeded after it', async (t) => {
  const calls: string[] = [];
  await withFakeActivities(
    {
      markRunStarted: () => Promise.resolve(void calls.push('started')),
      ingestRunFeed: () => Promise.resolve(calls.push('work')),
      markRunFinished: (_input, status) => Promise.resolve(void calls.push(status)),
    },
    ({ run }) => run('ingestChanges', runInput()),
  );
  t.deepEqual(calls, ['started', 'work', 'succeeded']);
});

test('stores the error message of the failed activity in the run', async (t) => {
  await withFakeActivities(
    { ingestRunFeed: () => Promise.reject(ApplicationFailure.nonRetryable('the feed was deleted')) },
    async ({ run, outcomes }) => {
      await t.throwsAsync(run('ingestChanges', runInput()));
      t.deepEqual(outcomes, ['failed: the feed was deleted']);
    },
  );
});

test('finishes the run when it cannot be marked as started', async (t) => {
  await withFakeActivities(
    {
      markRunStarted: () => Promise.reject(ApplicationFailure.nonRetryable('no such organization')),
      ingestRunFeed: () => Promise.reject(ApplicationFailure.nonRetryable('started anyway')),
    },
    async ({ run, outcomes }) => {
      await t.throwsAsync(run('ingestChanges', runInput()));
      t.deepEqual(outcomes, ['failed: no such organization']);
    },
  );
});

test('marks the run of a cancelled workflow as cancelled', async (t) => {
  let checks = 0;
  await withFakeActivities(
    {
      checkRoleDeployed: () => {
        checks += 1;
        return Promise.resolve({ state: 'waiting', waitMs: 60 * 60_000 });
      },
    },
    async ({ start, outcomes }) => {
      const onboarding = await start('onboardConnection', runInput());
      await eventually('the wait', () => Promise.resolve(checks === 1));
      await onboarding.cancel();
      await t.throwsAsync(onboarding.result());
      t.deepEqual(outcomes, ['cancelled']);
      t.is((await onboarding.describe()).status.name, 'CANCELLED');
    },
  );
});
