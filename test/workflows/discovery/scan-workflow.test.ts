import { randomUUID } from 'node:crypto';
import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import test from 'ava';
import type { Activities } from '../../../activities/index.ts';
import { activitySlots, scanActivitiesInFlight } from '../../../domain/runs/activity-slots.ts';
import { eventually } from '../../support/eventually.ts';
import { gate } from '../../support/gate.ts';
import { runInput, withFakeActivities } from '../../support/run-workflow.ts';

/** Fake activities of a scan of the given pages of accounts. `plan` runs for each account. */
function fakeScan(pages: readonly (readonly string[])[], plan: (accountId: string) => Promise<void>) {
  const windows = new Set<number>();
  const planned: string[] = [];
  const fakes: Partial<Activities> = {
    listScanAccounts: (_input, after) => {
      const all = pages.flat();
      const next = after === null ? 0 : all.indexOf(after) + 1;
      const size = pages.find((page) => page.includes(all[next] ?? ''))?.length ?? 0;
      const page = all.slice(next, next + size);
      return Promise.resolve(page.map((id) => ({ id, number: '111122223333', organization: 'Acme' })));
    },
    planScanAccount: ({ accountId, window }) => {
      windows.add(window);
      planned.push(accountId);
      return plan(accountId);
    },
    pendingScanTasks: () => Promise.resolve([]),
    listClosedAccountScans: () => Promise.resolve([]),
    scanOutcome: () => Promise.resolve('partial'),
  };
  return { fakes, planned, windows };
}

test('scans the accounts of later pages while an account of the first page is in flight', async (t) => {
  const { opened, open } = gate();
  const { fakes, planned, windows } = fakeScan([['a', 'b'], ['c', 'd'], ['e']], (id) => {
    if (id === 'e') open();
    return id === 'a' ? opened : Promise.resolve();
  });
  await withFakeActivities(fakes, async ({ run, outcomes }) => {
    await run('scan', runInput());
    t.deepEqual(outcomes, ['partial']);
  });
  t.deepEqual(planned.toSorted(), ['a', 'b', 'c', 'd', 'e']);
  t.deepEqual([...windows], [12], 'the activities in flight are divided among the accounts in flight');
});

test('limits one scan to half of the activity slots of a worker', async (t) => {
  const { fakes, windows } = fakeScan([['a']], () => Promise.resolve());
  await withFakeActivities(fakes, ({ run }) => run('scan', runInput()));
  t.deepEqual([...windows], [scanActivitiesInFlight]);
  t.true(scanActivitiesInFlight <= activitySlots / 2);
});

test('continues as new without waiting for the accounts in flight, and scans each account once', async (t) => {
  const { opened, open } = gate();
  const { fakes, planned } = fakeScan(
    [
      ['a', 'b', 'c'],
      ['d', 'e'],
    ],
    (id) => (id === 'a' ? opened : Promise.resolve()),
  );
  await withFakeActivities(fakes, async ({ start, outcomes }) => {
    const scan = await start('scan', { ...runInput(), accountsPerRun: 2 });
    await eventually('the last account to start', () => Promise.resolve(planned.includes('e')));
    t.not((await scan.client.getHandle(scan.workflowId).describe()).runId, scan.firstExecutionRunId);
    t.deepEqual(outcomes, []);
    open();
    await scan.result();
    t.deepEqual(outcomes, ['partial']);
  });
  t.deepEqual(planned.toSorted(), ['a', 'b', 'c', 'd', 'e']);
});

test('fails after the accounts in flight have ended when the scan of an account fails', async (t) => {
  const { fakes, planned } = fakeScan(
    [
      ['a', 'b'],
      ['c', 'd'],
      ['e', 'f'],
    ],
    (id) =>
      id === 'b' ? Promise.reject(ApplicationFailure.nonRetryable('broken', 'invalid')) : Promise.resolve(),
  );
  await withFakeActivities(fakes, async ({ run, outcomes }) => {
    await t.throwsAsync(run('scan', runInput()));
    t.deepEqual(outcomes, ['failed: broken']);
  });
  t.false(planned.includes('f'));
});

test('fails when the scan of an account was terminated', async (t) => {
  const { opened, open } = gate();
  const ids: string[] = [];
  const { fakes } = fakeScan([['a']], () => opened);
  const closed: Partial<Activities> = {
    listClosedAccountScans: (_input, accountIds) =>
      Promise.resolve(ids.filter((id) => accountIds.includes(id))),
  };
  await withFakeActivities({ ...fakes, ...closed }, async ({ start, outcomes }) => {
    const scan = await start('scan', { ...runInput(), checkMs: 100 });
    const child = scan.client.getHandle(`${scan.workflowId}/account-a`);
    await eventually(
      'the scan of the account to start',
      async () => (await child.describe()).status.name === 'RUNNING',
    );
    await child.terminate();
    ids.push('a');
    open();
    await t.throwsAsync(scan.result());
    t.deepEqual(outcomes, ['failed: The scan of an account was terminated.']);
  });
});

test('cancels the scans of its accounts when it is cancelled', async (t) => {
  const { fakes, planned } = fakeScan([['a', 'b']], async () => {
    const { cancelled, heartbeat } = Context.current();
    const timer = setInterval(() => heartbeat(), 100);
    await cancelled.finally(() => clearInterval(timer));
  });
  await withFakeActivities(fakes, async ({ start, outcomes }) => {
    const scan = await start('scan', runInput());
    await eventually('both accounts to start', () => Promise.resolve(planned.length === 2));
    await scan.cancel();
    await t.throwsAsync(scan.result());
    t.deepEqual(outcomes, ['cancelled']);
    // The cancelled scan does not wait for the scans of its accounts.
    const child = scan.client.getHandle(`${scan.workflowId}/account-a`);
    await eventually(
      'the scan of the account to be cancelled',
      async () => (await child.describe()).status.name === 'CANCELLED',
    );
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

test('runs one activity per 20 tasks of an account, within its window, until no task is pending', async (t) => {
  const rounds = [
    [
      { region: 'eu-west-1', pending: 65 },
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
        return 20;
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
