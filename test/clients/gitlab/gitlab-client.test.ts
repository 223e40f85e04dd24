import anyTest from 'ava';
import type { TestFn } from 'ava';
import { collectBlobs, expectFault } from '../../support/scm/expect-fault.ts';
import { renamedFiles, terraformBlobs, textsOf } from '../../support/scm/provider-files.ts';
import { createTestProject, refOf, useGitlabServer } from '../../support/scm/use-gitlab-server.ts';
import type { GitlabTest } from '../../support/scm/use-gitlab-server.ts';

const test = anyTest as TestFn<GitlabTest>;
useGitlabServer(test);

test('describes the token and the group', async (t) => {
  const { client, token, group } = t.context;
  t.deepEqual(await client.describeToken(), { scopes: ['read_api'] });
  token.expiresAt = '2099-01-31';
  t.deepEqual(await client.describeToken(), {
    scopes: ['read_api'],
    expiresAt: new Date('2099-01-31T00:00:00Z'),
  });
  t.deepEqual(await client.getGroup('acme'), { id: String(group.id), fullPath: 'acme' });
  await expectFault(t, 'not_found', client.getGroup('other'));
});

test('lists projects of the group and its subgroups by pages of 100', async (t) => {
  const { gitlab, group, client } = t.context;
  const platform = await gitlab.createGroup('platform', group);
  for (let index = 0; index < 100; index += 1)
    await gitlab.createProject({ namespace: group, path: `project-${index}` });
  const upstream = await gitlab.createProject({
    namespace: gitlab.createUser('ada'),
    path: 'upstream',
    files: { 'a.tf': 'a' },
    visibility: 'public',
  });
  const fork = await gitlab.fork(upstream, platform);
  gitlab.setArchived(fork, true);
  const first = await client.listRepositories(1);
  t.deepEqual([first.items.length, first.nextPage], [100, 2]);
  t.is(first.items[0]?.defaultBranch, undefined);
  t.deepEqual(await client.listRepositories(2), {
    items: [
      {
        externalId: String(fork.id),
        fullName: 'acme/platform/upstream',
        defaultBranch: 'main',
        url: `${gitlab.baseUrl}/acme/platform/upstream`,
        visibility: 'public',
        archived: true,
        fork: true,
        pushedAt: fork.lastActivityAt,
      },
    ],
    omitted: 0,
    total: 101,
  });
  const found = await client.listRepositories(1, 'ct-99');
  t.deepEqual(
    found.items.map(({ fullName }) => fullName),
    ['acme/project-99'],
  );
});

test('leaves out projects that are scheduled for deletion', async (t) => {
  const { gitlab, client } = t.context;
  const { project: deleted } = await createTestProject(t.context, {}, 'deleted');
  const { project: kept } = await createTestProject(t.context, {}, 'kept');
  gitlab.scheduleDeletion(deleted);
  const { items, omitted, total } = await client.listRepositories(1);
  t.deepEqual([items.map(({ externalId }) => externalId), omitted, total], [[String(kept.id)], 1, 2]);
  const found = await client.findRepositories([String(deleted.id), String(kept.id)]);
  t.deepEqual(
    found.map(({ externalId }) => externalId),
    [String(kept.id)],
  );
});

test('returns the commit of a branch, and none for a missing branch or an empty project', async (t) => {
  const { gitlab, group, client } = t.context;
  const { project, ref, head } = await createTestProject(t.context, { 'main.tf': 'a' });
  t.is(await client.getHead(ref, 'main'), head);
  const sha = await gitlab.push(project, { branch: 'feature/a', parent: head, files: { 'main.tf': 'b' } });
  t.is(await client.getHead(ref, 'feature/a'), sha);
  t.is(await client.getHead(ref, 'gone'), undefined);
  const empty = await gitlab.createProject({ namespace: group, path: 'empty' });
  t.is(await client.getHead(refOf(empty, 'acme/empty'), 'main'), undefined);
});

