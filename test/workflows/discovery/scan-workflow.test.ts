import { randomUUID } from 'node:crypto';
import test from 'ava';
import type { Activities } from '../../../activities/index.ts';
import { runInput, withFakeActivities } from '../../support/run-workflow.ts';

test('scans each account once, page by page, and continues as new between pages', async (t) => {
  const pages = [['a', 'b'], ['c'], []];
  const after: (string | null)[] = [];
  const planned: string[] = [];
  const windows = new Set<number>();
  const fakes: Partial<Activities> = {
    scanAccounts: (_input, last) => {
      after.push(last);
      return Promise.resolve(pages[after.length - 1] ?? []);
    },
    planScanAccount: ({ accountId, window }) => {
      planned.push(accountId);
      windows.add(window);
      return Promise.resolve();
    },
    pendingScanTasks: () => Promise.resolve([]),
    scanOutcome: () => Promise.resolve('partial'),
  };
  await withFakeActivities(fakes, async ({ start, outcomes }) => {
    const scan = await start('scan', runInput());
    await scan.result();
    t.deepEqual(after, [null, 'b', 'c']);
    t.deepEqual(planned.toSorted(), ['a', 'b', 'c']);
    t.deepEqual([...windows], [25, 50], 'activities in flight are divided among the accounts of the page');
    t.deepEqual(outcomes, ['partial']);
    t.not((await scan.describe()).runId, scan.firstExecutionRunId);
  });
});

/** Input of `scanAccount` with a short wait. */
const accountInput = (window: number) => ({
  organizationId: randomUUID(),
  scanId: randomUUID(),
  accountId: randomUUID(),
  window,
  idleMs: 10,
});

test('runs one activity per ten tasks of an account, within its window, until no task is pending', async (t) => {
  const rounds = [
    [
      { region: 'eu-west-1', pending: 35 },
      { region: 'us-east-1', pending: 3 },
    ],
    [{ region: 'eu-west-1', pending: 1 }],
    [],
  ];
  const regions: string[] = [];
  let inFlight = 0;
  let highest = 0;
  await withFakeActivities(
    {
      planScanAccount: () => Promise.resolve(),
      pendingScanTasks: () => Promise.resolve(rounds.shift() ?? []),
      runScanTasks: async ({ region }) => {
        regions.push(region);
        inFlight += 1;
        highest = Math.max(highest, inFlight);
        await new Promise((resolve) => setImmediate(resolve));
        inFlight -= 1;
        return 10;
      },
    },
    ({ run }) => run('scanAccount', accountInput(2)),
  );
  t.deepEqual(regions.toSorted(), [...Array.from({ length: 5 }, () => 'eu-west-1'), 'us-east-1']);
  t.true(highest <= 2, `${highest} in flight`);
});

test('waits for tasks that another activity has leased', async (t) => {
  let claims = 0;
  await withFakeActivities(
    {
      planScanAccount: () => Promise.resolve(),
      pendingScanTasks: () => Promise.resolve(claims > 2 ? [] : [{ region: 'eu-west-1', pending: 1 }]),
      runScanTasks: () => {
        claims += 1;
        return Promise.resolve(claims > 2 ? 1 : 0);
      },
    },
    ({ run }) => run('scanAccount', accountInput(1)),
  );
  t.is(claims, 3);
});
