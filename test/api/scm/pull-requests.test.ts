import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { waitForRunOf } from '../../support/connections/follow.ts';
import { eventually } from '../../support/eventually.ts';
import { expectError } from '../../support/expect-error.ts';
import { pullRequestsOf, pullWithFiles, terraformRoots } from '../../support/scm/pull-requests.ts';
import { useScmApi } from '../../support/scm/use-scm-api.ts';
import type { Customer } from '../../support/scm/use-scm-api.ts';

const scm = useScmApi();
type Listed = Awaited<ReturnType<typeof pullRequestsOf>>['items'][number];

/** Waits until the only pull request has the fields. */
async function waitForPull(
  customer: Customer,
  what: string,
  isWanted: (pull: Listed) => boolean,
): Promise<Listed> {
  return eventually(what, async () => {
    const [pull] = (await pullRequestsOf(customer)).items;
    return pull !== undefined && isWanted(pull) ? pull : undefined;
  });
}

async function withGithubRepository(files: Readonly<Record<string, string>>) {
  const customer = await scm.withGithub();
  const repository = await scm.github.createRepository({ owner: customer.account, name: 'infra', files });
  const [id = ''] = await scm.select(customer, [repository.id]);
  return { ...customer, repository, id };
}

const moduleCall = (source: string) =>
  `terraform {\n  backend "s3" {}\n}\nmodule "m" {\n  source = "${source}"\n}\n`;

test('follows a pull request of GitHub through its webhooks', async (t) => {
  const customer = await withGithubRepository({
    ...terraformRoots('a', 'b', 'c'),
    'prod/main.tf': moduleCall('../modules/m'),
    'modules/m/main.tf': 'variable "x" {}\nresource "aws_sqs_queue" "q" {}\n',
  });
  const { repository, person, client } = customer;
  const { github } = scm;
  const main = (await repository.git.resolve('refs/heads/main')) ?? '';
  await repository.git.updateRef('refs/heads/release', main);
  await github.push(repository, { branch: 'feature', parent: main, files: { 'a/main.tf': 'x' } });
  const pull = await github.openPullRequest(repository, {
    title: 'Change a',
    by: person,
    branch: 'feature',
    isDraft: true,
    labels: ['infra'],
  });
  const opened = await waitForPull(customer, 'the pull request', () => true);
  t.like(opened, {
    number: 1,
    title: 'Change a',
    author_login: person.login,
    state: 'open',
    source_branch: 'feature',
    target_branch: 'main',
    head_sha: pull.head.sha,
    labels: ['infra'],
    project_paths: ['a'],
    merged_at: undefined,
    closed_at: undefined,
  });
  await github.editPullRequest(pull, { isDraft: false, title: 'Change b', labels: ['s3'] });
  await waitForPull(customer, 'the edit', ({ title, labels }) => title === 'Change b' && labels[0] === 's3');
  const forced = await github.push(repository, {
    branch: 'feature',
    parent: main,
    files: { 'b/main.tf': 'x' },
  });
  const moved = await waitForPull(customer, 'the force push', ({ head_sha: sha }) => sha === forced);
  t.deepEqual(moved.project_paths, ['b']);
  await github.push(repository, { branch: 'feature', files: { 'modules/m/main.tf': 'x' } });
  const reached = await waitForPull(customer, 'the module', ({ head_sha: sha }) => sha !== forced);
  t.deepEqual(reached.project_paths, ['b', 'modules/m', 'prod']);
  // The release branch has the change of b.
  await repository.git.updateRef('refs/heads/release', forced);
  await github.editPullRequest(pull, { base: 'release' });
  const retargeted = await waitForPull(customer, 'the new base', (one) => one.target_branch === 'release');
  t.deepEqual(retargeted.project_paths, ['modules/m', 'prod']);
  await github.closePullRequest(pull);
  const closed = await waitForPull(customer, 'the closing', ({ state }) => state === 'closed');
  t.truthy(closed.closed_at);
  t.is(closed.merged_at, undefined);
  await github.reopenPullRequest(pull);
  const open = await waitForPull(customer, 'the reopening', ({ state }) => state === 'open');
  t.is(open.closed_at, undefined);
  await github.mergePullRequest(pull);
  const merged = await waitForPull(customer, 'the merge', ({ state }) => state === 'merged');
  t.truthy(merged.merged_at);
  t.truthy(merged.closed_at);
  const { client: stranger } = await scm.api.signUp();
  t.is((await pullRequestsOf({ client: stranger })).total, 0);
  const params = { path: { id: customer.id } };
  await expectError(t, stranger.GET('/api/v1/repositories/{id}/pull-requests', { params }), 404, 'not_found');
  t.is((await dataOf(client.GET('/api/v1/repositories/{id}/pull-requests', { params }))).total, 1);
});