test('reads a tree by keyset pages of 100', async (t) => {
  const { gitlab, client } = t.context;
  const files = Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`d/${index}.tf`, `${index}`]));
  const { ref, head } = await createTestProject(t.context, {
    ...files,
    link: { content: 'd', mode: '120000' },
    vendor: { submodule: '1'.repeat(40) },
  });
  gitlab.resetCalls();
  const tree = await client.readTree(ref, head);
  t.is(tree.truncated, false);
  t.is(tree.entries.length, 253);
  t.like(
    tree.entries.find(({ path }) => path === 'vendor'),
    { mode: '160000', type: 'commit' },
  );
  t.is(new Set(tree.entries.map(({ path }) => path)).size, 253);
  t.deepEqual(gitlab.calls(), { 'GET /projects/{id}/repository/tree': 3 });
});

test('reads 20 blobs or more from one archive, and what it excludes one by one', async (t) => {
  const { gitlab, client } = t.context;
  const many = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [`d/${index}.tf`, `content ${index}`]),
  );
  const { ref, head } = await createTestProject(t.context, {
    ...many,
    '.gitattributes': 'hidden.tf export-ignore\n',
    'hidden.tf': 'hidden',
    'ä/ü.tf': 'umlaut',
    'large.tf': 'x'.repeat(1024 * 1024 + 1),
    'link.tf': { content: 'main.tf', mode: '120000' },
    'README.md': 'not wanted',
  });
  const { entries } = await client.readTree(ref, head);
  const wanted = terraformBlobs(entries);
  wanted.set('gone.tf', 'a'.repeat(40));
  gitlab.resetCalls();
  const { read, problems } = await collectBlobs(client.readBlobs(ref, head, wanted));
  t.deepEqual(problems, { 'large.tf': 'too_large', 'gone.tf': 'not_found' });
  t.deepEqual(
    textsOf(read),
    { ...many, 'ä/ü.tf': 'umlaut', 'hidden.tf': 'hidden', 'link.tf': 'main.tf' },
    'a link has its target',
  );
  t.is(read[0]?.sha, wanted.get(read[0]?.path ?? ''));
  t.deepEqual(gitlab.calls(), {
    'GET /projects/{id}/repository/archive.tar.gz': 1,
    'GET /projects/{id}/repository/blobs/{sha}/raw': 2,
  });
});

test('reads a few blobs one by one', async (t) => {
  const { gitlab, client } = t.context;
  const { ref, head } = await createTestProject(t.context, {
    'main.tf': 'resource',
    'large.tf': 'x'.repeat(1024 * 1024 + 1),
  });
  const { entries } = await client.readTree(ref, head);
  gitlab.resetCalls();
  const { read, problems } = await collectBlobs(client.readBlobs(ref, head, terraformBlobs(entries)));
  t.deepEqual(textsOf(read), { 'main.tf': 'resource' });
  t.deepEqual(problems, { 'large.tf': 'too_large' });
  t.deepEqual(gitlab.calls(), { 'GET /projects/{id}/repository/blobs/{sha}/raw': 2 });
});

test('compares two commits directly, also after a force push', async (t) => {
  const { gitlab, client } = t.context;
  const { before, change, changed } = renamedFiles;
  const { project, ref, head } = await createTestProject(t.context, before);
  const next = await gitlab.push(project, { files: change });
  const { files, complete } = await client.compare(ref, head, next);
  t.true(complete);
  t.deepEqual(
    files.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    changed,
  );
  const forced = await gitlab.push(project, { parent: head, files: { 'c.tf': 'c' } });
  const back = await client.compare(ref, next, forced);
  t.deepEqual(back.files.map(({ path }) => path).toSorted(), ['added.tf', 'c.tf', 'gone.tf', 'old/main.tf']);
  await expectFault(t, 'not_found', client.compare(ref, 'f'.repeat(40), forced));
});

