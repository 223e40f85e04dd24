import test from 'ava';
import type { ExecutionContext } from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { githubFaults } from '../../../dev/github-server/github-faults.ts';
import { gitlabFaults } from '../../../dev/gitlab-server/gitlab-faults.ts';
import type { Fault, FaultScope } from '../../../dev/scm-servers/faults.ts';
import { eventually } from '../../support/eventually.ts';
import { useScmFixture } from '../../support/scm/scm-fixture.ts';
import type { ConnectedOrganization } from '../../support/scm/scm-fixture.ts';

/** A fixture for each provider, because a fault affects all requests to a server. */
const fixtures = { GitHub: useScmFixture(), GitLab: useScmFixture() };
type ProviderName = keyof typeof fixtures;

/** Of each provider, the end of the tests that were declared so far. */
const ends: Record<ProviderName, Promise<unknown>> = { GitHub: Promise.resolve(), GitLab: Promise.resolve() };

/** A test that runs after the earlier ones of its provider, at the same time as those of the other: most of them wait. */
function testOf(provider: ProviderName, title: string, run: (t: ExecutionContext) => Promise<void>): void {
  test(title, async (t) => {
    const ended = ends[provider].then(() => run(t));
    ends[provider] = ended.catch(() => undefined);
    await ended;
  });
}

const files = { 'a/main.tf': 'terraform {\n  backend "s3" {\n    bucket = "a"\n  }\n}\n' };

interface Provider {
  readonly connect: () => Promise<ConnectedOrganization>;
  readonly inject: (fault: Fault, scope?: FaultScope) => void;
  readonly clear: () => void;
  /** The list of pull requests, the tree of a scan. */
  readonly routes: { readonly repositories: string; readonly pulls: string; readonly tree: string };
}

const providers: Readonly<Record<ProviderName, Provider>> = {
  GitHub: {
    async connect() {
      const fixture = fixtures.GitHub;
      const customer = await fixture.connectGithub();
      const { account: owner, user: by } = customer;
      const repository = await fixture.github.createRepository({ owner, name: 'infra', files });
      const parent = (await repository.git.resolve('refs/heads/main')) ?? '';
      await fixture.github.push(repository, { branch: 'change', parent, files: { 'a/b.tf': '# b\n' } });
      await fixture.github.openPullRequest(repository, { title: 'Change', by, branch: 'change' });
      await customer.untilIdle();
      await customer.selectAll();
      return customer;
    },
    inject: (fault, scope) => fixtures.GitHub.github.faults.inject(fault, scope),
    clear: () => fixtures.GitHub.github.faults.clear(),
    routes: {
      repositories: 'GET /installation/repositories',
      pulls: 'GET /repos/{owner}/{repo}/pulls',
      tree: 'GET /repos/{owner}/{repo}/git/trees/{tree_sha}',
    },
  },
  GitLab: {
    async connect() {
      const fixture = fixtures.GitLab;
      const customer = await fixture.connectGitlab();
      await fixture.gitlab.createProject({ namespace: customer.group, path: 'infra', files });
      await customer.selectAll();
      return customer;
    },
    inject: (fault, scope) => fixtures.GitLab.gitlab.faults.inject(fault, scope),
    clear: () => fixtures.GitLab.gitlab.faults.clear(),
    routes: {
      repositories: 'GET /groups/{id}/projects',
      pulls: 'GET /groups/{id}/merge_requests',
      tree: 'GET /projects/{id}/repository/tree',
    },
  },
};

interface LastingFault {
  readonly provider: ProviderName;
  readonly title: string;
  readonly fault: () => Fault;
  readonly route?: keyof Provider['routes'];
  readonly status: 'revoked' | 'suspended' | 'error';
  readonly message: RegExp;
}

const insufficientScope: Fault = {
  kind: 'response',
  status: 403,
  body: {
    error: 'insufficient_scope',
    error_description: 'The request requires higher privileges.',
    scope: 'api',
  },
};

