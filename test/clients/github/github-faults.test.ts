import anyTest from 'ava';
import type { TestFn } from 'ava';
import { createGithubApp } from '../../../clients/github/github-app.ts';
import { githubFaults } from '../../../dev/github-server/github-faults.ts';
import { eventually } from '../../support/eventually.ts';
import { collect, expectDelay, expectFault } from '../../support/scm/expect-fault.ts';
import {
  createTestRepository,
  openGithubClient,
  useGithubServer,
} from '../../support/scm/use-github-server.ts';
import type { GithubTest } from '../../support/scm/use-github-server.ts';

const test = anyTest as TestFn<GithubTest>;
useGithubServer(test);

const treeRoute = 'GET /repos/{owner}/{repo}/git/trees/{tree_sha}';
const repositoriesRoute = 'GET /installation/repositories';
const tokenRoute = 'POST /app/installations/{installation_id}/access_tokens';

test('a primary rate limit waits until its reset, after one call', async (t) => {
  const { github, installation, client } = t.context;
  await client.listRepositories(1);
  github.setRateLimit(installation, 1, new Date(Date.now() + 1_800_000));
  github.resetCalls();
  await client.listRepositories(1);
  expectDelay(t, await expectFault(t, 'rate_limited', client.listRepositories(1)), 1800);
  t.deepEqual(github.calls(), { [repositoriesRoute]: 2 });
  github.setRateLimit(installation, 5000, new Date(Date.now() + 1_800_000));
  t.deepEqual(await client.listRepositories(1), { items: [], total: 0 });
});

for (const status of [403, 429] as const) {
  test(`a secondary rate limit with status ${status} waits as long as Retry-After says, after one call`, async (t) => {
    const { github, client } = t.context;
    await client.listRepositories(1);
    github.resetCalls();
    github.faults.inject(githubFaults.secondaryRateLimit(90, status));
    expectDelay(t, await expectFault(t, 'rate_limited', client.listRepositories(1)), 90);
    t.deepEqual(github.calls(), { [repositoriesRoute]: 1 });
  });
}

test('a secondary rate limit without Retry-After waits a minute', async (t) => {
  const { github, client } = t.context;
  github.faults.inject(githubFaults.secondaryRateLimit(), { route: repositoriesRoute });
  expectDelay(t, await expectFault(t, 'rate_limited', client.listRepositories(1)), 60);
});

test('a rate limit of GraphQL waits until its reset', async (t) => {
  const { github, client } = t.context;
  const { ref, head } = await createTestRepository(t.context, { 'a.tf': 'a' });
  const wanted = new Map([['a.tf', 'a'.repeat(40)]]);
  github.faults.inject(githubFaults.graphqlRateLimit(600), { route: 'POST /graphql', times: 1 });
  expectDelay(t, await expectFault(t, 'rate_limited', collect(client.readBlobs(ref, head, wanted))), 600);
  github.faults.inject(
    {
      kind: 'response',
      status: 200,
      body: { errors: [{ message: 'You have exceeded a secondary rate limit. Please wait a few minutes.' }] },
    },
    { route: 'POST /graphql', times: 1 },
  );
  expectDelay(t, await expectFault(t, 'rate_limited', collect(client.readBlobs(ref, head, wanted))), 60);
});

for (const error of [{ type: 'RATE_LIMIT', code: 'graphql_rate_limit' }, { code: 'graphql_rate_limit' }])
  test(`a rate limit of GraphQL with ${JSON.stringify(error)} waits until its reset`, async (t) => {
    const { github, client } = t.context;
    const { ref, head } = await createTestRepository(t.context, { 'a.tf': 'a' });
    const reset = String(Math.ceil(Date.now() / 1000) + 600);
    github.faults.inject(
      {
        kind: 'response',
        status: 200,
        headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset },
        body: { errors: [{ ...error, message: 'Too many requests.' }] },
      },
      { route: 'POST /graphql' },
    );
    const blobs = collect(client.readBlobs(ref, head, new Map([['a.tf', 'a'.repeat(40)]])));
    expectDelay(t, await expectFault(t, 'rate_limited', blobs), 600);
  });

