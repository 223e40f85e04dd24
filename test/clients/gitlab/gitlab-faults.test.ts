import anyTest from 'ava';
import type { TestFn } from 'ava';
import { createGitlabClient } from '../../../clients/gitlab/gitlab-client.ts';
import { gitlabFaults } from '../../../dev/gitlab-server/gitlab-faults.ts';
import { collect, collectBlobs, expectDelay, expectFault } from '../../support/scm/expect-fault.ts';
import { createTestProject, useGitlabServer } from '../../support/scm/use-gitlab-server.ts';
import type { GitlabTest } from '../../support/scm/use-gitlab-server.ts';

const test = anyTest as TestFn<GitlabTest>;
useGitlabServer(test);

const projectsRoute = 'GET /groups/{id}/projects';
const archiveRoute = 'GET /projects/{id}/repository/archive.tar.gz';

/** One file, and so many others that the client reads an archive. */
const wanted = new Map(
  ['a', ...Array.from({ length: 19 }, (_, index) => `gone-${index}`)].map((name) => [
    `${name}.tf`,
    'a'.repeat(40),
  ]),
);

test('a revoked, an expired and an unknown token are refused, after one call', async (t) => {
  const { gitlab, token, client, safeFetch } = t.context;
  token.expiresAt = '2026-01-01';
  await expectFault(t, 'token_refused', client.listRepositories(1));
  token.expiresAt = undefined;
  t.deepEqual(await client.listRepositories(1), { items: [], omitted: 0, total: 0 });
  token.isRevoked = true;
  gitlab.resetCalls();
  await expectFault(t, 'token_refused', client.listRepositories(1));
  t.deepEqual(gitlab.calls(), { [projectsRoute]: 1 });
  const other = createGitlabClient({
    baseUrl: gitlab.baseUrl,
    accessToken: 'wrong',
    group: 'acme',
    safeFetch,
  });
  await expectFault(t, 'token_refused', other.describeToken());
});

test('a missing scope is named', async (t) => {
  const { gitlab, group, safeFetch } = t.context;
  const narrow = gitlab.createToken(group, { scopes: ['read_repository'] });
  const client = createGitlabClient({
    baseUrl: gitlab.baseUrl,
    accessToken: narrow.token,
    group: 'acme',
    safeFetch,
  });
  const error = await expectFault(t, 'forbidden', client.listRepositories(1));
  t.regex(error.message, /scope read_api/);
  gitlab.faults.inject(gitlabFaults.forbidden());
  t.regex((await expectFault(t, 'forbidden', client.describeToken())).message, /a scope or a role/);
});

test('a rate limit waits as long as Retry-After says, after one call', async (t) => {
  const { gitlab, client } = t.context;
  const { ref, head } = await createTestProject(t.context, { 'a.tf': 'a' });
  gitlab.faults.inject(gitlabFaults.rateLimit(45));
  expectDelay(t, await expectFault(t, 'rate_limited', client.listRepositories(1)), 45);
  expectDelay(t, await expectFault(t, 'rate_limited', collect(client.readBlobs(ref, head, wanted))), 45);
  t.deepEqual(gitlab.calls(), { [projectsRoute]: 1, [archiveRoute]: 1 });
});

test('an outage is unavailable; retries are left to Temporal', async (t) => {
  const { gitlab, client } = t.context;
  for (const status of [500, 502, 503] as const) {
    gitlab.faults.inject(gitlabFaults.serverError(status), { times: 1 });
    await expectFault(t, 'unavailable', client.listRepositories(1));
  }
  t.deepEqual(gitlab.calls(), { [projectsRoute]: 3 });
  gitlab.faults.inject({ kind: 'response', status: 400, body: { error: 'page is invalid' } });
  await expectFault(t, 'invalid_response', client.listRepositories(1));
});

for (const kind of ['stall', 'disconnect', 'cut'] as const) {
  test(`a server that does not respond (${kind}) is unavailable`, async (t) => {
    const { gitlab, token, safeFetch } = t.context;
    const { baseUrl } = gitlab;
    const options = { baseUrl, accessToken: token.token, group: 'acme', safeFetch };
    const client = createGitlabClient(kind === 'stall' ? { ...options, requestTimeoutMs: 300 } : options);
    gitlab.faults.inject({ kind });
    await expectFault(t, 'unavailable', client.listRepositories(1));
  });
}

test('faults of the archive: gone, refused, cut and damaged', async (t) => {
  const { gitlab, client, token } = t.context;
  const { ref, head } = await createTestProject(t.context, { 'a.tf': 'a'.repeat(1000), 'b.tf': 'b' });
  const read = (sha: string) => collect(client.readBlobs(ref, sha, wanted));
  await expectFault(t, 'not_found', read('f'.repeat(40)));
  gitlab.faults.inject({ kind: 'cut' }, { route: archiveRoute, times: 1 });
  await expectFault(t, 'unavailable', read(head));
  gitlab.faults.inject(
    { kind: 'response', status: 200, body: 'not an archive' },
    { route: archiveRoute, times: 1 },
  );
  await expectFault(t, 'invalid_response', read(head));
  const { problems, read: blobs } = await collectBlobs(client.readBlobs(ref, head, wanted));
  t.deepEqual(
    blobs.map(({ path }) => path),
    ['a.tf'],
  );
  t.is(Object.values(problems).filter((problem) => problem === 'not_found').length, 19);
  token.isRevoked = true;
  await expectFault(t, 'token_refused', read(head));
});

test('a response that is not JSON is an invalid response', async (t) => {
  const { gitlab, client } = t.context;
  const route = projectsRoute;
  gitlab.faults.inject(
    { kind: 'response', status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Sign in</html>' },
    { route, times: 1 },
  );
  await expectFault(t, 'invalid_response', client.listRepositories(1));
  gitlab.faults.inject(
    { kind: 'response', status: 200, headers: { 'content-type': 'application/json' }, body: '[{' },
    { route, times: 1 },
  );
  await expectFault(t, 'invalid_response', client.listRepositories(1));
});

test('follows a redirect to the same origin only, and sends the token nowhere else', async (t) => {
  const { gitlab, client, safeFetch, token } = t.context;
  const route = 'GET /groups/{id}';
  const own = `${gitlab.baseUrl}/api/v4/groups/${t.context.group.id}`;
  gitlab.faults.inject(gitlabFaults.redirect(own, 301), { route, times: 1 });
  t.is((await client.getGroup('former-name')).fullPath, 'acme');
  t.is(gitlab.calls()[route], 2);
  const other = gitlab.baseUrl.replace('127.0.0.1', 'localhost');
  gitlab.resetCalls();
  gitlab.faults.inject(gitlabFaults.redirect(`${other}/api/v4/personal_access_tokens/self`), { route });
  await expectFault(t, 'wrong_server', client.getGroup('acme'));
  t.deepEqual(gitlab.calls(), { [route]: 1 });
  gitlab.faults.clear();
  gitlab.resetCalls();
  gitlab.faults.inject(gitlabFaults.redirect(`${gitlab.baseUrl}/api/v4/groups/acme`), { route });
  await expectFault(t, 'wrong_server', client.getGroup('acme'));
  t.is(gitlab.calls()[route], 4);
  gitlab.faults.clear();
  const url = new URL(`${gitlab.baseUrl}/api/v4/metadata`);
  const headers = { authorization: `Bearer ${token.token}` };
  t.is((await safeFetch.request(url, { method: 'GET', headers })).status, 200);
});