test('reads a merge request, and its changes after a push, an edit and a merge', async (t) => {
  const { gitlab, client } = t.context;
  const { project, ref, head } = await createTestProject(t.context, { 'main.tf': 'a' });
  const branch = 'feature/bucket';
  const by = gitlab.createUser('ada');
  const sha = await gitlab.push(project, { branch, parent: head, files: { 'bucket.tf': 'b' } });
  const request = await gitlab.openMergeRequest(project, {
    title: 'Add bucket',
    by,
    branch,
    labels: ['infra'],
  });
  const opened = await client.getPullRequest(ref, 1);
  t.like(opened, {
    number: 1,
    title: 'Add bucket',
    authorLogin: 'ada',
    state: 'open',
    sourceBranch: branch,
    targetBranch: 'main',
    headSha: sha,
    url: `${gitlab.baseUrl}/acme/infra/-/merge_requests/1`,
    labels: ['infra'],
    closedAt: undefined,
  });
  const pushed = await gitlab.push(project, { branch, files: { 'bucket.tf': 'c' } });
  await gitlab.editMergeRequest(request, { title: 'Add a bucket', labels: ['infra', 's3'] });
  const edited = await client.getPullRequest(ref, 1);
  t.like(edited, { title: 'Add a bucket', headSha: pushed, labels: ['infra', 's3'] });
  t.true(edited.updatedAt > opened.updatedAt);
  await gitlab.mergeMergeRequest(request);
  const merged = await client.getPullRequest(ref, 1);
  t.is(merged.state, 'merged');
  t.deepEqual(merged.closedAt, merged.mergedAt);
  t.deepEqual(await client.listPullRequestFiles(ref, 1), { files: [{ path: 'bucket.tf' }], complete: true });
});

test('returns the merge base of a merge request, also after the target branch moved', async (t) => {
  const { gitlab, client } = t.context;
  const user = gitlab.createUser('ada');
  const { project, ref, head } = await createTestProject(t.context, { 'a.tf': 'a' });
  await gitlab.push(project, { branch: 'feature', parent: head, files: { 'a.tf': 'b' } });
  const request = await gitlab.openMergeRequest(project, { title: 'A', by: user, branch: 'feature' });
  await gitlab.push(project, { files: { 'b.tf': 'changed by others' } });
  t.is(await client.getMergeBase(ref, request.iid), head);
  await gitlab.mergeMergeRequest(request);
  t.is(await client.getMergeBase(ref, request.iid), head);
  gitlab.faults.inject(
    { kind: 'response', status: 200, body: { iid: request.iid, diff_refs: null } },
    { route: 'GET /projects/{id}/merge_requests/{iid}' },
  );
  t.is(await client.getMergeBase(ref, request.iid), undefined);
});

test('finds merge requests of the group that were updated since, with one request for all projects', async (t) => {
  const { gitlab, client } = t.context;
  const user = gitlab.createUser('ada');
  const { project, ref, head } = await createTestProject(t.context, { 'a.tf': 'a' });
  await gitlab.push(project, { branch: 'feature', parent: head, files: { 'a.tf': 'b' } });
  const request = await gitlab.openMergeRequest(project, { title: 'A', by: user, branch: 'feature' });
  const others = Array.from({ length: 300 }, (_, index) => ({
    externalId: String(1_000_000 + index),
    fullName: `acme/${index}`,
    newestUpdate: undefined,
  }));
  const find = (newestUpdate: Date | undefined, since = new Date(0)) =>
    client.findChangedPullRequests([...others, { ...ref, newestUpdate }], since);
  gitlab.resetCalls();
  t.deepEqual([...(await find(undefined))], [ref.externalId]);
  t.deepEqual(gitlab.calls(), { 'GET /groups/{id}/merge_requests': 1 });
  t.deepEqual([...(await find(request.updatedAt))], []);
  t.deepEqual([...(await find(new Date(request.updatedAt.getTime() - 1)))], [ref.externalId]);
  t.deepEqual([...(await find(undefined, new Date(Date.now() + 60_000)))], []);
});