test('a rate limit whose headers name no time waits a minute', async (t) => {
  const { github, client } = t.context;
  const message = 'API rate limit exceeded for installation ID 1.';
  github.faults.inject(
    { kind: 'response', status: 403, headers: { 'x-ratelimit-remaining': '10' }, body: { message } },
    { route: repositoriesRoute },
  );
  expectDelay(t, await expectFault(t, 'rate_limited', client.listRepositories(1)), 60);
});

test('GraphQL reports a repository that the installation cannot see as not found', async (t) => {
  const { client } = t.context;
  const wanted = new Map([['a.tf', 'a'.repeat(40)]]);
  const ref = { externalId: '1', fullName: 'acme/gone' };
  await expectFault(t, 'not_found', collect(client.readBlobs(ref, 'a'.repeat(40), wanted)));
});

test('a missing permission is named', async (t) => {
  const { github, organization, user, client, installation } = t.context;
  const { ref, head } = await createTestRepository(t.context, { 'a.tf': 'a' });
  await github.uninstall(installation);
  const narrow = await github.install({ account: organization, by: user, permissions: { metadata: 'read' } });
  const app = createGithubApp(github.app);
  const other = await openGithubClient(app, narrow.id);
  const error = await expectFault(t, 'forbidden', other.readTree(ref, head));
  t.regex(error.message, /contents/);
  await expectFault(t, 'forbidden', other.getPullRequest(ref, 1));
  t.is(client === other, false);
});

test('a suspended installation is suspended, with and without a token', async (t) => {
  const { github, installation, app, client } = t.context;
  await client.listRepositories(1);
  await github.suspend(installation);
  await expectFault(t, 'suspended', client.listRepositories(1));
  const fresh = await openGithubClient(createGithubApp(github.app), installation.id);
  await expectFault(t, 'suspended', fresh.listRepositories(1));
  t.true((await app.getInstallation(installation.id)).suspended);
  await github.unsuspend(installation);
  t.deepEqual(await client.listRepositories(1), { items: [], total: 0 });
});

test('an uninstalled App has no token, also for requests whose 404 is a missing branch', async (t) => {
  const { github, installation, app, client } = t.context;
  const { ref } = await createTestRepository(t.context, { 'a.tf': 'a' });
  await github.uninstall(installation);
  await expectFault(t, 'token_refused', client.getHead(ref, 'main'));
  await expectFault(t, 'token_refused', client.listRepositories(1));
  await expectFault(t, 'not_found', app.getInstallation(installation.id));
});

test('a rejected private key is a fault of the App, not of the installation', async (t) => {
  const { github, installation } = t.context;
  github.faults.inject(githubFaults.badCredentials(), { route: tokenRoute });
  const app = createGithubApp(github.app);
  const client = await openGithubClient(app, installation.id);
  await expectFault(t, 'app_refused', client.listRepositories(1));
  github.faults.inject(githubFaults.badCredentials(), { route: 'GET /app/installations/{installation_id}' });
  await expectFault(t, 'app_refused', app.getInstallation(installation.id));
});

test('a blocked repository is a fault of the repository', async (t) => {
  const { github, client } = t.context;
  const { ref, head } = await createTestRepository(t.context, { 'a.tf': 'a' });
  const message = 'Repository access blocked';
  for (const status of [403, 451]) {
    github.faults.inject({ kind: 'response', status, body: { message } }, { times: 1 });
    await expectFault(t, 'repository_forbidden', client.readTree(ref, head));
  }
});

test('a rejected token is not a fault of the App for an owner or a repository named app', async (t) => {
  const { github, client } = t.context;
  github.faults.inject(githubFaults.badCredentials(), { route: 'GET /repos/{owner}/{repo}' });
  for (const fullName of ['acme/app', 'app/infra'])
    await expectFault(t, 'token_refused', client.getRepository({ externalId: '1', fullName }));
  const path = { externalId: '1', fullName: 'acme/app' };
  github.faults.inject(githubFaults.badCredentials());
  await expectFault(t, 'token_refused', client.listPullRequests(path, 1));
});

