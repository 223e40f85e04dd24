import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { gitlabFaults } from '../../../dev/gitlab-server/gitlab-faults.ts';
import { waitForRun, waitForRunOf } from '../../support/connections/follow.ts';
import { eventually } from '../../support/eventually.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import {
  connectGroup,
  connectionOf,
  projectsOf,
  repositoriesOf,
  rootModule,
  select,
  useGitlabApi,
  waitForProjects,
  waitForSync,
  waitForScans,
} from '../../support/scm/use-gitlab-api.ts';
import type { ConnectedGroup } from '../../support/scm/use-gitlab-api.ts';

const api = useGitlabApi({ worker: true });

const startSync = async ({ client, id }: ConnectedGroup) =>
  (await dataOf(client.POST('/api/v1/scm/connections/{id}/sync', { params: { path: { id } } }))).run_id;

const sync = ({ client, id }: ConnectedGroup) =>
  waitForRunOf(client, client.POST('/api/v1/scm/connections/{id}/sync', { params: { path: { id } } }));

/** Connects a group with the project `infra`, and waits for its scan. */
async function connectWithProject() {
  const connected = await connectGroup(api);
  const infra = await api.gitlab.createProject({
    namespace: connected.group,
    path: 'infra',
    files: { 'main.tf': rootModule() },
  });
  await select(connected, 'all');
  await waitForProjects(connected.client, ['. terraform root active']);
  await waitForSync(connected);
  return { ...connected, infra };
}

/** Limits a fault to the list of a group's projects. */
const listOf = ({ group }: ConnectedGroup) => ({ path: `/groups/${group.id}/projects` });

const passing = [
  ['an outage', gitlabFaults.serverError(502), 'GitLab responded with status 502.'],
  ['a closed connection', { kind: 'disconnect' as const }, 'The server cannot be reached.'],
  ['half a response', { kind: 'cut' as const }, 'The connection ended within the response.'],
  [
    'truncated JSON',
    { kind: 'response' as const, status: 200, body: '[{"id": 1, "path_wi' },
    'GitLab sent a response that is not JSON.',
  ],
  [
    'a page that is no list',
    { kind: 'response' as const, status: 200, body: { message: 'maintenance' } },
    'GitLab sent no list of records.',
  ],
] as const;

for (const [title, fault, message] of passing) {
  test(`${title} leaves the connection active with last_error, and the sync resumes`, async (t) => {
    const connected = await connectGroup(api);
    await api.gitlab.createProject({
      namespace: connected.group,
      path: 'infra',
      files: { 'main.tf': rootModule() },
    });
    api.gitlab.faults.inject(fault, { ...listOf(connected), times: 1 });
    const runId = await startSync(connected);
    const failed = await eventually('the failed request', async () => {
      const connection = await connectionOf(connected);
      return connection.last_error !== undefined && connection;
    });
    t.is(failed.last_error, message);
    t.true(['active', 'syncing'].includes(failed.status), failed.status);
    t.is((await waitForRun(connected.client, runId)).status, 'succeeded');
    const connection = await connectionOf(connected);
    t.is(connection.status, 'active');
    t.false('last_error' in connection);
  });
}

test('a redirect to another host ends the sync, and the next one recovers the connection', async (t) => {
  const connected = await connectGroup(api);
  const redirect = gitlabFaults.redirect('https://127.0.0.2/api/v4/groups', 301);
  api.gitlab.faults.inject(redirect, { ...listOf(connected), times: 1 });
  t.is((await sync(connected)).status, 'failed');
  t.like(await connectionOf(connected), {
    status: 'error',
    last_error: 'The server responds with a redirect that is not followed. Correct the address.',
  });
  t.is((await sync(connected)).status, 'succeeded');
  const recovered = await connectionOf(connected);
  t.is(recovered.status, 'active');
  t.false('last_error' in recovered);
});

test('an outage of 15 minutes makes the connection an error', async (t) => {
  const connected = await connectGroup(api);
  api.gitlab.faults.inject(gitlabFaults.serverError(503), { ...listOf(connected), times: 2 });
  const runId = await startSync(connected);
  const unavailableSince = () =>
    queryAsOwner<{ since: Date | null }>(
      api.database.url,
      'select unavailable_since as since from scm_connections where id = $1',
      [connected.id],
    );
  await eventually('the first failure', async () => (await unavailableSince())[0]?.since !== null);
  await queryAsOwner(
    api.database.url,
    "update scm_connections set unavailable_since = now() - interval '16 minutes' where id = $1",
    [connected.id],
  );
  await eventually('the status error', async () => (await connectionOf(connected)).status === 'error');
  t.is((await waitForRun(connected.client, runId)).status, 'succeeded');
  t.is((await connectionOf(connected)).status, 'active');
});

test('a rate limit changes nothing, and the sync waits as long as GitLab says', async (t) => {
  const connected = await connectWithProject();
  const seconds = 3;
  api.gitlab.faults.inject(gitlabFaults.rateLimit(seconds), { ...listOf(connected), times: 1 });
  const started = Date.now();
  t.is((await sync(connected)).status, 'succeeded');
  t.true(Date.now() - started >= seconds * 1000);
  const connection = await connectionOf(connected);
  t.is(connection.status, 'active');
  t.false('last_error' in connection);
});

