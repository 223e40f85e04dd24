import { randomUUID } from 'node:crypto';
import { ApplicationFailure } from '@temporalio/common';
import test from 'ava';
import { accountRejected } from '../../../domain/connections/account-rejected.ts';
import type { Activities } from '../../../activities/index.ts';
import { runInput, withFakeActivities } from '../../support/run-workflow.ts';

const input = () => ({ organizationId: randomUUID(), connectionId: randomUUID(), notConnectedOnly: false });
const accountFault = () => Promise.reject(ApplicationFailure.nonRetryable('role replaced', accountRejected));
const networkFault = () =>
  Promise.reject(ApplicationFailure.nonRetryable('connect ECONNRESET 10.0.0.1', 'ECONNRESET'));
/** An error that Temporal retries, with a short interval. */
const databaseFault = () =>
  Promise.reject(ApplicationFailure.create({ message: 'no Postgres', nextRetryDelay: '1 millisecond' }));
const serviceFault = () =>
  Promise.reject(ApplicationFailure.nonRetryable('no credentials', 'provider_unavailable'));

/** Fake activities that list pages of accounts and record the validated and the unreachable ones. */
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

test('validates the accounts of every page although some of them fail', async (t) => {
  const pages = [['a', 'b'], ['c', 'd'], ['e']];
  const { fakes, validated, unreachable } = fakeAccounts(pages, (id) =>
    id === 'b' || id === 'e' ? accountFault() : Promise.resolve('connected'),
  );
  await withFakeActivities(fakes, ({ run }) => run('validateAccounts', input()));
  t.deepEqual(validated.toSorted(), ['a', 'b', 'c', 'd', 'e']);
  t.deepEqual(unreachable, ['b: role replaced', 'e: role replaced']);
});

test('an account keeps its status while Postgres is unavailable, and is validated afterwards', async (t) => {
  let attempts = 0;
  const { fakes, unreachable } = fakeAccounts([['a']], () => {
    attempts += 1;
    return attempts <= 8 ? databaseFault() : Promise.resolve('connected');
  });
  const outcome = await withFakeActivities(fakes, ({ run }) => run('validateAccounts', input()));
  t.is(outcome, 'succeeded');
  t.is(attempts, 9);
  t.deepEqual(unreachable, []);
});

test('an account whose validation fails for a reason outside of it keeps its status', async (t) => {
  const { fakes, validated, unreachable } = fakeAccounts([['a', 'b'], ['c']], (id) =>
    id === 'a' ? networkFault() : Promise.resolve('connected'),
  );
  const outcome = await withFakeActivities(fakes, ({ run }) => run('validateAccounts', input()));
  t.is(outcome, 'partial');
  t.deepEqual(validated.toSorted(), ['a', 'b', 'c']);
  t.deepEqual(unreachable, []);
});

test('fails without marking an account or starting further validations when this service has no credentials', async (t) => {
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

test('requests the first scan of a validated account and signals the onboarding of its connection', async (t) => {
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

test('marks a failing account as unreachable, and the run succeeds', async (t) => {
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
      t.deepEqual(unreachable, ['role replaced']);
    },
  );
});

test('fails the run of an account when this service has no credentials', async (t) => {
  await withFakeActivities({ ...oneAccount, validateOneAccount: serviceFault }, async ({ run, outcomes }) => {
    await t.throwsAsync(run('validateAccount', runInput()));
    t.deepEqual(outcomes, ['failed: no credentials']);
  });
});

test('fails the run of an account that could not be validated because of the network', async (t) => {
  await withFakeActivities({ ...oneAccount, validateOneAccount: networkFault }, async ({ run, outcomes }) => {
    await t.throwsAsync(run('validateAccount', runInput()));
    t.deepEqual(outcomes, ['failed: The connection to AWS failed.']);
  });
});

test('cancels the run of an account that was deleted', async (t) => {
  await withFakeActivities(
    { ...oneAccount, finishAccountValidation: () => Promise.resolve(null) },
    async ({ run, outcomes }) => {
      await run('validateAccount', runInput());
      t.deepEqual(outcomes, ['cancelled']);
    },
  );
});
