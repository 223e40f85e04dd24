import { randomUUID } from 'node:crypto';
import anyTest from 'ava';
import { ApplicationFailure } from '@temporalio/activity';
import { scanRepositoryHead } from '../../../activities/scm/scan-repository.ts';
import { beginRepositoryScan } from '../../../db/scm/repository-scan-store.ts';
import { setSelection } from '../../../db/scm/repository-store.ts';
import { detectorVersion } from '../../../domain/scm/detection/detector-version.ts';
import { eventually } from '../../support/eventually.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { useScmScans } from '../../support/scm/scan-fixture.ts';
import type { SelectedRepository } from '../../support/scm/scan-fixture.ts';

// Each test stops scans by a lock of a table, so the tests run one after the other.
const test = anyTest.serial;
const scans = useScmScans();

const stack = (name: string) => `terraform {\n  backend "s3" {\n    key = "${name}"\n  }\n}\n`;
const treeRoute = 'GET /repos/{owner}/{repo}/git/trees/{tree_sha}';

const paths = async (repository: SelectedRepository) =>
  (await repository.projects()).map(({ path, status }) => `${path} ${status}`).toSorted();

/** Starts a scan and stops it between reading the tree and reading the blobs. */
async function startStoppedScan(repository: SelectedRepository) {
  const lock = await queryAsOwner.hold(scans.api.database.url, 'lock table iac_documents', []);
  const runId = await repository.requestScan();
  await lock.untilWaiting(1);
  return {
    runId,
    async finish() {
      await lock.release();
      await repository.waitForRun(runId);
      return repository.get();
    },
  };
}

test('a scan that is requested twice while one runs is repeated once, in the same run', async (t) => {
  const repository = await scans.selectRepository('github', { 'a/main.tf': stack('a') });
  repository.takeCalls();
  const stopped = await startStoppedScan(repository);
  const head = await repository.push({ 'b/main.tf': stack('b') });
  t.is(await repository.requestScan(), stopped.runId);
  t.is(await repository.requestScan(), stopped.runId);
  t.is((await stopped.finish()).last_scanned_commit_sha, head);
  t.is(repository.takeCalls()[treeRoute], 2);
  t.deepEqual(await paths(repository), ['a active', 'b active']);
});

test('a force push during the scan does not mix commits', async (t) => {
  const repository = await scans.selectRepository('github', { 'a/main.tf': stack('a') });
  const base = (await repository.git.resolve('refs/heads/main')) ?? '';
  const old = await repository.push({ 'b/main.tf': stack('b') });
  const stopped = await startStoppedScan(repository);
  const forced = await repository.push({ 'c/main.tf': stack('c') }, { parent: base });
  t.is((await stopped.finish()).last_scanned_commit_sha, old);
  t.deepEqual(await paths(repository), ['a active', 'b active']);
  t.is((await repository.scan()).last_scanned_commit_sha, forced);
  t.deepEqual(await paths(repository), ['a active', 'b missing', 'c active']);
});

test('a repository that is deselected during its scan gets no active projects', async (t) => {
  const repository = await scans.selectRepository('github', { 'a/main.tf': stack('a') });
  await repository.scan();
  const { last_scanned_commit_sha: before } = await repository.get();
  const stopped = await startStoppedScan(repository);
  const { database } = scans.api.services;
  await database.withTenant(repository.organizationId, (tenant) =>
    setSelection(tenant, { id: repository.connectionId, provider: 'github' }, [], false),
  );
  t.like(await stopped.finish(), { status: 'removed', last_scanned_commit_sha: before });
  t.deepEqual(await paths(repository), ['a missing']);
});

test('of two scans that began at the same time, one is stored and the other one is repeated', async (t) => {
  const repository = await scans.selectRepository('github', { 'a/main.tf': stack('a') });
  const dependencies = scans.worker?.dependencies;
  if (dependencies === undefined) throw new Error('there is no worker');
  const { database, scm } = dependencies;
  const begin = () =>
    database.withTenant(repository.organizationId, (tenant) => beginRepositoryScan(tenant, repository.id));
  const begun = [await begin(), await begin()];
  const [row] = await repository.query<{ installation_id: string }>(
    'select installation_id from scm_connections where id = $1',
    [repository.connectionId],
  );
  const client = await scm.open({ provider: 'github', installationId: Number(row?.installation_id) });
  const signal = new AbortController().signal;
  const run = { organizationId: repository.organizationId, runId: randomUUID() };
  const outcomes = await Promise.allSettled(
    begun.flatMap((each) =>
      each === undefined ? [] : [scanRepositoryHead(dependencies, run, client, each, signal)],
    ),
  );
  t.deepEqual(outcomes.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
  const failure = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))[0];
  t.true(failure instanceof ApplicationFailure);
  t.like(failure, { type: 'scan_conflict', nonRetryable: false });
  t.deepEqual(await paths(repository), ['a active']);
});

test('a scan of an older release stores nothing after a newer one took the run, which it leaves to it', async (t) => {
  const repository = await scans.selectRepository('github', { 'a/main.tf': stack('a') });
  const stopped = await startStoppedScan(repository);
  const setRuleSet = (version: number, minutes: number) =>
    queryAsOwner(
      scans.api.database.url,
      'update runs set rule_set = $2, rule_set_at = now() - make_interval(mins => $3) where id = $1',
      [stopped.runId, version, minutes],
    );
  await setRuleSet(detectorVersion + 1, 0);
  const finished = stopped.finish();
  const { workflow } = scans.api.services.temporal.client;
  await eventually('the worker to leave the run', async () => {
    const { raw } = await workflow.getHandle(`scan_repository:${stopped.runId}`).describe();
    return raw.pendingActivities?.[0]?.lastFailure?.applicationFailureInfo?.type === 'newer_release';
  });
  t.deepEqual(await repository.projects(), []);
  await setRuleSet(detectorVersion + 1, 3);
  await finished;
  t.deepEqual(await paths(repository), ['a active'], 'a rollback ends the wait');
});
