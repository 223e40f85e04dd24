import { createHmac, randomUUID } from 'node:crypto';
import test from 'ava';
import type { ExecutionContext } from 'ava';
import { operations } from '../../../api/operations.ts';
import { createTypedClient } from '../../../api-client/create-typed-client.ts';
import { connectSourceControl } from '../../../dev/demo/connect-source-control.ts';
import { showProjects, showPullRequests } from '../../../dev/demo/show-source-control.ts';
import { openPullRequests } from '../../../dev/sample-source-control/open-pull-requests.ts';
import { startSampleSourceControl } from '../../../dev/sample-source-control/start-sample-source-control.ts';
import type { SampleSourceControl } from '../../../dev/sample-source-control/start-sample-source-control.ts';
import { readRows } from '../../support/read-rows.ts';
import { expectFields, fieldsByOperation } from '../../support/scm/operation-fields.ts';
import { trustedAuthority } from '../../support/scm/use-gitlab-server.ts';
import { startTestApi } from '../../support/test-api.ts';
import type { SignedUp, TestApi } from '../../support/test-api.ts';

const scmTags = ['Source control', 'Repositories', 'IaC projects', 'Pull requests'];
const scmOperations = operations.filter(({ tag }) => scmTags.includes(tag));

interface Records {
  readonly github: string;
  readonly gitlab: string;
  readonly repository: string;
  readonly project: string;
}

let api: TestApi;
let sample: SampleSourceControl;
let admin: SignedUp;
let records: Records;
const called = new Set<string>();
/** Secrets of the test that no row and no audit entry may contain. */
const secrets: string[] = [];

test.before(async () => {
  sample = await startSampleSourceControl({ accounts: [], authority: await trustedAuthority() });
  api = await startTestApi(sample.environment);
  await api.startWorker();
  admin = await api.signUp();
  const client = createTypedClient(api.url, admin.tokens.access_token);
  const say = () => undefined;
  const repositories = await connectSourceControl(client, api.url, sample, say);
  const projects = await showProjects(client, repositories, say);
  await openPullRequests(sample);
  await showPullRequests(client, repositories, projects, say);
  const [github, gitlab] = ['github', 'gitlab'].map((provider) =>
    repositories.find((repository) => repository.provider === provider),
  );
  records = {
    github: github?.scm_connection_id ?? '',
    gitlab: gitlab?.scm_connection_id ?? '',
    repository: github?.id ?? '',
    project: projects.find(({ system, kind }) => system === 'terraform' && kind === 'root')?.id ?? '',
  };
});
test.after.always(async () => {
  await api?.close();
  await sample?.close();
});

type Body = Record<string, unknown>;

/** Calls an operation and compares the fields of its response with the contract. */
async function call(
  t: ExecutionContext,
  id: string,
  method: string,
  path: string,
  options: { readonly body?: unknown; readonly headers?: Record<string, string> } = {},
): Promise<Body> {
  const response = await admin.client.request<Body>(method, path, options);
  const { status, fields } = fieldsByOperation[id] ?? {};
  t.is<number | undefined, number | undefined>(
    response.status,
    status,
    `${id}: ${JSON.stringify(response.body)}`,
  );
  expectFields(t, id, response.body, fields);
  called.add(id);
  return response.body;
}

const itemsOf = ({ items }: Body) => items as readonly Body[];

test.serial('connections respond with the fields of the contract', async (t) => {
  await call(t, 'listScmConnections', 'GET', '/scm/connections');
  for (const id of [records.github, records.gitlab])
    await call(t, 'getScmConnection', 'GET', `/scm/connections/${id}`);
  await call(
    t,
    'listDiscoverableRepositories',
    'GET',
    `/scm/connections/${records.github}/discoverable-repositories?q=infra`,
  );
  await call(t, 'syncScmConnection', 'POST', `/scm/connections/${records.github}/sync`);
});

test.serial('the installation of a GitHub App responds with the fields of the contract', async (t) => {
  const { github, administrator } = sample;
  const stateOf = async () => {
    const { url } = await call(t, 'getGithubInstallationUrl', 'GET', '/scm/github/installation-url');
    return new URL(String(url)).searchParams.get('state') ?? '';
  };
  const callback = (query: Record<string, string>) =>
    call(t, 'githubCallback', 'GET', `/scm/github/callback?${String(new URLSearchParams(query))}`, {
      headers: { accept: 'application/json' },
    });
  t.deepEqual(await callback({ state: await stateOf(), setup_action: 'request' }), { status: 'requested' });
  const installation = await github.install({ account: administrator, by: administrator });
  const bound = await callback({
    state: await stateOf(),
    setup_action: 'install',
    installation_id: String(installation.id),
    code: github.authorize(administrator),
  });
  t.is(bound['status'], 'bound');
  const deleted = await call(
    t,
    'deleteScmConnection',
    'DELETE',
    `/scm/connections/${String(bound['connection_id'])}`,
  );
  t.regex(String(deleted['uninstall_url']), /\/settings\/installations\/\d+$/);
});

