import { mkdtemp, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import anyTest from 'ava';
import type { TestFn } from 'ava';
import type { AppOctokit } from '../../clients/github/octokit-class.ts';
import { AnswerBudget } from '../../clients/scm/answer-budget.ts';
import { startWebhookReceiver } from '../support/scm/webhook-receiver.ts';
import { createTestRepository, refOf, useGithubServer } from '../support/scm/use-github-server.ts';
import type { GithubTest } from '../support/scm/use-github-server.ts';

const test = anyTest as TestFn<GithubTest>;
useGithubServer(test);

const writing = { contents: 'write', metadata: 'read', pull_requests: 'write', statuses: 'write' };

async function octokitWith(
  { github, app, installation }: GithubTest,
  permissions: Readonly<Record<string, string>>,
): Promise<AppOctokit> {
  await github.acceptPermissions(installation, permissions);
  return app.installationOctokit(installation.id, new AnswerBudget('GitHub'));
}

test('comments on a pull request can be created, listed and updated', async (t) => {
  const { github, user } = t.context;
  const octokit = await octokitWith(t.context, writing);
  const { repository, head } = await createTestRepository(t.context, { 'a.tf': 'a' });
  await github.push(repository, { branch: 'b', parent: head, files: { 'b.tf': 'b' } });
  await github.openPullRequest(repository, { title: 'B', by: user, branch: 'b' });
  const target = { owner: 'acme', repo: 'infra', issue_number: 1 };
  const route = '/repos/{owner}/{repo}/issues/{issue_number}/comments';
  const { data: created } = await octokit.request(`POST ${route}`, { ...target, body: 'one' });
  await octokit.request('PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}', {
    ...target,
    comment_id: created.id,
    body: 'two',
  });
  const { data: listed } = await octokit.request(`GET ${route}`, target);
  t.deepEqual(
    listed.map(({ id, body, user: author }) => [id, body, author?.login]),
    [[created.id, 'two', 'cloud-inventory[bot]']],
  );
  await t.throwsAsync(octokit.request(`POST ${route}`, { ...target, issue_number: 2, body: 'x' }), {
    message: /Not Found/,
  });
});

test('commit statuses are stored by context, newest first', async (t) => {
  const octokit = await octokitWith(t.context, writing);
  const { head } = await createTestRepository(t.context, { 'a.tf': 'a' });
  const target = { owner: 'acme', repo: 'infra', sha: head };
  for (const state of ['pending', 'success'] as const)
    await octokit.request('POST /repos/{owner}/{repo}/statuses/{sha}', {
      ...target,
      state,
      context: 'cloud-inventory/impact',
      description: '2 resources change',
    });
  const { data } = await octokit.request('GET /repos/{owner}/{repo}/commits/{ref}/statuses', {
    ...target,
    ref: head,
  });
  t.deepEqual(
    data.map(({ state, context }) => [state, context]),
    [
      ['success', 'cloud-inventory/impact'],
      ['pending', 'cloud-inventory/impact'],
    ],
  );
});

test('a branch, a file and a pull request can be created, which deliver webhooks', async (t) => {
  const { github, client } = t.context;
  const octokit = await octokitWith(t.context, writing);
  const receiver = await startWebhookReceiver(t);
  const { repository, ref, head } = await createTestRepository(t.context, { 'a.tf': 'a' });
  github.webhooks.url = receiver.url;
  const target = { owner: 'acme', repo: 'infra' };
  await octokit.request('POST /repos/{owner}/{repo}/git/refs', {
    ...target,
    ref: 'refs/heads/import',
    sha: head,
  });
  await octokit.request('PUT /repos/{owner}/{repo}/contents/{path}', {
    ...target,
    path: 'envs/prod/imports.tf',
    branch: 'import',
    message: 'Import',
    content: Buffer.from('import {}').toString('base64'),
  });
  const { data: pull } = await octokit.request('POST /repos/{owner}/{repo}/pulls', {
    ...target,
    title: 'Import',
    head: 'import',
    base: 'main',
  });
  t.like(await client.getPullRequest(ref, pull.number), {
    authorLogin: 'cloud-inventory[bot]',
    state: 'open',
  });
  t.deepEqual((await client.listPullRequestFiles(ref, pull.number)).files, [
    { path: 'envs/prod/imports.tf' },
  ]);
  t.deepEqual(
    receiver.received.map(({ headers }) => headers['x-github-event']),
    ['push', 'push', 'pull_request'],
  );
  await t.throwsAsync(
    octokit.request('PUT /repos/{owner}/{repo}/contents/{path}', {
      ...target,
      path: 'a.tf',
      message: 'Overwrite',
      content: '',
    }),
    { message: /sha/ },
  );
  t.is(await repository.git.resolve('refs/heads/main'), head);
});

test('nothing can be written without write permissions', async (t) => {
  const octokit = await octokitWith(t.context, { contents: 'read', metadata: 'read', pull_requests: 'read' });
  const { head } = await createTestRepository(t.context, { 'a.tf': 'a' });
  const target = { owner: 'acme', repo: 'infra' };
  const refused = { message: /not accessible by integration/ };
  await t.throwsAsync(
    octokit.request('POST /repos/{owner}/{repo}/statuses/{sha}', { ...target, sha: head, state: 'success' }),
    refused,
  );
  await t.throwsAsync(
    octokit.request('POST /repos/{owner}/{repo}/git/refs', { ...target, ref: 'refs/heads/x', sha: head }),
    refused,
  );
});

test('a token sees the repositories of its installation only', async (t) => {
  const { github, client, user } = t.context;
  const foreign = await github.createRepository({ owner: user, name: 'private', files: { 'a.tf': 'a' } });
  const head = (await foreign.git.resolve('main')) ?? '';
  await t.throwsAsync(client.readTree(refOf(foreign), head), { message: /did not find/ });
  await github.setPrivate(foreign, false);
  t.is((await client.readTree(refOf(foreign), head)).entries.length, 1);
});

test('a known ETag is answered with 304', async (t) => {
  const { github } = t.context;
  const url = `${github.app.apiUrl}/app`;
  const first = await fetch(url);
  t.is(first.status, 401);
  const octokit = await octokitWith(t.context, writing);
  const { headers } = await octokit.request('GET /installation/repositories');
  const again = octokit.request('GET /installation/repositories', {
    headers: { 'if-none-match': headers.etag ?? '' },
  });
  await t.throwsAsync(again, { message: 'Not modified' });
});

test('holds deliveries, and sends them late, in another order and twice', async (t) => {
  const { github } = t.context;
  const receiver = await startWebhookReceiver(t);
  github.webhooks.url = receiver.url;
  github.deliveries.mode = 'hold';
  const { repository } = await createTestRepository(t.context, { 'a.tf': 'a' });
  await github.push(repository, { files: { 'a.tf': 'b' } });
  await github.push(repository, { files: { 'a.tf': 'c' } });
  t.is(receiver.received.length, 0);
  for (const delivery of github.deliveries.all.toReversed()) await github.deliveries.send(delivery);
  const [last] = github.deliveries.all.slice(-1);
  if (last === undefined) throw new Error('no delivery');
  await github.deliveries.send(last);
  t.deepEqual(
    receiver.received.map(({ headers }) => headers['x-github-event']),
    ['push', 'push', 'repository', 'push'],
  );
  t.is(
    receiver.received[0]?.headers['x-github-delivery'],
    receiver.received[3]?.headers['x-github-delivery'],
  );
});

test('redirects the browser as GitHub does after an installation', (t) => {
  const { github, user, installation } = t.context;
  const callback = 'http://localhost:8080/api/v1/scm/github/callback';
  const code = github.authorize(user);
  const install = new URL(
    github.redirectUrl(callback, { setupAction: 'install', state: 's', code, installation }),
  );
  t.deepEqual(Object.fromEntries(install.searchParams), {
    setup_action: 'install',
    state: 's',
    code,
    installation_id: String(installation.id),
  });
  const request = new URL(github.redirectUrl(callback, { setupAction: 'request', state: 's' }));
  t.deepEqual(Object.fromEntries(request.searchParams), { setup_action: 'request', state: 's' });
});

test('creates a repository from a folder, with links and executable files', async (t) => {
  const { github, organization, client } = t.context;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'github-server-test-'));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  await mkdir(path.join(folder, 'a'));
  await writeFile(path.join(folder, 'a', 'main.tf'), 'resource');
  await writeFile(path.join(folder, 'run.sh'), '#!/bin/sh', { mode: 0o755 });
  await symlink('a/main.tf', path.join(folder, 'link'));
  const repository = await github.createRepository({ owner: organization, name: 'folder', files: folder });
  const { entries } = await client.readTree(refOf(repository), (await repository.git.resolve('main')) ?? '');
  t.deepEqual(
    entries.map(({ path: file, mode }) => [file, mode]),
    [
      ['a', '040000'],
      ['a/main.tf', '100644'],
      ['link', '120000'],
      ['run.sh', '100755'],
    ],
  );
});