/** The rows of the table in the design of source control whose faults do not pass by themselves. */
const lasting: readonly LastingFault[] = [
  {
    provider: 'GitHub',
    title: 'rejected credentials',
    fault: githubFaults.badCredentials,
    route: 'repositories',
    status: 'revoked',
    message: /Install it again/,
  },
  {
    provider: 'GitHub',
    title: 'a missing permission',
    fault: () => githubFaults.notAccessible('pull_requests=read'),
    route: 'pulls',
    status: 'error',
    message: /pull_requests=read/,
  },
  {
    provider: 'GitHub',
    title: 'a server without the API',
    fault: githubFaults.notFound,
    route: 'repositories',
    status: 'error',
    message: /does not respond as the API/,
  },
  {
    provider: 'GitLab',
    title: 'a redirect to another host',
    fault: () => gitlabFaults.redirect('https://example.com/'),
    status: 'error',
    message: /redirect/,
  },
  {
    provider: 'GitLab',
    title: 'a rejected token',
    fault: gitlabFaults.unauthorized,
    status: 'revoked',
    message: /Set a new access_token/,
  },
  {
    provider: 'GitLab',
    title: 'a missing scope',
    fault: () => insufficientScope,
    route: 'pulls',
    status: 'error',
    message: /the scope api/,
  },
];

for (const { provider: name, title, fault, route, status, message } of lasting) {
  testOf(name, `${name}: ${title} sets the status ${status}, and a repair sets active`, async (t) => {
    const provider = providers[name];
    const customer = await provider.connect();
    provider.inject(fault(), route === undefined ? {} : { route: provider.routes[route] });
    try {
      await customer.reconcile();
      const failed = await customer.connection();
      t.is(failed.status, status);
      t.regex(failed.last_error ?? '', message);
    } finally {
      provider.clear();
    }
    await customer.reconcile();
    const repaired = await customer.connection();
    t.is(repaired.status, 'active');
    t.is(repaired.last_error, undefined);
  });
}

const outages = {
  GitHub: { 'status 502': githubFaults.serverError(), 'a closed connection': { kind: 'disconnect' } },
  GitLab: { 'status 502': gitlabFaults.serverError(), 'a cut response': { kind: 'cut' } },
} satisfies Record<ProviderName, Record<string, Fault>>;

for (const name of ['GitHub', 'GitLab'] as const) {
  for (const [title, fault] of Object.entries(outages[name])) {
    testOf(
      name,
      `${name}: ${title} keeps the status, becomes error after 15 minutes, and recovers`,
      async (t) => {
        const provider = providers[name];
        const customer = await provider.connect();
        provider.inject(fault as Fault);
        try {
          await customer.startSync();
          const failed = await eventually('the failure', async () => {
            const connection = await customer.connection();
            return connection.last_error === undefined ? undefined : connection;
          });
          t.is(failed.status, 'active');
          t.true(
            Date.parse(failed.next_attempt_at ?? '') > Date.parse(failed.created_at),
            'the connection shows the next attempt',
          );
          await fixtures[name].owner.query(
            "update scm_connections set unavailable_since = now() - interval '16 minutes', retry_at = null where id = $1",
            [customer.connectionId],
          );
          await eventually('the status error', async () => (await customer.connection()).status === 'error');
        } finally {
          provider.clear();
        }
        await customer.retryNow();
        await customer.untilIdle();
        const recovered = await customer.connection();
        t.is(recovered.status, 'active');
        t.is(recovered.last_error, undefined);
      },
    );
  }
}

const limits = {
  GitHub: {
    'a primary rate limit': () => githubFaults.primaryRateLimit(4),
    'a secondary rate limit': () => githubFaults.secondaryRateLimit(3),
  },
  GitLab: { 'a rate limit': () => gitlabFaults.rateLimit(3) },
} satisfies Record<ProviderName, Record<string, () => Fault>>;

