import test from 'ava';
import type { ExecutionContext } from 'ava';
import { Response } from 'undici';
import { createGitlabClient } from '../../../clients/gitlab/gitlab-client.ts';
import type { GitlabClient } from '../../../clients/gitlab/gitlab-client.ts';
import { AnswerBudget } from '../../../clients/scm/answer-budget.ts';

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

test('leaves out records with a field beyond its limit, reads the others, and says which limit', async (t) => {
  const branch = 'x'.repeat(10_000_000);
  const other = { ...project, id: 8, path_with_namespace: 'acme/other' };
  const listing = respondWith(() => Response.json([{ ...project, default_branch: branch }, other]));
  const { items, omitted } = await listing.listRepositories(1);
  t.deepEqual([items.map(({ externalId }) => externalId), omitted], [['8'], 1]);
  t.regex(listing.exceeded ?? '', /default_branch has more than 4096 characters/);
  const requests = respondWith(() => Response.json([{ ...mergeRequest, title: branch }, mergeRequest]));
  t.is((await requests.listPullRequests(repository, 1)).items.length, 1);
  t.regex(requests.exceeded ?? '', /title has more than 4096 characters/);
});

test('rejects a page of more bytes, or of more records than were requested', async (t) => {
  const large = respondWith(() => new Response(`[{"id":7,"description":"${'x'.repeat(17 * 1024 * 1024)}"}]`));
  await t.throwsAsync(() => large.listRepositories(1), { message: /more than 16777216 bytes/ });
  t.regex(large.exceeded ?? '', /16777216 bytes/);
  let requests = 0;
  const forks = Array.from({ length: 15_000 }, (_, index) => ({
    ...mergeRequest,
    iid: index + 1,
    source_project_id: index + 100,
  }));
  const crowded = respondWith(() => {
    requests += 1;
    return Response.json(forks);
  });
  await t.throwsAsync(() => crowded.listPullRequests(repository, 1), { message: /a page of 15000 records/ });
  t.is(requests, 1);
});

test('limits the requests in flight, and the requests and bytes of one operation', async (t) => {
  let inFlight = 0;
  let most = 0;
  const forks = Array.from({ length: 100 }, (_, index) => ({
    ...mergeRequest,
    iid: index + 1,
    source_project_id: index + 100,
  }));
  const busy = respondWith(async ({ pathname }) => {
    inFlight += 1;
    most = Math.max(most, inFlight);
    await new Promise((resolve) => setImmediate(resolve));
    inFlight -= 1;
    return Response.json(pathname.endsWith('/merge_requests') ? forks : project);
  });
  await Promise.all([1, 2, 3].map((page) => busy.listPullRequests(repository, page)));
  t.true(most <= 10, `${most} requests at once`);

  const endless = respondWith(
    () => Response.json([project], { headers: { 'x-next-page': '2' } }),
    new AnswerBudget('GitLab', { bytes: 1000 }),
  );
  let pages = 0;
  const reading = async () => {
    for (; pages < 1000; pages += 1) await endless.listRepositories(pages + 1);
  };
  await t.throwsAsync(reading, { message: 'GitLab sent more than 1000 bytes to one operation.' });
  t.true(pages > 1 && pages < 20, `${pages} pages`);
  const counted = respondWith(() => Response.json([project]), new AnswerBudget('GitLab', { requests: 2 }));
  await counted.listRepositories(1);
  await counted.listRepositories(2);
  await t.throwsAsync(() => counted.listRepositories(3), { message: /was sent 2 requests/ });
});

test('a merge request with too many changed files is incomplete, and a tree with long paths is truncated', async (t) => {
  const path = 'x'.repeat(5000);
  const diffs = respondWith(() => Response.json([{ new_path: path, old_path: path }]));
  t.deepEqual(await diffs.listPullRequestFiles(repository, 1), { files: [], complete: false });
  const entry = { id: 'a'.repeat(40), path: 'y'.repeat(4000), mode: '100644', type: 'blob' };
  const page = JSON.stringify(Array.from({ length: 100 }, () => entry));
  let requests = 0;
  const tree = respondWith(() => {
    requests += 1;
    return new Response(page, { headers: { link: '<https://gitlab.test/x?page_token=1>; rel="next"' } });
  });
  t.true((await tree.readTree(repository, 'a'.repeat(40))).truncated);
  t.true(requests < 100, `${requests} pages`);
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
function respondWith(
  respond: (url: URL) => Response | Promise<Response>,
  budget = new AnswerBudget('GitLab'),
): GitlabClient {
  const request = async (url: URL) => respond(url);
  const safeFetch = {
    request,
    requestOnce: request,
    checkAddress: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
  const baseUrl = 'https://gitlab.test';
  return createGitlabClient({ baseUrl, accessToken: 'secret', group: '1', safeFetch, budget });
}