test('a revoked token is refused', async (t) => {
  const { github, installation, client } = t.context;
  await client.listRepositories(1);
  github.revokeTokens(installation);
  await expectFault(t, 'token_refused', client.listRepositories(1));
});

test('a server without the API, and one that rejects a query, is a wrong server, and no outage', async (t) => {
  const { github, client } = t.context;
  const { ref } = await createTestRepository(t.context, { 'a.tf': 'a' });
  github.faults.inject(githubFaults.notFound(), { route: repositoriesRoute, times: 1 });
  await expectFault(t, 'wrong_server', client.listRepositories(1));
  for (const fault of [
    githubFaults.refusedQuery(),
    githubFaults.refusedQuery('Cannot query field "text" on type "Blob".'),
  ]) {
    github.faults.inject(fault, { route: 'POST /graphql', times: 1 });
    const listed = { ...ref, newestUpdate: undefined };
    const error = await expectFault(t, 'wrong_server', client.findChangedPullRequests([listed], new Date()));
    t.regex(error.message, /Field 'text' doesn't exist|Cannot query field/);
  }
});

test('an outage is retried once', async (t) => {
  const { github, client } = t.context;
  const { ref, head } = await createTestRepository(t.context, { 'a.tf': 'a' });
  github.faults.inject(githubFaults.serverError(503), { route: treeRoute, times: 1 });
  t.is((await client.readTree(ref, head)).entries.length, 1);
  t.is(github.calls()[treeRoute], 2);
  github.faults.inject(githubFaults.serverError(500), { route: treeRoute });
  const error = await expectFault(t, 'unavailable', client.readTree(ref, head));
  t.is(error.retryAfterMs, undefined);
  t.is(github.calls()[treeRoute], 4);
});

for (const kind of ['stall', 'disconnect', 'cut'] as const) {
  test(`a server that does not respond (${kind}) is unavailable`, async (t) => {
    const { github, installation } = t.context;
    const app = createGithubApp(kind === 'stall' ? { ...github.app, requestTimeoutMs: 300 } : github.app);
    const client = await openGithubClient(app, installation.id);
    github.faults.inject({ kind }, kind === 'cut' ? { route: repositoriesRoute } : {});
    await expectFault(t, 'unavailable', client.listRepositories(1));
  });
}

test('a response that is not JSON is an invalid response', async (t) => {
  const { github, client } = t.context;
  const { ref, head } = await createTestRepository(t.context, { 'a.tf': 'a' });
  const headers = { 'content-type': 'text/html' };
  github.faults.inject(
    { kind: 'response', status: 200, headers, body: '<html>Sign in</html>' },
    { route: treeRoute },
  );
  await expectFault(t, 'invalid_response', client.readTree(ref, head));
});

test('an installation whose requests stall does not delay another one', async (t) => {
  const { github, app, user, client } = t.context;
  const { ref, head } = await createTestRepository(t.context, { 'a.tf': 'a' });
  const account = github.createOrganization('other');
  const other = await github.install({ account, by: user });
  await client.listRepositories(1);
  github.faults.inject({ kind: 'stall' }, { route: treeRoute });
  const stalled = Array.from({ length: 12 }, () => t.throwsAsync(client.readTree(ref, head)));
  const isFull = () => Promise.resolve(github.calls()[treeRoute] === 10);
  await eventually('all slots of the first installation to be taken', isFull);
  const otherClient = await openGithubClient(app, other.id);
  t.deepEqual(await otherClient.listRepositories(1), { items: [], total: 0 });
  // No slot became free in the meantime.
  t.is(github.calls()[treeRoute], 10);
  await github.close();
  await Promise.all(stalled);
});

test('clients of an installation share its token', async (t) => {
  const { github, app, installation, client } = t.context;
  await client.listRepositories(1);
  const second = await openGithubClient(app, installation.id);
  await second.listRepositories(1);
  t.is(github.calls()[tokenRoute], 1);
});