test('names the namespace of a fork, and the author when the fork cannot be read', async (t) => {
  const { gitlab, group, client } = t.context;
  const { project, ref } = await createTestProject(t.context, { 'main.tf': 'a' });
  const mallory = gitlab.createUser('mallory');
  const forks = [
    await gitlab.fork(project, await gitlab.createGroup('forks', group)),
    await gitlab.fork(project, mallory),
  ];
  for (const [index, fork] of forks.entries()) {
    const parent = (await fork.git.resolve('main')) ?? '';
    await gitlab.push(fork, { branch: `patch-${index}`, files: { 'x.tf': 'x' }, parent });
    await gitlab.openMergeRequest(project, {
      title: 'Patch',
      by: mallory,
      branch: `patch-${index}`,
      from: fork,
    });
  }
  t.is((await client.getPullRequest(ref, 1)).sourceBranch, 'acme/forks:patch-0');
  t.is((await client.getPullRequest(ref, 2)).sourceBranch, 'mallory:patch-1');
  t.deepEqual(await client.listPullRequestFiles(ref, 2), { files: [{ path: 'x.tf' }], complete: true });
  gitlab.resetCalls();
  const { items } = await client.listPullRequests(ref, 1);
  t.deepEqual(items.map(({ sourceBranch }) => sourceBranch).toSorted(), [
    'acme/forks:patch-0',
    'mallory:patch-1',
  ]);
  t.deepEqual(gitlab.calls(), { 'GET /projects/{id}/merge_requests': 1 });
  for (const fork of forks) await gitlab.deleteProject(fork);
  t.is((await client.getPullRequest(ref, 1)).sourceBranch, 'mallory:patch-0');
  gitlab.deleteUser(mallory);
  t.like(await client.getPullRequest(ref, 1), { authorLogin: 'ghost', sourceBranch: 'ghost:patch-0' });
});

test('lists merge requests by their last update, 100 a page', async (t) => {
  const { gitlab, client } = t.context;
  const { project, ref, head } = await createTestProject(t.context, { 'main.tf': 'a' });
  const by = gitlab.createUser('ada');
  for (let index = 1; index <= 101; index += 1) {
    await project.git.updateRef(`refs/heads/b${index}`, head);
    await gitlab.openMergeRequest(project, { title: `Change ${index}`, by, branch: `b${index}` });
  }
  const [, second] = project.mergeRequests;
  if (second === undefined) throw new Error('no merge request');
  second.updatedAt = new Date(Date.now() + 60_000);
  await gitlab.closeMergeRequest(second);
  const first = await client.listPullRequests(ref, 1);
  t.deepEqual([first.items.length, first.nextPage], [100, 2]);
  t.like(first.items[0], { number: 2, state: 'closed', mergedAt: undefined });
  const last = await client.listPullRequests(ref, 2);
  t.deepEqual([last.items.length, last.nextPage], [1, undefined]);
});

test('a project with an empty origin is no fork', async (t) => {
  const { gitlab, client } = t.context;
  const { ref } = await createTestProject(t.context, { 'main.tf': 'a' });
  const body = {
    id: Number(ref.externalId),
    path_with_namespace: 'acme/infra',
    web_url: `${gitlab.baseUrl}/acme/infra`,
    visibility: 'private',
    forked_from_project: null,
  };
  gitlab.faults.inject({ kind: 'response', status: 200, body });
  t.false((await client.getRepository(ref)).fork);
});

test('files of a merge request are incomplete when small pages reach the limit of pages', async (t) => {
  const { gitlab, client } = t.context;
  const { ref } = await createTestProject(t.context, { 'main.tf': 'a' });
  const diffs = [{ old_path: 'a.tf', new_path: 'a.tf' }];
  const headers = { 'x-next-page': '2', 'x-page': '1' };
  gitlab.faults.inject({ kind: 'response', status: 200, headers, body: diffs }, { times: 30 });
  gitlab.faults.inject({ kind: 'response', status: 200, body: { changes_count: '40' } });
  const { files, complete } = await client.listPullRequestFiles(ref, 1);
  t.deepEqual([files.length, complete], [30, false]);
});

test('lists all files of a merge request, and says when GitLab lists only some', async (t) => {
  const { gitlab, client } = t.context;
  const { project, ref, head } = await createTestProject(t.context, { 'main.tf': 'a' });
  const files = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`n/${index}.tf`, `${index}`]));
  await gitlab.push(project, { branch: 'b', parent: head, files });
  await gitlab.openMergeRequest(project, { title: 'Many', by: gitlab.createUser('ada'), branch: 'b' });
  const all = await client.listPullRequestFiles(ref, 1);
  t.deepEqual([all.files.length, all.complete], [150, true]);
  gitlab.limits.maximumDiffs = 120;
  const some = await client.listPullRequestFiles(ref, 1);
  t.deepEqual([some.files.length, some.complete], [120, false]);
});