test.serial('GitLab connections and webhooks respond with the fields of the contract', async (t) => {
  const { github, gitlab } = sample;
  const group = await gitlab.createGroup('second-company');
  const project = await gitlab.createProject({ namespace: group, path: 'code', files: { 'main.tf': '' } });
  const { token } = gitlab.createToken(group);
  const headers = { 'idempotency-key': randomUUID() };
  const body = { base_url: gitlab.baseUrl, group_path: 'second-company', access_token: token };
  const path = '/scm/gitlab/connections';
  const created = await call(t, 'createGitlabConnection', 'POST', path, { body, headers });
  const { connection, webhook_secret: webhookSecret } = created as {
    connection: Body;
    webhook_secret: string;
  };
  secrets.push(token, webhookSecret);
  const again = await call(t, 'createGitlabConnection', 'POST', path, { body, headers });
  t.deepEqual(again, created, 'the same Idempotency-Key replays the response');
  const connectionPath = `/scm/connections/${String(connection['id'])}`;
  const skipped = await call(t, 'selectRepositories', 'PUT', `${connectionPath}/repositories`, {
    body: { external_ids: [String(project.id), '999999999'] },
  });
  t.deepEqual(skipped, {
    selected: 1,
    added: 1,
    removed: 0,
    skipped: [{ external_id: '999999999', reason: 'not_found' }],
  });

  const payload = JSON.stringify({ object_kind: 'note' });
  const delivery = { body: JSON.parse(payload) as unknown, headers: { 'x-gitlab-token': webhookSecret } };
  const webhookPath = `/webhooks/gitlab?connection=${String(connection['id'])}`;
  await call(t, 'receiveGitlabWebhook', 'POST', webhookPath, delivery);
  const signature = createHmac('sha256', github.app.webhookSecret).update(payload).digest('hex');
  await call(t, 'receiveGithubWebhook', 'POST', '/webhooks/github', {
    body: delivery.body,
    headers: { 'x-hub-signature-256': `sha256=${signature}`, 'x-github-event': 'ping' },
  });

  const changedSecret = `whsec_${Buffer.from(randomUUID()).toString('base64')}`;
  secrets.push(changedSecret);
  await call(t, 'updateScmConnection', 'PATCH', connectionPath, { body: { webhook_secret: changedSecret } });
  await call(t, 'deleteScmConnection', 'DELETE', connectionPath);
});

test.serial('repositories, projects and pull requests respond with the fields of the contract', async (t) => {
  await call(t, 'listRepositories', 'GET', '/repositories');
  const repository = `/repositories/${records.repository}`;
  await call(t, 'getRepository', 'GET', repository);
  const granted = await call(t, 'setAutomationGrants', 'PUT', `${repository}/automation-grants`, {
    body: { grants: ['open_pull_requests'] },
  });
  t.true((granted['missing_permissions'] as readonly Body[]).length > 0);
  if (scmOperations.some(({ id }) => String(id) === 'setRepositoryAssociations'))
    await call(t, 'setRepositoryAssociations', 'PUT', `${repository}/associations`, {
      body: { application_ids: [], team_ids: [] },
    });
  await call(t, 'rescanRepository', 'POST', `${repository}/rescan`);
  await call(t, 'listRepositoryIacProjects', 'GET', `${repository}/iac-projects`);
  const added = await call(t, 'createIacProject', 'POST', `${repository}/iac-projects`, {
    body: { path: 'charts', system: 'pulumi', kind: 'stack' },
  });
  t.is(added['detection'], 'manual');
  await call(t, 'listIacProjects', 'GET', '/iac-projects');
  const detail = await call(t, 'getIacProject', 'GET', `/iac-projects/${records.project}`);
  t.true((detail['evidence'] as readonly Body[]).length > 0);
  await call(t, 'updateIacProject', 'PATCH', `/iac-projects/${records.project}`, { body: { disable: true } });
  await call(t, 'listRepositoryPullRequests', 'GET', `${repository}/pull-requests`);
  await call(t, 'listPullRequests', 'GET', '/pull-requests');
});

test.serial('every operation of source control was compared', (t) => {
  t.deepEqual(
    scmOperations.filter(({ id }) => !called.has(id)).map(({ id }) => id),
    [],
  );
});

test.serial('every write leaves an audit entry, and no row and no entry contains a secret', async (t) => {
  const { body } = await admin.client.request<Body>('GET', '/organization/audit-log?limit=200');
  const actions = new Set(itemsOf(body).map(({ action }) => action));
  for (const { id, audit } of scmOperations) if (audit !== undefined) t.true(actions.has(audit), id);
  const rows = JSON.stringify([...(await readRows(api.database.url))]);
  t.true(rows.includes('second-company'));
  for (const secret of [...secrets, sample.github.app.webhookSecret, 'BEGIN RSA'])
    t.false(rows.includes(secret), secret.slice(0, 6));
});

test.serial('lists return each row once over pages of one row, and reject foreign cursors', async (t) => {
  const lists = [
    '/scm/connections',
    `/scm/connections/${records.github}/discoverable-repositories`,
    '/repositories',
    '/iac-projects',
    `/repositories/${records.repository}/iac-projects`,
    '/pull-requests',
    `/repositories/${records.repository}/pull-requests`,
  ];
  const cursors = new Map<string, string>();
  for (const path of lists) {
    const get = async (query: string) => admin.client.request<Body>('GET', `${path}?limit=${query}`);
    const whole = itemsOf((await get('200')).body);
    const paged: Body[] = [];
    for (let query: string | undefined = '1'; query !== undefined;) {
      const { body } = await get(query);
      paged.push(...itemsOf(body));
      const cursor = body['next_cursor'];
      query = typeof cursor === 'string' ? `1&cursor=${cursor}` : undefined;
      if (typeof cursor === 'string') cursors.set(path, cursor);
    }
    t.deepEqual(
      paged.map(({ id, external_id: externalId }) => id ?? externalId),
      whole.map(({ id, external_id: externalId }) => id ?? externalId),
      path,
    );
    for (const [other, cursor] of cursors) {
      if (other === path) continue;
      const { status, body } = await get(`1&cursor=${cursor}`);
      t.is(status, 400, `${path} with a cursor of ${other}`);
      t.regex(String(body['message']), /^cursor: /);
    }
    const { status } = await get('1&cursor=AAAA');
    t.is(status, 400, path);
  }
});
