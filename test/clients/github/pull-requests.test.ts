import anyTest from 'ava';
import type { TestFn } from 'ava';
import { createGithubApp } from '../../../clients/github/github-app.ts';
import { expectFault } from '../../support/scm/expect-fault.ts';
import {
  createTestRepository,
  openGithubClient,
  useGithubServer,
} from '../../support/scm/use-github-server.ts';
import type { GithubTest } from '../../support/scm/use-github-server.ts';

const test = anyTest as TestFn<GithubTest>;
useGithubServer(test);

test('reads a pull request, and its changes after a push, an edit and a merge', async (t) => {
  const { github, user, client } = t.context;
  const { repository, ref, head } = await createTestRepository(t.context, { 'main.tf': 'a' });
  const branch = 'feature/bucket';
  const sha = await github.push(repository, { branch, parent: head, files: { 'bucket.tf': 'b' } });
  const pull = await github.openPullRequest(repository, {
    title: 'Add bucket',
    by: user,
    branch,
    labels: ['infra'],
  });
  const opened = await client.getPullRequest(ref, pull.number);
  t.like(opened, {
    number: 1,
    title: 'Add bucket',
    authorLogin: 'ada',
    state: 'open',
    sourceBranch: branch,
    targetBranch: 'main',
    headSha: sha,
    labels: ['infra'],
    mergedAt: undefined,
    closedAt: undefined,
  });
  const pushed = await github.push(repository, { branch, files: { 'bucket.tf': 'c' } });
  await github.editPullRequest(pull, { title: 'Add a bucket', labels: ['infra', 's3'] });
  const edited = await client.getPullRequest(ref, 1);
  t.like(edited, { title: 'Add a bucket', headSha: pushed, labels: ['infra', 's3'] });
  t.true(edited.updatedAt > opened.updatedAt);
  await github.mergePullRequest(pull);
  const merged = await client.getPullRequest(ref, 1);
  t.is(merged.state, 'merged');
  t.deepEqual(merged.closedAt !== undefined && merged.mergedAt !== undefined, true);
  const next = await client.getHead(ref, 'main');
  t.true((await client.readTree(ref, next ?? '')).entries.some(({ path }) => path === 'bucket.tf'));
});

test('names the owner of a fork, and ghost for a deleted author and a deleted fork owner', async (t) => {
  const { github, client } = t.context;
  const { repository, ref } = await createTestRepository(t.context, { 'main.tf': 'a' });
  const stranger = github.createUser('mallory');
  const fork = await github.fork(repository, stranger);
  await github.push(fork, {
    branch: 'patch',
    files: { 'x.tf': 'x' },
    parent: (await fork.git.resolve('main')) ?? '',
  });
  const pull = await github.openPullRequest(repository, {
    title: 'Patch',
    by: stranger,
    branch: 'patch',
    from: fork,
  });
  t.like(await client.getPullRequest(ref, pull.number), {
    authorLogin: 'mallory',
    sourceBranch: 'mallory:patch',
  });
  t.deepEqual(await client.listPullRequestFiles(ref, pull.number), {
    files: [{ path: 'x.tf' }],
    complete: true,
  });
  await github.deleteRepository(fork);
  t.is((await client.getPullRequest(ref, pull.number)).sourceBranch, 'mallory:patch');
  t.deepEqual((await client.listPullRequestFiles(ref, pull.number)).files, [{ path: 'x.tf' }]);
  github.deleteUser(stranger);
  t.like(await client.getPullRequest(ref, pull.number), {
    authorLogin: 'ghost',
    sourceBranch: 'ghost:patch',
  });
});

