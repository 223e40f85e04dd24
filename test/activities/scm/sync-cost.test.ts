import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { GithubRepository } from '../../../dev/github-server/model.ts';
import { useScmFixture } from '../../support/scm/scm-fixture.ts';
import type { ConnectedOrganization } from '../../support/scm/scm-fixture.ts';

const fixture = useScmFixture();

const repositories = 12;
const files = { 'a/main.tf': 'terraform {\n  backend "s3" {\n    bucket = "a"\n  }\n}\n' };
const longAgo = () => new Date(Date.now() - 10 * 60_000);

const titlesOf = async ({ client }: ConnectedOrganization) =>
  (await dataOf(client.GET('/api/v1/pull-requests'))).items
    .map(({ title, state }) => `${title} ${state}`)
    .toSorted();

const total = (calls: Readonly<Record<string, number>>) =>
  Object.values(calls).reduce((sum, count) => sum + count, 0);

test.serial('GitHub: a sync costs requests for what changed, not for each repository', async (t) => {
  t.timeout(300_000);
  const { github } = fixture;
  const customer = await fixture.connectGithub();
  const { account, user } = customer;
  github.deliveries.mode = 'drop';
  const created: GithubRepository[] = [];
  for (let index = 0; index < repositories; index += 1)
    created.push(await github.createRepository({ owner: account, name: `infra-${index}`, files }));
  const openPull = async (repository: GithubRepository, title: string) => {
    const parent = (await repository.git.resolve('refs/heads/main')) ?? '';
    const branch = title.replaceAll(' ', '-');
    await github.push(repository, { branch, parent, files: { 'a/main.tf': `# ${title}\n` } });
    return github.openPullRequest(repository, { title, by: user, branch });
  };
  const [first, second] = created;
  if (first === undefined || second === undefined) throw new Error('there are no repositories');
  const old = await openPull(first, 'old');
  old.updatedAt = longAgo();
  for (const repository of created) repository.pushedAt = longAgo();
  await customer.selectAll();
  t.deepEqual(await titlesOf(customer), ['old open']);
  await customer.reconcile();

  github.resetCalls();
  await customer.reconcile();
  const quiet = github.calls();
  t.is(quiet['GET /repos/{owner}/{repo}/pulls'], undefined);
  t.is(quiet['POST /graphql'], 1);
  t.true(total(quiet) <= 4, JSON.stringify(quiet));

  await openPull(second, 'new');
  second.pushedAt = longAgo();
  github.resetCalls();
  await customer.reconcile();
  const changed = github.calls();
  t.is(changed['GET /repos/{owner}/{repo}/pulls'], 1);
  t.true(total(changed) <= 7, JSON.stringify(changed));
  t.deepEqual(await titlesOf(customer), ['new open', 'old open']);

  await github.mergePullRequest(old);
  await customer.reconcile();
  t.deepEqual(await titlesOf(customer), ['new open', 'old merged'], 'an update without a push is found');
  github.deliveries.mode = 'send';
});

test.serial('GitLab: a sync lists the changed merge requests of the group', async (t) => {
  t.timeout(300_000);
  const { gitlab } = fixture;
  const customer = await fixture.connectGitlab();
  gitlab.deliveries.mode = 'drop';
  const ada = gitlab.createUser('ada');
  const created = [];
  for (let index = 0; index < repositories; index += 1)
    created.push(await gitlab.createProject({ namespace: customer.group, path: `infra-${index}`, files }));
  const [first, second] = created;
  if (first === undefined || second === undefined) throw new Error('there are no projects');
  const openRequest = async (project: typeof first, title: string) => {
    const parent = (await project.git.resolve('refs/heads/main')) ?? '';
    await gitlab.push(project, { branch: title, parent, files: { 'a/main.tf': `# ${title}\n` } });
    return gitlab.openMergeRequest(project, { title, by: ada, branch: title });
  };
  const old = await openRequest(first, 'old');
  old.updatedAt = longAgo();
  const quietSince = new Date(Date.now() - 3 * 60 * 60_000);
  for (const project of created) project.lastActivityAt = quietSince;
  await customer.selectAll();
  await customer.reconcile();
  t.deepEqual(await titlesOf(customer), ['old open']);

  gitlab.resetCalls();
  await customer.reconcile();
  t.is(gitlab.calls()['GET /projects/{id}/merge_requests'], undefined);
  t.is(gitlab.calls()['GET /groups/{id}/merge_requests'], 1);
  t.true(total(gitlab.calls()) <= 6, JSON.stringify(gitlab.calls()));

  await openRequest(second, 'new');
  gitlab.resetCalls();
  await customer.reconcile();
  t.is(gitlab.calls()['GET /projects/{id}/merge_requests'], 1);
  t.deepEqual(await titlesOf(customer), ['new open', 'old open']);

  await gitlab.mergeMergeRequest(old);
  await customer.reconcile();
  t.deepEqual(await titlesOf(customer), ['new open', 'old merged']);

  const heads = 'GET /projects/{id}/repository/branches/{branch}';
  first.lastActivityAt = quietSince;
  second.lastActivityAt = quietSince;
  await customer.reconcile();
  await customer.reconcile();
  await gitlab.push(first, { files: { 'b/main.tf': files['a/main.tf'] } });
  gitlab.resetCalls();
  await customer.reconcile();
  const { items } = await dataOf(customer.client.GET('/api/v1/iac-projects'));
  t.is(items.length, repositories + 1, 'a push without delivery is found');
  t.true((gitlab.calls()[heads] ?? 0) <= 2, 'the head is read by the sync and by the scan');

  await fixture.owner.query("update repositories set next_head_check_at = now() - interval '1 second'");
  gitlab.resetCalls();
  await customer.reconcile();
  t.true((gitlab.calls()[heads] ?? 0) >= repositories, 'each head is compared once a day');
  gitlab.deliveries.mode = 'send';
});
