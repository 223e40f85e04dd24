import test from 'ava';
import { eventually } from '../support/eventually.ts';
import { queryAsOwner } from '../support/query-as-owner.ts';
import { useScmScans } from '../support/scm/scan-fixture.ts';
import { startWorkerProcess } from './support/worker-process.ts';

const scans = useScmScans({ worker: false });

test('a worker that is killed before it stores a scan leaves no half state, and another one completes it', async (t) => {
  t.timeout(300_000);
  const files = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [`p${index}/main.tf`, 'terraform {\n  backend "s3" {}\n}\n']),
  );
  const repository = await scans.selectRepository('github', files);
  const environment = { ...process.env, ...scans.environment };
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
