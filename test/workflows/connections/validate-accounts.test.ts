import { randomUUID } from 'node:crypto';
import { ApplicationFailure } from '@temporalio/common';
import test from 'ava';
import type { Activities } from '../../../activities/index.ts';
import { runInput, withFakeActivities } from '../../support/run-workflow.ts';

const input = () => ({ organizationId: randomUUID(), connectionId: randomUUID(), notConnectedOnly: false });
const accountFault = () => Promise.reject(ApplicationFailure.nonRetryable('session ended', 'Error'));
const serviceFault = () =>
  Promise.reject(ApplicationFailure.nonRetryable('no credentials', 'provider_unavailable'));

/** Pages of accounts, and what the fakes were called with. */
function fakeAccounts(
  pages: readonly (readonly string[])[],
  validate: (accountId: string) => Promise<'connected'>,
) {
  const validated: string[] = [];
  const unreachable: string[] = [];
  const fakes: Partial<Activities> = {
    listAccountsToValidate: (_input, after) => {
      const index = after === null ? 0 : pages.findIndex((page) => page.at(-1) === after) + 1;
      return Promise.resolve(pages[index] ?? []);
    },
    validateOneAccount: ({ accountId }) => {
      validated.push(accountId);
      return validate(accountId);
    },
    markAccountUnreachable: ({ accountId }, error) => {
      unreachable.push(`${accountId}: ${error}`);
      return Promise.resolve();
    },
  };
  return { fakes, validated, unreachable };
}

test('validates every page, and a failing account does not stop the others', async (t) => {
  const pages = [['a', 'b'], ['c', 'd'], ['e']];
  const { fakes, validated, unreachable } = fakeAccounts(pages, (id) =>
    id === 'b' || id === 'e' ? accountFault() : Promise.resolve('connected'),
  );
  await withFakeActivities(fakes, ({ run }) => run('validateAccounts', input()));
  t.deepEqual(validated.toSorted(), ['a', 'b', 'c', 'd', 'e']);
  t.deepEqual(unreachable, ['b: session ended', 'e: session ended']);
});

test('a fault of this service fails the workflow, marks no account and starts no further validation', async (t) => {
  const page = Array.from({ length: 60 }, (_, index) => `account-${index}`);
  const { fakes, validated, unreachable } = fakeAccounts([page], serviceFault);
  const error = await t.throwsAsync(withFakeActivities(fakes, ({ run }) => run('validateAccounts', input())));
  t.regex(String(error?.cause), /Activity task failed/);
  t.deepEqual(unreachable, []);
  t.true(validated.length <= 10, `${validated.length} validations`);
});

const oneAccount: Partial<Activities> = {
  validateOneAccount: () => Promise.resolve('connected'),
  finishAccountValidation: () => Promise.resolve('connection'),
  recheckOnboarding: () => Promise.resolve(),
  requestFirstScans: () => Promise.resolve(1),
};

test('validating one account requests its first scan and signals the onboarding of its connection', async (t) => {
  const calls: string[] = [];
  await withFakeActivities(
    {
      ...oneAccount,
      recheckOnboarding: (_organizationId, connectionId) => {
        calls.push(`recheck ${connectionId}`);
        return Promise.resolve();
      },
      requestFirstScans: ({ subjectId }) => Promise.resolve(calls.push(`scan ${subjectId}`)),
    },
    async ({ run, outcomes }) => {
      await run('validateAccount', runInput());
      t.deepEqual(outcomes, ['succeeded']);
      t.deepEqual(calls, ['recheck connection', 'scan connection']);
    },
  );
});

test('validating one account stores its fault and succeeds', async (t) => {
  const unreachable: string[] = [];
  await withFakeActivities(
    {
      ...oneAccount,
      validateOneAccount: accountFault,
      markAccountUnreachable: (_account, error) => {
        unreachable.push(error);
        return Promise.resolve();
      },
    },
    async ({ run, outcomes }) => {
      await run('validateAccount', runInput());
      t.deepEqual(outcomes, ['succeeded']);
      t.deepEqual(unreachable, ['session ended']);
    },
  );
});

test('validating one account fails on a fault of this service', async (t) => {
  await withFakeActivities({ ...oneAccount, validateOneAccount: serviceFault }, async ({ run, outcomes }) => {
    await t.throwsAsync(run('validateAccount', runInput()));
    t.deepEqual(outcomes, ['failed: no credentials']);
  });
});

test('validating one account is cancelled when the account was deleted', async (t) => {
  await withFakeActivities(
    { ...oneAccount, finishAccountValidation: () => Promise.resolve(null) },
    async ({ run, outcomes }) => {
      await run('validateAccount', runInput());
      t.deepEqual(outcomes, ['cancelled']);
    },
  );
});
