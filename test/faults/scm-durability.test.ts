import test from 'ava';
import { dataOf } from '../../api-client/create-typed-client.ts';
import { eventually } from '../support/eventually.ts';
import { startScmFixture } from '../support/scm/scm-fixture.ts';
import type { GithubOrganization, ScmFixture } from '../support/scm/scm-fixture.ts';
import { startCrashingPostgres } from './support/crashing-postgres.ts';
import { startWorkerProcess } from './support/worker-process.ts';

const repositories = 12;
const kills = 3;

const root = (bucket: string) => `terraform {\n  backend "s3" {\n    bucket = "${bucket}"\n  }\n}\n`;

async function createRepositories({ github }: ScmFixture, { account: owner, user }: GithubOrganization) {
  const created = [];
  for (let index = 0; index < repositories; index += 1) {
    const files = { 'a/main.tf': root('a'), 'modules/b/main.tf': 'resource "aws_sqs_queue" "b" {}\n' };
    const repository = await github.createRepository({ owner, name: `repository-${index}`, files });
    const parent = await repository.git.resolve('refs/heads/main');
    if (parent === undefined) throw new Error('the repository has no commit');
    await github.push(repository, { files: { 'a/main.tf': root('b') }, branch: 'change', parent });
    await github.openPullRequest(repository, { title: `Change ${index}`, by: user, branch: 'change' });
    created.push(repository);
  }
  return created;
}

/** Returns what users see, without ids and times. */
async function stateOf({ client }: GithubOrganization) {
  const query = { limit: 200 };
  const [listed, projects, pulls] = [
    await dataOf(client.GET('/api/v1/repositories', { params: { query } })),
    await dataOf(client.GET('/api/v1/iac-projects', { params: { query } })),
    await dataOf(client.GET('/api/v1/pull-requests', { params: { query } })),
  ];
  return {
    repositories: listed.items.map(({ status }) => status),
    projects: projects.items
      .map(({ path: folder, kind, status }) => `${folder} ${kind} ${status}`)
      .toSorted(),
    pulls: pulls.items.map(({ state, iac_project_ids: ids }) => `${state} ${ids.length}`),
  };
}

const expected = {
  repositories: Array.from({ length: repositories }, () => 'active'),
  projects: [
    ...Array.from({ length: repositories }, () => 'a root active'),
    ...Array.from({ length: repositories }, () => 'b root active'),
    ...Array.from({ length: repositories }, () => 'modules/b module active'),
  ],
  pulls: Array.from({ length: repositories }, () => 'open 1'),
};

async function select({ client, connectionId }: GithubOrganization) {
  const params = { path: { id: connectionId } };
  await dataOf(client.PUT('/api/v1/scm/connections/{id}/repositories', { params, body: { all: true } }));
}

test.serial('completes syncs, scans and deliveries whose worker is killed three times', async (t) => {
  t.timeout(400_000);
  const fixture = await startScmFixture({ RATE_LIMIT_WEBHOOK: '1000' }, { worker: false });
  const environment = { ...process.env, ...fixture.environment };
  const start = () => startWorkerProcess(fixture.api.configuration, environment);
  let worker = start();
  try {
    const customer = await fixture.connectGithub();
    const created = await createRepositories(fixture, customer);
    await select(customer);
    await customer.startSync();
    for (let kill = 0; kill < kills; kill += 1) {
      const [before] = await activities(fixture);
      for (const repository of created.slice(kill * 4, kill * 4 + 4))
        await fixture.github.push(repository, { files: { 'b/main.tf': root('b') } });
      await eventually('some progress', async () => {
        const [now] = await activities(fixture);
        return (now?.finished ?? 0) > (before?.finished ?? 0);
      });
      await worker.kill();
      worker = start();
    }
    await eventually('the deliveries to succeed', async () => {
      const open = await fixture.owner.query("select from scm_deliveries where status <> 'succeeded'");
      return open.length === 0;
    });
    await customer.untilIdle();
    t.deepEqual(await stateOf(customer), expected);
    const connection = await customer.connection();
    t.is(connection.status, 'active');
    t.is(connection.last_error, undefined);
    const runs = await fixture.owner.query(
      "select kind, status, error from runs where status <> 'succeeded'",
    );
    t.deepEqual(runs, []);
  } finally {
    await worker.kill();
    await fixture.close();
  }
});

const activities = ({ owner }: ScmFixture) =>
  owner.query<{ finished: number }>(
    'select count(*)::int as finished from runs where finished_at is not null',
  );

test.serial('completes a sync and scans although Postgres crashes, and changes no status', async (t) => {
  t.timeout(400_000);
  const postgres = await startCrashingPostgres();
  const fixture = await startScmFixture();
  try {
    const customer = await fixture.connectGithub();
    const created = await createRepositories(fixture, customer);
    for (const repository of created)
      await fixture.github.push(repository, { files: { 'b/main.tf': root('b') } });
    await customer.untilIdle();
    await select(customer);
    await customer.startSync();
    await postgres.crash();
    await customer.untilIdle();
    await customer.reconcile();
    t.deepEqual(await stateOf(customer), expected);
    const connection = await customer.connection();
    t.is(connection.status, 'active');
    t.is(connection.last_error, undefined);
    const failed = await fixture.owner.query("select kind, error from runs where status <> 'succeeded'");
    t.deepEqual(failed, []);
  } finally {
    await fixture.close();
    await postgres.close();
  }
});
