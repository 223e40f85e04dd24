import { ApplicationFailure } from '@temporalio/common';
import test from 'ava';
import type { Activities } from '../../../activities/index.ts';
import { recheckSignal } from '../../../domain/connections/onboarding.ts';
import { eventually } from '../../support/eventually.ts';
import { runInput, withFakeActivities } from '../../support/run-workflow.ts';

const hourMs = 60 * 60_000;

/** Activities of an onboarding in which every step succeeds. */
const succeeding: Partial<Activities> = {
  checkRoleDeployed: () => Promise.resolve({ state: 'ready', waitMs: 10 }),
  markStepInProgress: () => Promise.resolve(),
  checkConnection: () => Promise.resolve({ state: 'ok' }),
  syncDirectory: () => Promise.resolve({ state: 'ok' }),
  listAccountsToValidate: (_input, after) => Promise.resolve(after === null ? ['account'] : []),
  validateOneAccount: () => Promise.resolve('connected'),
  finishValidation: () => Promise.resolve(1),
  requestFirstScans: () => Promise.resolve(1),
};

test('waits for the role and rechecks it on a signal', async (t) => {
  const attempts: number[] = [];
  const steps: string[] = [];
  await withFakeActivities(
    {
      ...succeeding,
      checkRoleDeployed: (_input, attempt) => {
        attempts.push(attempt);
        return Promise.resolve({ state: attempt === 0 ? 'waiting' : 'ready', waitMs: hourMs });
      },
      markStepInProgress: (_input, step) => {
        steps.push(step);
        return Promise.resolve();
      },
    },
    async (worker) => {
      const onboarding = await worker.start('onboardConnection', runInput());
      await eventually('the first attempt', () => Promise.resolve(attempts.length === 1));
      t.deepEqual(worker.outcomes, []);
      await onboarding.signal(recheckSignal);
      await onboarding.result();
      t.deepEqual(attempts, [0, 1]);
      t.deepEqual(steps, ['validate_connection', 'sync_accounts', 'validate_accounts', 'first_scan']);
      t.deepEqual(worker.outcomes, ['succeeded']);
    },
  );
});

test('rechecks the role when the timer fires', async (t) => {
  let attempts = 0;
  await withFakeActivities(
    {
      ...succeeding,
      checkRoleDeployed: (_input, attempt) => {
        attempts += 1;
        return Promise.resolve({ state: attempt < 2 ? 'waiting' : 'ready', waitMs: 10 });
      },
    },
    async ({ run, outcomes }) => {
      await run('onboardConnection', runInput());
      t.is(attempts, 3);
      t.deepEqual(outcomes, ['succeeded']);
    },
  );
});

test('is cancelled when the connection is deleted while it waits', async (t) => {
  await withFakeActivities(
    {
      ...succeeding,
      checkRoleDeployed: (_input, attempt) =>
        Promise.resolve({ state: attempt === 0 ? 'waiting' : 'deleted', waitMs: 10 }),
    },
    async ({ run, outcomes }) => {
      await run('onboardConnection', runInput());
      t.deepEqual(outcomes, ['cancelled']);
    },
  );
});

test('is cancelled when the connection is deleted during its check', async (t) => {
  await withFakeActivities(
    { ...succeeding, checkConnection: () => Promise.resolve({ state: 'deleted' }) },
    async ({ run, outcomes }) => {
      await run('onboardConnection', runInput());
      t.deepEqual(outcomes, ['cancelled']);
    },
  );
});

test('restarts at the first step until every step succeeds', async (t) => {
  let attempt = -1;
  const scans: number[] = [];
  await withFakeActivities(
    {
      ...succeeding,
      checkRoleDeployed: (_input, given) => {
        attempt = given;
        return Promise.resolve({ state: 'ready', waitMs: 10 });
      },
      checkConnection: () => Promise.resolve({ state: attempt === 0 ? 'failed' : 'ok' }),
      syncDirectory: () => Promise.resolve({ state: attempt === 1 ? 'failed' : 'ok' }),
      validateOneAccount: () =>
        attempt === 2
          ? Promise.reject(ApplicationFailure.nonRetryable('no credentials', 'provider_unavailable'))
          : Promise.resolve('connected'),
      finishValidation: () => Promise.resolve(attempt === 3 ? 0 : 1),
      requestFirstScans: () => Promise.resolve(scans.push(attempt)),
    },
    async ({ run, outcomes }) => {
      await run('onboardConnection', runInput());
      t.deepEqual(scans, [4]);
      t.deepEqual(outcomes, ['succeeded']);
    },
  );
});

test('continues as new when a run is old, so that it continues on the current code', async (t) => {
  const attempts: number[] = [];
  await withFakeActivities(
    {
      ...succeeding,
      checkRoleDeployed: (_input, attempt) => {
        attempts.push(attempt);
        return Promise.resolve({ state: attempt < 2 ? 'waiting' : 'ready', waitMs: 10 });
      },
    },
    async ({ start, outcomes }) => {
      const onboarding = await start('onboardConnection', { ...runInput(), maximumRunMs: 0 });
      await onboarding.result();
      t.not((await onboarding.describe()).runId, onboarding.firstExecutionRunId);
      t.deepEqual(attempts, [0, 1, 2]);
      t.deepEqual(outcomes, ['succeeded']);
    },
  );
});
