import { ApplicationFailure } from '@temporalio/common';
import test from 'ava';
import type { Activities } from '../../../activities/index.ts';
import { runInput, withFakeActivities } from '../../support/run-workflow.ts';

const input = () => ({ ...runInput(), pollIntervalMs: 10 });

/** An upgrade of one stack and one stack set, each in progress for two reads. Records the calls. */
function fakeUpgrade(calls: string[]): Partial<Activities> {
  let stackReads = 0;
  let stackSetReads = 0;
  return {
    planUpgrade: () =>
      Promise.resolve({
        stacks: [{ awsAccountNumber: '111122223333', stackId: 'stack' }],
        stackSet: { name: 'members', region: 'us-east-1', delegated: false },
      }),
    upgradeStack: () => {
      calls.push('upgrade stack');
      return Promise.resolve('in_progress');
    },
    getStackUpgradeState: () => Promise.resolve((stackReads += 1) > 2 ? 'done' : 'in_progress'),
    upgradeStackSet: () => {
      calls.push(`upgrade stack set after ${stackReads} reads`);
      return Promise.resolve();
    },
    getStackSetUpgradeState: () => Promise.resolve((stackSetReads += 1) > 2 ? 'done' : 'in_progress'),
    listAccountsToValidate: () => {
      calls.push(`validate after ${stackSetReads} reads`);
      return Promise.resolve([]);
    },
    finishValidation: () => Promise.resolve(1),
    countOutdatedAccounts: () => Promise.resolve(0),
  };
}

test('polls the stack, then the stack set, then validates the accounts', async (t) => {
  const calls: string[] = [];
  await withFakeActivities(fakeUpgrade(calls), async ({ run, outcomes }) => {
    await run('upgradeTemplate', input());
    t.deepEqual(calls, ['upgrade stack', 'upgrade stack set after 3 reads', 'validate after 3 reads']);
    t.deepEqual(outcomes, ['succeeded']);
  });
});

test('continues as new before its history is too long, and finds the updates again', async (t) => {
  const calls: string[] = [];
  // Each activity stores its arguments: a server suggests it above 4 MB.
  const stack = { awsAccountNumber: '111122223333', stackId: 'x'.repeat(400_000) };
  let plans = 0;
  let reads = 0;
  await withFakeActivities(
    {
      ...fakeUpgrade(calls),
      planUpgrade: () => {
        plans += 1;
        return Promise.resolve({ stacks: [stack] });
      },
      getStackUpgradeState: () => Promise.resolve((reads += 1) > 14 ? 'done' : 'in_progress'),
    },
    async ({ run, outcomes }) => {
      await run('upgradeTemplate', input());
      t.true(plans > 1, `${plans} plans`);
      t.is(calls.filter((call) => call === 'upgrade stack').length, plans);
      t.is(reads, 15);
      t.deepEqual(outcomes, ['succeeded']);
    },
  );
});

test('does not poll a stack that is up to date', async (t) => {
  const calls: string[] = [];
  const fakes = fakeUpgrade(calls);
  await withFakeActivities(
    {
      ...fakes,
      planUpgrade: () =>
        Promise.resolve({ stacks: [{ awsAccountNumber: '111122223333', stackId: 'stack' }] }),
      upgradeStack: () => Promise.resolve('done'),
      getStackUpgradeState: () => Promise.reject(ApplicationFailure.nonRetryable('polled')),
    },
    async ({ run, outcomes }) => {
      await run('upgradeTemplate', input());
      t.deepEqual(calls, ['validate after 0 reads']);
      t.deepEqual(outcomes, ['succeeded']);
    },
  );
});

test('ends as partial when an account still has an older template version', async (t) => {
  await withFakeActivities(
    { ...fakeUpgrade([]), countOutdatedAccounts: () => Promise.resolve(2) },
    async ({ run, outcomes }) => {
      await run('upgradeTemplate', input());
      t.deepEqual(outcomes, ['partial']);
    },
  );
});

test('fails the run before it updates the stack set when the stack was rolled back', async (t) => {
  const calls: string[] = [];
  await withFakeActivities(
    {
      ...fakeUpgrade(calls),
      getStackUpgradeState: () =>
        Promise.reject(
          ApplicationFailure.nonRetryable('The stack is UPDATE_ROLLBACK_COMPLETE', 'upgrade_failed'),
        ),
    },
    async ({ run, outcomes }) => {
      await t.throwsAsync(run('upgradeTemplate', input()));
      t.deepEqual(calls, ['upgrade stack']);
      t.deepEqual(outcomes, ['failed: The stack is UPDATE_ROLLBACK_COMPLETE']);
    },
  );
});