for (const name of ['GitHub', 'GitLab'] as const) {
  for (const [title, fault] of Object.entries(limits[name])) {
    testOf(name, `${name}: the sync waits for ${title} and sends no request before its end`, async (t) => {
      const provider = providers[name];
      const customer = await provider.connect();
      // A limit shows that the provider responds again after an outage.
      await fixtures[name].owner.query(
        `update scm_connections set unavailable_since = now() - interval '16 minutes', status = 'error',
           last_error = 'unavailable' where id = $1`,
        [customer.connectionId],
      );
      provider.inject((fault as () => Fault)(), { route: provider.routes.repositories, times: 1 });
      await customer.startSync();
      const [limited] = await eventually('the pause', async () => {
        const rows = await fixtures[name].owner.query<{
          retry_at: Date;
          status: string;
          last_error: string | null;
        }>(
          'select retry_at, status, last_error from scm_connections where id = $1 and retry_at is not null',
          [customer.connectionId],
        );
        return rows.length > 0 && rows;
      });
      t.like(limited, { status: 'active', last_error: null });
      await customer.untilIdle();
      t.true(Date.now() >= (limited?.retry_at.getTime() ?? Number.POSITIVE_INFINITY));
      const after = await customer.connection();
      t.is(after.status, 'active');
      t.is(after.last_error, undefined);
      t.true(Date.parse(after.last_synced_at ?? '') >= (limited?.retry_at.getTime() ?? 0));
      provider.clear();
    });
  }
}

testOf('GitHub', 'many rate limits do not use up the attempts of a scan', async (t) => {
  const customer = await providers.GitHub.connect();
  const { client } = customer;
  providers.GitHub.inject(githubFaults.secondaryRateLimit(0), {
    route: providers.GitHub.routes.tree,
    times: 8,
  });
  const [repository] = (await dataOf(client.GET('/api/v1/repositories'))).items;
  const params = { path: { id: repository?.id ?? '' } };
  await dataOf(client.POST('/api/v1/repositories/{id}/rescan', { params }));
  await customer.untilIdle();
  t.like((await dataOf(client.GET('/api/v1/repositories'))).items, [{ status: 'active' }]);
});

testOf('GitHub', 'a token that GitHub revoked during a sync is replaced', async (t) => {
  const { github } = fixtures.GitHub;
  const customer = await fixtures.GitHub.connectGithub();
  await github.createRepository({ owner: customer.account, name: 'infra', files });
  await customer.untilIdle();
  await customer.selectAll();
  github.revokeTokens(customer.installation);
  await customer.reconcile();
  t.like(await customer.connection(), { status: 'active' });
});

testOf(
  'GitHub',
  'a rejected private key of the App does not revoke connections, and they recover with it',
  async (t) => {
    const customer = await fixtures.GitHub.connectGithub();
    const { github } = fixtures.GitHub;
    github.revokeTokens(customer.installation);
    const routes = [
      'POST /app/installations/{installation_id}/access_tokens',
      'GET /app/installations/{installation_id}',
    ];
    for (const route of routes) github.faults.inject(githubFaults.badCredentials(), { route });
    try {
      await customer.startSync();
      const failed = await eventually('the failure', async () => {
        const connection = await customer.connection();
        return connection.last_error === undefined ? undefined : connection;
      });
      t.is(failed.status, 'active');
      t.regex(failed.last_error ?? '', /operator/);
    } finally {
      github.faults.clear();
    }
    await customer.retryNow();
    await customer.untilIdle();
    const recovered = await customer.connection();
    t.like(recovered, { status: 'active' });
    t.is(recovered.last_error, undefined);
  },
);

