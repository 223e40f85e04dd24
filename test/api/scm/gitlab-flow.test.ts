import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { waitForRun } from '../../support/connections/follow.ts';
import { eventually } from '../../support/eventually.ts';
import { expectError } from '../../support/expect-error.ts';
import { readRows } from '../../support/read-rows.ts';
import {
  connectGroup,
  connectionOf,
  projectsOf,
  publicUrl,
  repositoriesOf,
  rootModule,
  select,
  useGitlabApi,
  waitForProjects,
  waitForScans,
  waitForSync,
} from '../../support/scm/use-gitlab-api.ts';
import type { ConnectedGroup } from '../../support/scm/use-gitlab-api.ts';

const api = useGitlabApi({ worker: true });

const discoverable = (
  { client, id }: ConnectedGroup,
  query: { q?: string; limit?: number; cursor?: string },
) =>
  dataOf(
    client.GET('/api/v1/scm/connections/{id}/discoverable-repositories', { params: { path: { id }, query } }),
  );

const pullRequests = async (client: ConnectedGroup['client']) =>
  (await dataOf(client.GET('/api/v1/pull-requests'))).items;

/** Adds the webhook of a connection to its group, as a person does in GitLab. */
const addHook = ({ group, webhookUrl, webhookSecret }: ConnectedGroup) =>
  api.gitlab.addHook({ scope: group, url: webhookUrl, token: webhookSecret });

