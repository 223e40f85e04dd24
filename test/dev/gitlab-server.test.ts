import anyTest from 'ava';
import type { TestFn } from 'ava';
import { createTestProject, useGitlabServer } from '../support/scm/use-gitlab-server.ts';
import type { GitlabTest } from '../support/scm/use-gitlab-server.ts';

const test = anyTest as TestFn<GitlabTest>;
useGitlabServer(test);

/** Sends a JSON request with a token and returns status and body. */
async function send(
  { gitlab, safeFetch }: GitlabTest,
  token: string,
  method: string,
  path: string,
  body?: object,
): Promise<{ readonly status: number; readonly body: unknown }> {
  const response = await safeFetch.request(new URL(`${gitlab.baseUrl}/api/v4${path}`), {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

test('notes, statuses, branches, commits and merge requests can be written with the scope api', async (t) => {
  const { gitlab, group, client } = t.context;
  const { token } = gitlab.createToken(group, { scopes: ['api'] });
  const { project, ref, head } = await createTestProject(t.context, { 'a.tf': 'a' });
  const base = `/projects/${project.id}`;
  const post = (path: string, body: object) => send(t.context, token, 'POST', `${base}${path}`, body);
  t.is((await post('/repository/branches', { branch: 'import', ref: 'main' })).status, 201);
  const commit = await post('/repository/commits', {
    branch: 'import',
    commit_message: 'Import',
    actions: [{ action: 'create', file_path: 'imports.tf', content: 'import {}' }],
  });
  t.is(commit.status, 201);
  const opened = await post('/merge_requests', {
    title: 'Import',
    source_branch: 'import',
    target_branch: 'main',
  });
  t.like(opened, { status: 201, body: { iid: 1 } });
  t.deepEqual((await client.listPullRequestFiles(ref, 1)).files, [{ path: 'imports.tf' }]);
  const note = await post('/merge_requests/1/notes', { body: 'one' });
  const { id } = note.body as { id: number };
  await send(t.context, token, 'PUT', `${base}/merge_requests/1/notes/${id}`, { body: 'two' });
  const notes = await send(t.context, token, 'GET', `${base}/merge_requests/1/notes`);
  t.like(notes.body, [{ id, body: 'two' }]);
  const status = { state: 'success', name: 'cloud-inventory/impact' };
  t.is((await post(`/statuses/${head}`, status)).status, 201);
  const statuses = await send(t.context, token, 'GET', `${base}/repository/commits/${head}/statuses`);
  t.like(statuses.body, [{ sha: head, status: 'success', name: 'cloud-inventory/impact' }]);
});

test('nothing can be written with the scope read_api', async (t) => {
  const { gitlab, token } = t.context;
  const { project, head } = await createTestProject(t.context, { 'a.tf': 'a' });
  const path = `/projects/${project.id}`;
  for (const [target, body] of [
    [`${path}/statuses/${head}`, { state: 'success' }],
    [`${path}/repository/branches`, { branch: 'b', ref: 'main' }],
  ] as const)
    t.like(await send(t.context, token.token, 'POST', target, body), {
      status: 403,
      body: { error: 'insufficient_scope', scope: 'api' },
    });
  t.deepEqual([...(await project.git.branches()).keys()], ['main']);
  t.true(gitlab.requests.every(({ status }) => status === 403));
});

test('a token of a group does not see projects of another group', async (t) => {
  const { gitlab, token } = t.context;
  const other = await gitlab.createGroup('other');
  const project = await gitlab.createProject({ namespace: other, path: 'infra', files: { 'a.tf': 'a' } });
  t.is((await send(t.context, token.token, 'GET', `/projects/${project.id}`)).status, 404);
  t.is((await send(t.context, token.token, 'GET', '/groups/other')).status, 404);
});
