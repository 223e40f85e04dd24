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

test('stores only texts for users as the error of a run', async (t) => {
  const errors = [
    ApplicationFailure.nonRetryable('The stack is ROLLED_BACK.', 'upgrade_failed'),
    ApplicationFailure.nonRetryable('User is not authorized to perform: sts:AssumeRole', 'AccessDenied'),
    ApplicationFailure.nonRetryable('duplicate key value violates unique constraint "feeds_key"', 'error'),
    ApplicationFailure.nonRetryable("Cannot read properties of undefined (reading 'x')", 'TypeError'),
  ];
  const stored: string[] = [];
  for (const error of errors) {
    await withFakeActivities({ ingestRunFeed: () => Promise.reject(error) }, async ({ run, outcomes }) => {
      await t.throwsAsync(run('ingestChanges', runInput()));
      stored.push(...outcomes);
    });
  }
  const internal =
    'failed: An internal error of this service occurred. The log of the service has the details.';
  t.deepEqual(stored, [
    'failed: The stack is ROLLED_BACK.',
    'failed: User is not authorized to perform: sts:AssumeRole',
    internal,
    internal,
  ]);
});

test('finishes the run when it cannot be marked as started', async (t) => {
  await withFakeActivities(
    {
      markRunStarted: () =>
        Promise.reject(ApplicationFailure.nonRetryable('no such organization', 'invalid')),
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