test('a missing scope is an error that names the scope', async (t) => {
  const connected = await connectGroup(api);
  const body = { error: 'insufficient_scope', error_description: 'text', scope: 'read_api' };
  api.gitlab.faults.inject({ kind: 'response', status: 403, body }, { ...listOf(connected), times: 1 });
  t.is((await sync(connected)).status, 'failed');
  const connection = await connectionOf(connected);
  t.like(connection, { status: 'error', last_error: 'The access token lacks the scope read_api.' });
  t.is((await sync(connected)).status, 'succeeded');
  t.is((await connectionOf(connected)).status, 'active');
});

test('a group that was deleted is an error, and removes no repository', async (t) => {
  const connected = await connectWithProject();
  api.gitlab.deleteGroup(connected.group);
  t.is((await sync(connected)).status, 'failed');
  t.like(await connectionOf(connected), {
    status: 'error',
    last_error: 'The group does not exist, or the access token cannot access it.',
  });
  t.deepEqual(await projectsOf(connected.client), ['. terraform root active']);
});

test('a project with merge requests disabled does not fail the sync', async (t) => {
  const connected = await connectWithProject();
  connected.infra.mergeRequestsAccess = 'disabled';
  const other = await api.gitlab.createProject({
    namespace: connected.group,
    path: 'other',
    files: { a: '' },
  });
  const parent = (await other.git.resolve('refs/heads/main')) ?? '';
  await api.gitlab.push(other, { branch: 'b', parent, files: { b: 'b' } });
  await api.gitlab.openMergeRequest(other, { title: 'B', by: api.gitlab.createUser('ada'), branch: 'b' });
  t.is((await sync(connected)).status, 'succeeded');
  t.is((await dataOf(connected.client.GET('/api/v1/pull-requests'))).total, 1);
  t.is((await connectionOf(connected)).status, 'active');
});

test('an archived project keeps its projects and is shown as archived', async (t) => {
  const connected = await connectWithProject();
  api.gitlab.setArchived(connected.infra, true);
  t.is((await sync(connected)).status, 'succeeded');
  const [repository] = await repositoriesOf(connected.client);
  t.like(repository, { archived: true, status: 'active' });
  t.deepEqual(await projectsOf(connected.client), ['. terraform root active']);
});

test('a project that is scheduled for deletion is removed, and comes back when it is restored', async (t) => {
  const connected = await connectWithProject();
  const { client, infra, group } = connected;
  api.gitlab.scheduleDeletion(infra);
  t.is((await sync(connected)).status, 'succeeded');
  t.like((await repositoriesOf(client))[0], { status: 'removed', full_name: `${group.path}/infra` });
  t.deepEqual(await projectsOf(client), ['. terraform root missing']);
  const params = { path: { id: connected.id } };
  const listed = client.GET('/api/v1/scm/connections/{id}/discoverable-repositories', { params });
  t.deepEqual((await dataOf(listed)).items, []);
  api.gitlab.restore(infra);
  t.is((await sync(connected)).status, 'succeeded');
  await waitForProjects(client, ['. terraform root active']);
});

test('a project that was moved keeps its row; one that left the group is removed', async (t) => {
  const connected = await connectWithProject();
  const { client, infra, group } = connected;
  const [before] = await repositoriesOf(client);
  await api.gitlab.transfer(infra, await api.gitlab.createGroup('platform', group));
  t.is((await sync(connected)).status, 'succeeded');
  t.like((await repositoriesOf(client))[0], { id: before?.id, full_name: `${group.path}/platform/infra` });
  await api.gitlab.transfer(infra, await api.gitlab.createGroup('elsewhere'));
  t.is((await sync(connected)).status, 'succeeded');
  t.is((await repositoriesOf(client))[0]?.status, 'removed');
});

test('a project that is deleted while it is read does not fail the others', async (t) => {
  const connected = await connectWithProject();
  const { client, infra } = connected;
  const later = await api.gitlab.createProject({
    namespace: connected.group,
    path: 'later',
    files: { a: '' },
  });
  const parent = (await later.git.resolve('refs/heads/main')) ?? '';
  await api.gitlab.push(later, { branch: 'b', parent, files: { b: 'b' } });
  await api.gitlab.openMergeRequest(later, { title: 'B', by: api.gitlab.createUser('bo'), branch: 'b' });
  const route = 'GET /projects/{id}/merge_requests';
  api.gitlab.faults.inject(gitlabFaults.notFound(), { route, path: `/projects/${infra.id}/`, times: 1 });
  t.is((await sync(connected)).status, 'succeeded');
  t.is((await dataOf(client.GET('/api/v1/pull-requests'))).total, 1);
});

test('a scan of many files reads all keyset pages, and survives a limit in the middle', async (t) => {
  const connected = await connectGroup(api);
  const files = Object.fromEntries(
    Array.from({ length: 150 }, (_, index) => [`s${index}/main.tf`, rootModule(String(index))]),
  );
  const infra = await api.gitlab.createProject({ namespace: connected.group, path: 'infra', files });
  const path = `/projects/${infra.id}/repository/tree`;
  api.gitlab.faults.inject(gitlabFaults.rateLimit(1), { path, times: 1 });
  await select(connected, [infra]);
  await waitForScans(connected.client, 1);
  const { items, total } = await dataOf(
    connected.client.GET('/api/v1/iac-projects', { params: { query: { limit: 200 } } }),
  );
  t.deepEqual([items.length, total], [150, 150]);
});
