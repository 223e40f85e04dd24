import test from 'ava';
import type { ExecutionContext } from 'ava';
import { Response } from 'undici';
import { createGitlabClient } from '../../../clients/gitlab/gitlab-client.ts';
import type { GitlabClient } from '../../../clients/gitlab/gitlab-client.ts';

const repository = { externalId: '7', fullName: 'acme/infra' };

test('rejects a response of millions of values before it uses gigabytes of memory', async (t) => {
  const body = `[${'{},'.repeat(1_000_000)}{}]`;
  const client = respondWith(() => new Response(body));
  await t.throwsAsync(() => client.getGroup('acme'), {
    name: 'ScmError',
    message: /more than 250000 values/,
  });
});

test('stops at the page limit of a list whose links have no end', async (t) => {
  let requests = 0;
  const client = respondWith((url) => {
    requests += 1;
    if (requests > 500) throw new Error('the list is read without end');
    if (url.pathname.endsWith('/user')) return new Response('{"id":1}');
    // A keyset link has no page number, and no size of the page.
    return new Response('[]', { headers: { link: `<${url.origin}/x?cursor=${requests}>; rel="next"` } });
  });
  const { complete } = await client.listPullRequestFiles(repository, 1);
  t.true(complete);
  const comment = { marker: 'm', body: 'm', mayWrite: () => Promise.resolve(false) };
  t.is(await client.upsertComment(repository, 1, comment), undefined);
  t.true(requests < 10, `${requests} requests`);
});

const project = {
  id: 7,
  path_with_namespace: 'acme/infra',
  web_url: 'https://gitlab.test/acme/infra',
  visibility: 'private',
};
const mergeRequest = {
  iid: 1,
  title: 'Title',
  state: 'opened',
  author: { username: 'ada' },
  source_branch: 'a',
  target_branch: 'main',
  source_project_id: 7,
  target_project_id: 7,
  sha: 'a'.repeat(40),
  web_url: 'https://gitlab.test/acme/infra/-/merge_requests/1',
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
};

test('a record whose fields have another type or form is an invalid response', async (t) => {
  const projects: readonly object[] = [
    { ...project, id: '7' },
    { ...project, id: 1e300 },
    { ...project, path_with_namespace: null },
    { ...project, web_url: 'javascript:alert(1)' },
    { ...project, web_url: `https://gitlab.test/${'x'.repeat(3000)}` },
  ];
  for (const record of projects) await expectInvalid(t, (client) => client.listRepositories(1), [record]);
  const requests: readonly object[] = [
    { ...mergeRequest, iid: 2 ** 31 },
    { ...mergeRequest, title: { html: '<b>' } },
    { ...mergeRequest, author: { username: 7 } },
    { ...mergeRequest, labels: 'bug' },
    { ...mergeRequest, labels: [{ name: 'bug' }] },
    { ...mergeRequest, web_url: 'data:text/html,<script>' },
    { ...mergeRequest, created_at: 'yesterday' },
    { ...mergeRequest, updated_at: '+099999-01-01T00:00:00Z' },
    { ...mergeRequest, source_branch: null },
  ];
  for (const record of requests)
    await expectInvalid(t, (client) => client.listPullRequests(repository, 1), [record]);
  await expectInvalid(t, (client) => client.listPullRequestFiles(repository, 1), [{ new_path: 1 }]);
  await expectInvalid(t, (client) => client.getHead(repository, 'main'), { commit: null });
  await expectInvalid(t, (client) => client.getGroup('acme'), { id: 1.5, full_path: 'acme' });
  await expectInvalid(t, (client) => client.describeToken(), { scopes: 'read_api' });
  await expectInvalid(t, (client) => client.describeToken(), { scopes: [], expires_at: 'never' });
});

test('cuts names that a Postgres index cannot hold, and replaces characters that it cannot store', async (t) => {
  const name = `acme/${'é'.repeat(5000)}\0`;
  const client = respondWith(() => Response.json([{ ...project, path_with_namespace: name }]));
  const { items } = await client.listRepositories(1);
  t.is(items[0]?.fullName.length, 800);
  const group = await respondWith(() => Response.json({ id: 1, full_path: 'a\0b' })).getGroup('1');
  t.is(group.fullPath, 'a\uFFFDb');
});

async function expectInvalid(
  t: ExecutionContext,
  call: (client: GitlabClient) => Promise<unknown>,
  body: object,
): Promise<void> {
  const error = await t.throwsAsync(call(respondWith(() => Response.json(body))), { name: 'ScmError' });
  t.like(error, { fault: 'invalid_response' }, JSON.stringify(body));
}

/** Returns a client of a GitLab instance that responds as `respond` says. */
function respondWith(respond: (url: URL) => Response): GitlabClient {
  const safeFetch = {
    request: (url: URL) => Promise.resolve(respond(url)),
    checkAddress: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  return createGitlabClient({ baseUrl: 'https://gitlab.test', accessToken: 'secret', group: '1', safeFetch });
}