test('follows a merge request of GitLab through its webhooks, and names forks and ghosts', async (t) => {
  const customer = await scm.withGitlab();
  const { gitlab } = scm;
  const text = 'resource "aws_sqs_queue" "q" {}\n'.repeat(10);
  const project = await gitlab.createProject({
    namespace: customer.group,
    path: 'infra',
    files: { ...terraformRoots('a', 'b', 'c'), 'a/queue.tf': text },
  });
  await scm.select(customer, [project.id]);
  const main = (await project.git.resolve('refs/heads/main')) ?? '';
  const author = gitlab.createUser('mallory');
  const fork = await gitlab.fork(project, author);
  await gitlab.push(fork, {
    branch: 'patch',
    parent: main,
    files: { 'a/queue.tf': null, 'b/queue.tf': text },
  });
  const request = await gitlab.openMergeRequest(project, {
    title: 'Draft: Move',
    by: author,
    branch: 'patch',
    from: fork,
    labels: ['infra'],
  });
  const opened = await waitForPull(customer, 'the merge request', () => true);
  t.like(opened, {
    number: 1,
    state: 'open',
    title: 'Draft: Move',
    author_login: 'mallory',
    source_branch: 'mallory:patch',
    target_branch: 'main',
    labels: ['infra'],
    project_paths: ['a', 'b'],
  });
  const forced = await gitlab.push(fork, { branch: 'patch', parent: main, files: { 'c/main.tf': 'x' } });
  const moved = await waitForPull(customer, 'the force push', ({ head_sha: sha }) => sha === forced);
  t.deepEqual(moved.project_paths, ['c']);
  await gitlab.deleteProject(fork);
  gitlab.deleteUser(author);
  await gitlab.editMergeRequest(request, { title: 'Ghost' });
  const ghost = await waitForPull(customer, 'the edit', ({ title }) => title === 'Ghost');
  t.like(ghost, { author_login: 'ghost', source_branch: 'ghost:patch' });
  await gitlab.mergeMergeRequest(request);
  const merged = await waitForPull(customer, 'the merge', ({ state }) => state === 'merged');
  t.truthy(merged.merged_at);
  t.is(merged.closed_at, merged.merged_at);
});

