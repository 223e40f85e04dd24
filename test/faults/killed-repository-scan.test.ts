import proto from '@temporalio/proto';
import anyTest from 'ava';
import { eventually } from '../support/eventually.ts';
import { queryAsOwner } from '../support/query-as-owner.ts';
import { useScmScans } from '../support/scm/scan-fixture.ts';
import { startWorkerProcess } from './support/worker-process.ts';

// Each test locks a table.
const test = anyTest.serial;
const scans = useScmScans({ worker: false });

test('a worker that is killed before it stores a scan leaves no half state, and another one completes it', async (t) => {
  t.timeout(300_000);
  const files = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [`p${index}/main.tf`, 'terraform {\n  backend "s3" {}\n}\n']),
  );
  const repository = await scans.selectRepository('github', files);
  const environment = { ...process.env, ...scans.environment };
  // On a slow machine, the schedule of the worker would sync the connection meanwhile, with requests of its own.
  await repository.query(
    "update scm_connections set next_sync_at = now() + interval '1 hour' where id = $1",
    [repository.connectionId],
  );
  let worker = startWorkerProcess(scans.api.configuration, environment);
  const lock = await queryAsOwner.hold(scans.api.database.url, 'lock table iac_projects in share mode', []);
  try {
    const runId = await repository.requestScan();
    await lock.untilWaiting(1);
    await worker.kill();
    await lock.release();
    t.deepEqual(await repository.projects(), []);
    t.like(await repository.get(), { status: 'pending', last_scan: undefined });
    const [paths] = await repository.query<{ count: number }>(
      'select count(*)::int as count from repository_paths where repository_id = $1',
      [repository.id],
    );
    t.is(paths?.count, 0);
    repository.takeCalls();
    worker = startWorkerProcess(scans.api.configuration, environment);
    await eventually(
      'the repository to be scanned',
      async () => (await repository.get()).status === 'active',
    );
    await repository.waitForRun(runId);
    t.is((await repository.projects()).length, 30);
    t.is(repository.takeCalls()['POST /graphql'], undefined, 'files that were stored are not read again');
  } finally {
    await worker.kill();
  }
});

test('a scan whose worker is killed twice in it fails, and is not tried a third time', async (t) => {
  t.timeout(300_000);
  const repository = await scans.selectRepository('github', { 'main.tf': 'terraform {}\n' });
  const environment = { ...process.env, ...scans.environment };
  const lock = await queryAsOwner.hold(scans.api.database.url, 'lock table iac_projects in share mode', []);
  let worker = startWorkerProcess(scans.api.configuration, environment);
  try {
    const runId = await repository.requestScan();
    const { workflow } = scans.api.services.temporal.client;
    const scanAttempt = async () => {
      const { raw } = await workflow.getHandle(`scan_repository:${runId}`).describe();
      return raw.pendingActivities?.find(({ activityType }) => activityType?.name === 'scanRepositoryHead');
    };
    for (const attempt of [1, 2]) {
      await eventually(
        `attempt ${attempt} to work`,
        async () => {
          const pending = await scanAttempt();
          const seconds = (time: { readonly seconds?: unknown } | null | undefined) =>
            Number(time?.seconds ?? 0);
          return (
            pending?.attempt === attempt &&
            pending.state ===
              proto.temporal.api.enums.v1.PendingActivityState.PENDING_ACTIVITY_STATE_STARTED &&
            seconds(pending.lastHeartbeatTime) > seconds(pending.lastStartedTime)
          );
        },
        120,
      );
      await worker.kill();
      worker = startWorkerProcess(scans.api.configuration, environment);
    }
    // A third attempt would complete the scan.
    await lock.release();
    const run = await eventually(
      'the run to fail',
      async () => {
        const [row] = await repository.query<{ status: string; error: string | null }>(
          "select status, error from runs where id = $1 and status not in ('queued', 'running')",
          [runId],
        );
        return row;
      },
      120,
    );
    t.is(run.status, 'failed');
    t.regex(run.error ?? '', /ended twice during this work/);
    t.like(await repository.get(), { status: 'error' });
  } finally {
    await lock.release();
    await worker.kill();
  }
});
