import test from 'ava';
import { runInput, withFakeActivities } from '../../support/run-workflow.ts';

test('retires the accounts page by page before it marks the connection deleted', async (t) => {
  const calls: string[] = [];
  const pages: Readonly<Record<string, string | null>> = { null: 'a', a: 'b', b: null };
  await withFakeActivities(
    {
      cancelConnectionRuns: () => {
        calls.push('cancel runs');
        return Promise.resolve();
      },
      retireAccounts: (_input, after) => {
        calls.push(`retire after ${String(after)}`);
        return Promise.resolve(pages[String(after)] ?? null);
      },
      markConnectionDeleted: () => {
        calls.push('mark deleted');
        return Promise.resolve();
      },
    },
    async ({ run, outcomes }) => {
      await run('deleteConnection', runInput());
      t.deepEqual(calls, [
        'cancel runs',
        'retire after null',
        'retire after a',
        'retire after b',
        'mark deleted',
      ]);
      t.deepEqual(outcomes, ['succeeded']);
    },
  );
});

test('retries a failed page', async (t) => {
  const calls: string[] = [];
  await withFakeActivities(
    {
      cancelConnectionRuns: () => Promise.resolve(),
      retireAccounts: (_input, after) => {
        calls.push(String(after));
        if (after === 'a' && calls.filter((call) => call === 'a').length === 1)
          return Promise.reject(new Error('connection lost'));
        return Promise.resolve(after === null ? 'a' : null);
      },
      markConnectionDeleted: () => Promise.resolve(),
    },
    async ({ run, outcomes }) => {
      await run('deleteConnection', runInput());
      t.deepEqual(calls, ['null', 'a', 'a']);
      t.deepEqual(outcomes, ['succeeded']);
    },
  );
});