test('connects a group, selects repositories with subgroups and scans them', async (t) => {
  const { gitlab } = api;
  const connected = await connectGroup(api);
  const { client, group, id } = connected;
  t.regex(connected.webhookSecret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  t.is(connected.webhookUrl, `${api.url}/api/v1/webhooks/gitlab?connection=${id}`);
  t.like(await connectionOf(connected), {
    provider: 'gitlab',
    external_org_slug: group.path,
    base_url: gitlab.baseUrl,
    status: 'active',
  });
  const network = await gitlab.createGroup('network', await gitlab.createGroup('platform', group));
  const infra = await gitlab.createProject({
    namespace: group,
    path: 'infra',
    files: { 'main.tf': rootModule(), 'README.md': 'text' },
  });
  const vpc = await gitlab.createProject({
    namespace: network,
    path: 'vpc',
    files: { 'vpc/main.tf': rootModule('vpc') },
    visibility: 'internal',
  });
  const old = await gitlab.createProject({ namespace: group, path: 'old', files: { 'a.tf': rootModule() } });
  gitlab.setArchived(old, true);
  await gitlab.createProject({ namespace: group, path: 'empty' });

  const { items } = await discoverable(connected, {});
  t.deepEqual(
    items.map(({ full_name: name, visibility, archived, selected, default_branch: branch }) =>
      [name.slice(group.path.length + 1), visibility, archived, selected, branch].join(' '),
    ),
    [
      'infra private false false main',
      'platform/network/vpc internal false false main',
      'old private true false main',
      'empty private false false ',
    ],
  );
  t.deepEqual(
    (await discoverable(connected, { q: 'vpc' })).items.map(({ external_id: externalId }) => externalId),
    [String(vpc.id)],
  );
  const listed: string[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await discoverable(connected, { limit: 1, ...(cursor === undefined ? {} : { cursor }) });
    listed.push(...page.items.map(({ external_id: externalId }) => externalId));
    cursor = page.next_cursor;
    if (cursor === undefined) break;
  }
  t.deepEqual(
    listed,
    items.map(({ external_id: externalId }) => externalId),
  );

  const unknown = { external_id: '999999', reason: 'not_found' as const };
  const body = { external_ids: [String(infra.id), '999999'] };
  const put = client.PUT('/api/v1/scm/connections/{id}/repositories', { params: { path: { id } }, body });
  t.deepEqual(await dataOf(put), { selected: 1, added: 1, removed: 0, skipped: [unknown] });
  await waitForScans(client, 1);
  t.deepEqual(await projectsOf(client), ['. terraform root active']);
  t.deepEqual(await select(connected, 'all'), { selected: 3, added: 2, removed: 0, skipped: [] });
  await waitForScans(client, 3);
  t.deepEqual(await projectsOf(client), ['. terraform root active', 'vpc terraform root active']);
  const head = await vpc.git.resolve('refs/heads/main');
  const repository = (await repositoriesOf(client)).find(({ full_name: name }) => name.endsWith('/vpc'));
  t.like(repository, {
    provider: 'gitlab',
    scm_connection_id: id,
    visibility: 'internal',
    last_scanned_commit_sha: head,
    last_scan: { commit_sha: head, files: 1, skipped_files: 0, truncated: false },
  });
});

test('projects and merge requests follow webhooks', async (t) => {
  const { gitlab } = api;
  const connected = await connectGroup(api);
  const { client, group } = connected;
  addHook(connected);
  const infra = await gitlab.createProject({
    namespace: group,
    path: 'infra',
    files: { 'app/main.tf': rootModule() },
  });
  await select(connected, 'all');
  await waitForProjects(client, ['app terraform root active']);

  await gitlab.push(infra, { files: { 'network/main.tf': rootModule('network'), 'app/main.tf': null } });
  await waitForProjects(client, ['app terraform root missing', 'network terraform root active']);

  const by = gitlab.createUser('ada');
  const parent = (await infra.git.resolve('refs/heads/main')) ?? '';
  const added = { 'network/vpc.tf': 'resource "aws_vpc" "a" {}\n' };
  await gitlab.push(infra, { branch: 'add', parent, files: added });
  const opened = await gitlab.openMergeRequest(infra, { title: 'Add VPC', by, branch: 'add', labels: ['s'] });
  const [request] = await eventually('the pull request', async () => {
    const items = await pullRequests(client);
    return items.length === 1 && items;
  });
  const { items } = await dataOf(client.GET('/api/v1/iac-projects', { params: { query: { q: 'network' } } }));
  t.like(request, {
    number: 1,
    title: 'Add VPC',
    author_login: 'ada',
    state: 'open',
    source_branch: 'add',
    target_branch: 'main',
    head_sha: opened.sha,
    labels: ['s'],
    iac_project_ids: items.map(({ id }) => id),
  });

  await gitlab.mergeMergeRequest(opened);
  await eventually('the merge', async () => (await pullRequests(client))[0]?.state === 'merged');
  t.truthy((await pullRequests(client))[0]?.closed_at);
  const head = await infra.git.resolve('refs/heads/main');
  await eventually(
    'the scan of the merge commit',
    async () => (await repositoriesOf(client))[0]?.last_scanned_commit_sha === head,
  );

  // With `all`, a project that is created later is selected as well.
  const later = await gitlab.createProject({ namespace: group, path: 'later' });
  await waitForScans(client, 2);
  await waitForSync(connected);
  await gitlab.push(later, { files: { 'first/main.tf': rootModule('first') } });
  await waitForProjects(client, [
    'app terraform root missing',
    'first terraform root active',
    'network terraform root active',
  ]);
  await waitForSync(connected);
  await gitlab.rename(later, 'renamed');
  await eventually('the new name', async () =>
    (await repositoriesOf(client)).some(({ full_name: name }) => name === `${group.path}/renamed`),
  );
  await waitForSync(connected);
  await gitlab.deleteProject(later);
  await waitForProjects(client, [
    'app terraform root missing',
    'first terraform root missing',
    'network terraform root active',
  ]);
});

test('a repository that is selected again has its projects with their corrections', async (t) => {
  const { gitlab } = api;
  const connected = await connectGroup(api);
  const { client, group } = connected;
  const files = { 'a/main.tf': rootModule('a') };
  const infra = await gitlab.createProject({ namespace: group, path: 'infra', files });
  await select(connected, [infra]);
  await waitForProjects(client, ['a terraform root active']);
  const [project] = (await dataOf(client.GET('/api/v1/iac-projects'))).items;
  const params = { path: { id: project?.id ?? '' } };
  await dataOf(client.PATCH('/api/v1/iac-projects/{id}', { params, body: { system: 'opentofu' } }));
  t.like(await select(connected, []), { selected: 0, added: 0, removed: 1 });
  await waitForProjects(client, ['a opentofu root missing']);
  t.is((await repositoriesOf(client))[0]?.status, 'removed');
  t.like(await select(connected, [infra]), { selected: 1, added: 1, removed: 0 });
  await waitForProjects(client, ['a opentofu root active']);
  const again = await dataOf(client.GET('/api/v1/iac-projects/{id}', { params }));
  t.like(again, { system: 'opentofu', detection: 'corrected', status: 'active' });
});

test('deleting a connection deletes its rows, and none of another organization', async (t) => {
  const { gitlab } = api;
  const first = await connectGroup(api);
  const second = await connectGroup(api, { group: first.group });
  addHook(first);
  addHook(second);
  const files = { 'a/main.tf': rootModule('a') };
  const project = await gitlab.createProject({ namespace: first.group, path: 'infra', files });
  const by = gitlab.createUser('bo');
  const parent = (await project.git.resolve('refs/heads/main')) ?? '';
  await gitlab.push(project, { branch: 'b', parent, files: { 'a/b.tf': 'locals {}\n' } });
  for (const connected of [first, second]) {
    await select(connected, 'all');
    await waitForProjects(connected.client, ['a terraform root active']);
  }
  await gitlab.openMergeRequest(project, { title: 'B', by, branch: 'b' });
  for (const { client } of [first, second])
    await eventually('the pull request', async () => (await pullRequests(client)).length === 1);

  const params = { path: { id: first.id } };
  const deleted = await dataOf(first.client.DELETE('/api/v1/scm/connections/{id}', { params }));
  t.like(deleted, { id: first.id, deleted: true });
  t.false('uninstall_url' in deleted);
  await expectError(t, first.client.GET('/api/v1/scm/connections/{id}', { params }), 404, 'not_found');
  t.like(await waitForRun(first.client, deleted.run_id), { status: 'succeeded' });

  t.deepEqual(await repositoriesOf(first.client), []);
  t.deepEqual(await projectsOf(first.client), []);
  t.deepEqual(await pullRequests(first.client), []);
  const scmTables = [
    'scm_connections',
    'repositories',
    'repository_paths',
    'iac_documents',
    'iac_projects',
    'pull_requests',
    'pull_request_projects',
    'scm_deliveries',
  ];
  const rows = await readRows(api.database.url);
  for (const table of scmTables) {
    const owners = (rows.get(`public.${table}`) ?? rows.get(table) ?? []).map(
      (row) => row['organization_id'],
    );
    t.false(owners.includes(first.organizationId), table);
    t.true(owners.includes(second.organizationId), table);
  }
  t.is((await repositoriesOf(second.client)).length, 1);
  t.deepEqual(await projectsOf(second.client), ['a terraform root active']);

  // The group can be connected again; deliveries for the deleted connection are refused.
  const again = await connectGroup(api, { owner: first, group: first.group });
  t.not(again.id, first.id);
  const former = gitlab.deliveries.all.find(({ url }) => url === first.webhookUrl);
  t.is(former === undefined ? undefined : await gitlab.deliveries.send(former), 401);
  await gitlab.push(project, { files: { 'c/main.tf': rootModule('c') } });
  await waitForProjects(second.client, ['a terraform root active', 'c terraform root active']);
});

test('webhook URLs begin with the public URL', async (t) => {
  const { client } = await api.signUp();
  const group = await api.gitlab.createGroup('public-url');
  const token = api.gitlab.createToken(group);
  const body = { base_url: api.gitlab.baseUrl, group_path: 'public-url', access_token: token.token };
  const created = await dataOf(client.POST('/api/v1/scm/gitlab/connections', { body }));
  t.is(created.webhook_url, `${publicUrl}/api/v1/webhooks/gitlab?connection=${created.connection.id}`);
});