testOf('GitLab', 'a rejected token of GitLab is replaced by PATCH, and nothing is lost', async (t) => {
  const { gitlab } = fixtures.GitLab;
  const customer = await fixtures.GitLab.connectGitlab();
  const project = await gitlab.createProject({ namespace: customer.group, path: 'infra', files });
  await customer.selectAll();
  customer.token.isRevoked = true;
  await gitlab.push(project, { files: { 'b/main.tf': files['a/main.tf'] } });
  await customer.untilIdle();
  t.is((await customer.connection()).status, 'revoked');
  const { token } = gitlab.createToken(customer.group, { scopes: ['read_api'] });
  const params = { path: { id: customer.connectionId } };
  await dataOf(
    customer.client.PATCH('/api/v1/scm/connections/{id}', { params, body: { access_token: token } }),
  );
  await customer.untilIdle();
  t.is((await customer.connection()).status, 'active');
  const { items } = await dataOf(customer.client.GET('/api/v1/iac-projects'));
  t.deepEqual(items.map(({ path }) => path).toSorted(), ['a', 'b']);
});

testOf('GitLab', 'a project that the token cannot read is an error of the repository only', async (t) => {
  const { gitlab } = fixtures.GitLab;
  const customer = await fixtures.GitLab.connectGitlab();
  const { client, group } = customer;
  const closed = await gitlab.createProject({ namespace: group, path: 'closed', files });
  const open = await gitlab.createProject({ namespace: group, path: 'open', files });
  await customer.selectAll();
  const more = { 'b/main.tf': files['a/main.tf'] };
  gitlab.deliveries.mode = 'drop';
  await gitlab.push(closed, { files: more });
  await gitlab.push(open, { files: more });
  const statuses = async () => {
    const { items } = await dataOf(client.GET('/api/v1/repositories'));
    return items.map(({ full_name: name, status, last_error: error }) => [name.split('/')[1], status, error]);
  };
  gitlab.faults.inject(gitlabFaults.forbidden(), { path: `/projects/${closed.id}/` });
  try {
    for (let sync = 1; sync <= 2; sync += 1) {
      await customer.reconcile();
      t.like(await customer.connection(), { status: 'active' });
      t.deepEqual(await statuses(), [
        [
          'closed',
          'error',
          'The access token lacks a role in the project, or the project disabled a feature.',
        ],
        ['open', 'active', undefined],
      ]);
    }
    const { items } = await dataOf(client.GET('/api/v1/iac-projects'));
    t.is(items.length, 3, 'the project that cannot be read keeps what was found');
  } finally {
    gitlab.faults.clear();
    gitlab.deliveries.mode = 'send';
  }
  await customer.reconcile();
  t.deepEqual(await statuses(), [
    ['closed', 'active', undefined],
    ['open', 'active', undefined],
  ]);
});

testOf('GitLab', 'a response beyond a limit is told on the connection, and the rest is synced', async (t) => {
  const { gitlab } = fixtures.GitLab;
  const customer = await fixtures.GitLab.connectGitlab();
  await gitlab.createProject({ namespace: customer.group, path: 'infra', files });
  await customer.selectAll();
  const record = (id: number, name: string, branch: string) => ({
    id,
    path_with_namespace: `${customer.group.path}/${name}`,
    web_url: `${gitlab.baseUrl}/${name}`,
    visibility: 'private',
    default_branch: branch,
  });
  const body = [record(900_001, 'long', 'x'.repeat(1_000_000)), record(900_002, 'other', 'main')];
  gitlab.faults.inject(
    { kind: 'response', status: 200, body },
    { route: providers.GitLab.routes.repositories },
  );
  try {
    await customer.reconcile();
  } finally {
    gitlab.faults.clear();
  }
  const connection = await customer.connection();
  t.is(connection.status, 'active');
  t.regex(connection.last_error ?? '', /default_branch has more than 4096 characters/);
  const { items } = await dataOf(customer.client.GET('/api/v1/repositories'));
  const names = items.map(({ full_name: name }) => name.split('/').at(-1));
  t.deepEqual(new Set(names), new Set(['infra', 'other']), 'no repository was removed');
  await customer.reconcile();
  t.is((await customer.connection()).last_error, undefined);
});