test('computes projects again after a rescan and after corrections, and lists only active ones', async (t) => {
  const customer = await withGithubRepository(terraformRoots('a', 'a/nested'));
  const { repository, client, person } = customer;
  const pull = await pullWithFiles(scm, customer, { ...terraformRoots('new'), 'a/nested/main.tf': 'x' });
  const first = await waitForPull(customer, 'the pull request', () => true);
  t.deepEqual(first.project_paths, ['a/nested']);
  const projects = (await dataOf(client.GET('/api/v1/iac-projects'))).items;
  const nested = projects.find(({ path }) => path === 'a/nested')?.id ?? '';
  const patch = (body: { disable?: boolean; kind?: 'module' | 'root' }) =>
    dataOf(client.PATCH('/api/v1/iac-projects/{id}', { params: { path: { id: nested } }, body }));
  const pathsNow = async (query = {}) =>
    (await pullRequestsOf(customer, query)).items.map((one) => one.project_paths);
  await patch({ disable: true });
  t.deepEqual(await pathsNow(), [[]]);
  t.deepEqual(await pathsNow({ iac_project_id: [nested] }), [], 'the filter ignores disabled projects');
  await patch({ disable: false });
  t.deepEqual(await pathsNow({ iac_project_id: [nested] }), [['a/nested']]);
  // Another project finds the nested one as its module.
  await scm.github.push(repository, { files: { 'caller/main.tf': moduleCall('../a/nested') } });
  const reached = await waitForPull(customer, 'the rescan', (one) => one.project_paths.length === 2);
  t.deepEqual(reached.project_paths, ['a/nested', 'caller']);
  await scm.github.mergePullRequest(pull);
  const merged = await waitForPull(
    customer,
    'the scan of the merge',
    ({ state, project_paths: paths }) => state === 'merged' && paths.includes('new'),
  );
  t.true(merged.project_paths.includes('new'), 'a merged pull request gets the projects that it added');
  await scm.github.push(repository, { files: { 'caller/main.tf': null } });
  const after = await waitForPull(customer, 'the deletion', (one) => !one.project_paths.includes('caller'));
  t.false(after.project_paths.includes('caller'), 'missing projects are not listed');
  t.is(after.author_login, person.login);
});

test('reads pull requests of an organization by filters and pages, without those of deleted connections', async (t) => {
  const customer = await withGithubRepository(terraformRoots('a'));
  const { repository, client, account } = customer;
  const other = await scm.github.createRepository({
    owner: account,
    name: 'other',
    files: terraformRoots('o'),
  });
  const author = scm.github.createUser('grace');
  for (const index of [1, 2, 3]) await pullWithFiles(scm, customer, { 'a/main.tf': `${index}` }, `b${index}`);
  const closing = await pullWithFiles(scm, { repository: other, person: author }, { 'o/main.tf': 'x' });
  await scm.github.closePullRequest(closing);
  const ids = await scm.select(customer, [repository.id, other.id]);
  await eventually('the backfill', async () => (await pullRequestsOf(customer)).total === 4);
  const otherId = ids.find((id) => id !== customer.id) ?? '';
  const count = async (query: Parameters<typeof pullRequestsOf>[1]) => {
    const { items, total } = await pullRequestsOf(customer, query);
    t.is(items.length, total);
    return total;
  };
  t.is(await count({ state: 'open' }), 3);
  t.is(await count({ state: ['open', 'closed'] }), 4);
  t.is(await count({ repository_id: otherId }), 1);
  t.is(await count({ author_login: 'grace' }), 1);
  t.is(await count({ author_login: 'grace', state: 'open' }), 0);
  const page = await pullRequestsOf(customer, { limit: 3 });
  t.deepEqual([page.items.length, page.total], [3, 4]);
  const rest = await pullRequestsOf(customer, { limit: 3, cursor: page.next_cursor ?? '' });
  t.is(rest.next_cursor, undefined);
  t.is(new Set([...page.items, ...rest.items].map(({ id }) => id)).size, 4);
  const params = { path: { id: customer.connectionId } };
  // Rows are hidden from the moment of the deletion, before the run has deleted them.
  const deletion = client.DELETE('/api/v1/scm/connections/{id}', { params });
  await dataOf(deletion);
  t.is((await pullRequestsOf(customer)).total, 0);
  const one = { params: { path: { id: otherId } } };
  await expectError(t, client.GET('/api/v1/repositories/{id}/pull-requests', one), 404, 'not_found');
  await expectError(t, client.POST('/api/v1/repositories/{id}/rescan', one), 404, 'not_found');
  await waitForRunOf(client, deletion);
});