test('lists pull requests by their last update, 100 a page', async (t) => {
  const { github, user, client } = t.context;
  const { repository, ref, head } = await createTestRepository(t.context, { 'main.tf': 'a' });
  for (let index = 1; index <= 101; index += 1) {
    await repository.git.updateRef(`refs/heads/b${index}`, head);
    await github.openPullRequest(repository, { title: `Change ${index}`, by: user, branch: `b${index}` });
  }
  const [, second] = repository.pulls;
  if (second !== undefined) await github.closePullRequest(second);
  const first = await client.listPullRequests(ref, 1);
  t.is(first.items.length, 100);
  t.is(first.nextPage, 2);
  t.like(first.items[0], { number: 2, state: 'closed', mergedAt: undefined });
  const last = await client.listPullRequests(ref, 2);
  t.deepEqual([last.items.length, last.nextPage], [1, undefined]);
});

test('finds changed pull requests of 120 repositories with three queries', async (t) => {
  const { github, user, client, installation } = t.context;
  const { repository, ref, head } = await createTestRepository(t.context, { 'a.tf': 'a' });
  const { ref: quiet } = await createTestRepository(t.context, { 'a.tf': 'a' }, 'quiet');
  await github.push(repository, { branch: 'change', parent: head, files: { 'a.tf': 'b' } });
  await github.openPullRequest(repository, { title: 'A', by: user, branch: 'change' });
  const [listed] = (await client.listPullRequests(ref, 1)).items;
  const newestUpdate = listed?.updatedAt;
  const many = Array.from({ length: 120 }, (_, index) => ({
    ...(index % 2 === 0 ? ref : quiet),
    externalId: String(index),
    newestUpdate: index % 2 === 0 ? newestUpdate : undefined,
  }));
  github.resetCalls();
  const since = new Date(0);
  t.deepEqual([...(await client.findChangedPullRequests(many, since))], []);
  t.deepEqual(github.calls(), { 'POST /graphql': 3 });
  const changed = await client.findChangedPullRequests(
    [
      { ...ref, newestUpdate: new Date((newestUpdate?.getTime() ?? 0) - 1000) },
      { ...quiet, newestUpdate },
      { externalId: 'gone', fullName: 'acme/gone', newestUpdate: undefined },
      { externalId: 'same', fullName: ref.fullName, newestUpdate },
    ],
    since,
  );
  t.deepEqual([...changed].toSorted(), [ref.externalId, quiet.externalId, 'gone'].toSorted());
  installation.permissions = { contents: 'read', metadata: 'read' };
  const narrow = await openGithubClient(createGithubApp(github.app), installation.id);
  const all = await narrow.findChangedPullRequests([{ ...ref, newestUpdate }], since);
  t.deepEqual([...all], [ref.externalId], 'the list names the missing permission');
});

test('lists all files of a pull request, with renames, and says when GitHub lists only 3,000', async (t) => {
  const { github, user, client } = t.context;
  const text = 'resource "aws_sqs_queue" "q" {}\n'.repeat(10);
  const { repository, ref, head } = await createTestRepository(t.context, { 'a/main.tf': text });
  const files = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`n/${index}.tf`, `${index}`]));
  await github.push(repository, {
    branch: 'some',
    parent: head,
    files: { ...files, 'a/main.tf': null, 'b/main.tf': text },
  });
  const some = await github.openPullRequest(repository, { title: 'Some', by: user, branch: 'some' });
  const listed = await client.listPullRequestFiles(ref, some.number);
  t.is(listed.files.length, 151);
  t.true(listed.complete);
  t.deepEqual(
    listed.files.find(({ path }) => path === 'b/main.tf'),
    { path: 'b/main.tf', previousPath: 'a/main.tf' },
  );
  const many = Object.fromEntries(Array.from({ length: 3001 }, (_, index) => [`m/${index}.tf`, `${index}`]));
  await github.push(repository, { branch: 'many', parent: head, files: many });
  const all = await github.openPullRequest(repository, { title: 'Many', by: user, branch: 'many' });
  const cut = await client.listPullRequestFiles(ref, all.number);
  t.deepEqual([cut.files.length, cut.complete], [3000, false]);
  await expectFault(t, 'not_found', client.getPullRequest(ref, 99));
});
