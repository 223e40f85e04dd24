import { randomUUID } from 'node:crypto';
import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { expectError } from '../../support/expect-error.ts';
import { insertRepository } from '../../support/mapping/stored-projects.ts';
import { createReporter } from '../../support/plans/create-reporter.ts';
import type { Reporter } from '../../support/plans/create-reporter.ts';
import { fullNameOf } from '../../support/plans/stored-repositories.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import type { SignedUp } from '../../support/test-api.ts';
import { useTestApi } from '../../support/use-test-api.ts';

const api = useTestApi();
const query = <T extends object>(text: string, values: readonly unknown[] = []) =>
  queryAsOwner<T & Record<string, unknown>>(api.database.url, text, values);
const owner = { query, close: async () => undefined };

async function withReporter() {
  const organization = await api.signUp();
  return { ...organization, ci: await createReporter(api, organization) };
}

const send = ({ client }: Reporter, body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  client.request<Record<string, unknown>>('POST', '/ingest/executions', { body, headers });

const minimal = { external_id: 'run/1', kind: 'apply', status: 'running' } as const;

async function auditOf({ client }: Pick<SignedUp, 'client'>) {
  const params = { query: { action: ['execution.reported'] } };
  return (await dataOf(client.GET('/api/v1/organization/audit-log', { params }))).items;
}

test('creates an execution with all fields, returns 201, and audits the token', async (t) => {
  const organization = await withReporter();
  const { ci } = organization;
  const response = await send(ci, {
    external_id: 'acme/infra/42/1/apply',
    provider: 'github_actions',
    repository: { provider: 'github', full_name: 'acme/infra' },
    project_path: './infra/prod/',
    workspace: 'blue',
    kind: 'apply',
    status: 'succeeded',
    commit_sha: 'ABCDEF0123456789abcdef0123456789abcdef01',
    branch: 'main',
    pull_request_number: 7,
    run_url: 'https://github.com/acme/infra/actions/runs/42',
    actor: 'ada',
    started_at: '2026-01-01T02:00:00+02:00',
    finished_at: '2026-01-01T00:05:00Z',
    tool: { name: 'terraform', version: '1.14.0' },
  });
  t.is(response.status, 201);
  const { id, created_at: createdAt, updated_at: updatedAt, ...rest } = response.body;
  t.deepEqual(rest, {
    external_id: 'acme/infra/42/1/apply',
    provider: 'github_actions',
    kind: 'apply',
    status: 'succeeded',
    project_path: 'infra/prod',
    workspace: 'blue',
    commit_sha: 'abcdef0123456789abcdef0123456789abcdef01',
    branch: 'main',
    run_url: 'https://github.com/acme/infra/actions/runs/42',
    actor: 'ada',
    tool: { name: 'terraform', version: '1.14.0' },
    started_at: '2026-01-01T00:00:00.000Z',
    finished_at: '2026-01-01T00:05:00.000Z',
  });
  t.truthy(createdAt);
  t.truthy(updatedAt);
  const [entry, ...others] = await auditOf(organization);
  t.deepEqual(others, []);
  t.like(entry, {
    actor: { type: 'ingest_token', id: ci.tokenId },
    target: { type: 'execution', id: String(id), name: 'acme/infra/42/1/apply' },
    outcome: 'success',
    details: { kind: 'apply', status: 'succeeded', created: true },
  });
});

test('the external id and the kind are the key in the organization', async (t) => {
  const { ci, organizationId } = await withReporter();
  const other = await withReporter();
  const first = await send(ci, minimal);
  const repeated = await send(ci, { ...minimal, status: 'succeeded' });
  t.deepEqual([first.status, repeated.status], [201, 200]);
  t.is(repeated.body['id'], first.body['id']);
  t.is(repeated.body['status'], 'succeeded');
  t.is((await send(ci, { ...minimal, kind: 'plan' })).status, 201);
  t.is((await send(other.ci, minimal)).status, 201);
  const [row] = await query<{ count: number }>(
    'select count(*)::int as count from executions where organization_id = $1',
    [organizationId],
  );
  t.is(row?.count, 2);
});

test('a repeat that changes nothing returns 200 and writes no audit entry', async (t) => {
  const organization = await withReporter();
  const { ci } = organization;
  const first = await send(ci, { ...minimal, status: 'succeeded', branch: 'main' });
  const second = await send(ci, { ...minimal, status: 'succeeded', branch: 'main' });
  const late = await send(ci, { ...minimal, status: 'running', branch: 'other' });
  const silent = await send(ci, {
    ...minimal,
    status: 'succeeded',
    branch: null,
    tool: null,
    repository: null,
  });
  for (const response of [second, late, silent])
    t.deepEqual([response.status, response.body], [200, first.body]);
  t.is((await auditOf(organization)).length, 1);
  t.is((await send(ci, { ...minimal, status: 'queued', actor: 'ada' })).body['actor'], 'ada');
  t.is((await auditOf(organization)).length, 2);
});

test('the repository and the tool have two forms, and the CI system names the provider', async (t) => {
  const { ci, organizationId } = await withReporter();
  const repository = await insertRepository(owner, organizationId);
  const fullName = await fullNameOf(owner, repository);
  const repositoryOf = async (report: Record<string, unknown>) => {
    const { body } = await send(ci, { ...minimal, external_id: randomUUID(), ...report });
    return body['repository_id'];
  };
  t.is(await repositoryOf({ repository: fullName }), repository, 'the only match');
  t.is(await repositoryOf({ repository: { full_name: fullName } }), repository);
  t.is(await repositoryOf({ repository: { provider: 'gitlab', full_name: fullName } }), repository);
  t.is(await repositoryOf({ repository: fullName, provider: 'gitlab_ci' }), repository);
  t.is(await repositoryOf({ repository: { provider: 'github', full_name: fullName } }), undefined);
  t.is(await repositoryOf({ repository: fullName, provider: 'github_actions' }), undefined);
  t.is(await repositoryOf({ repository: 'acme/unknown' }), undefined);
  const tool = await send(ci, { ...minimal, external_id: 't', tool: 'tofu' });
  t.deepEqual(tool.body['tool'], { name: 'tofu' });
  const versioned = await send(ci, { ...minimal, external_id: 't', tool: { version: '1.9.0' } });
  t.deepEqual(versioned.body['tool'], { name: 'tofu', version: '1.9.0' });

  const stranger = await withReporter();
  t.is((await send(stranger.ci, { ...minimal, repository: fullName })).body['repository_id'], undefined);
  await insertRepository(owner, organizationId);
  await query('update repositories set full_name = $2 where organization_id = $1', [
    organizationId,
    fullName,
  ]);
  t.is(await repositoryOf({ repository: fullName }), undefined, 'two matches');
});

test('rejects another value of a fixed field with 409', async (t) => {
  const { ci } = await withReporter();
  const first = {
    ...minimal,
    provider: 'github_actions',
    repository: 'acme/infra',
    project_path: 'prod',
    workspace: 'blue',
  };
  t.is((await send(ci, first)).status, 201);
  for (const other of [
    { provider: 'gitlab_ci' },
    { repository: 'acme/other' },
    { repository: { provider: 'gitlab', full_name: 'acme/infra' } },
    { project_path: 'dev' },
    { workspace: 'green' },
  ]) {
    const response = await send(ci, { ...minimal, status: 'succeeded', ...other });
    t.deepEqual([response.status, response.body['code']], [409, 'conflict'], JSON.stringify(other));
  }
  t.is((await send(ci, first)).body['status'], 'running', 'nothing was stored');
});

test('rejects invalid fields and names them', async (t) => {
  const { ci } = await withReporter();
  const rejected: readonly [Record<string, unknown>, RegExp][] = [
    [{ external_id: null }, /^external_id: /],
    [{ external_id: '' }, /^external_id: /],
    [{ external_id: 'x'.repeat(256) }, /^external_id: /],
    [{ kind: 'destroyed' }, /^kind: /],
    [{ status: 'success' }, /^status: /],
    [{ provider: 'x'.repeat(256) }, /^provider: /],
    [{ repository: 7 }, /^repository: /],
    [{ repository: 'x'.repeat(256) }, /^repository: /],
    [{ repository: { provider: 'github' } }, /^repository\.full_name: is required$/],
    [{ repository: { full_name: 'a/b', id: 1 } }, /^repository\.id: is not a known field$/],
    [{ project_path: '/prod' }, /^project_path: must be a path relative/],
    [{ project_path: 'prod/../../etc' }, /^project_path: must be a path relative/],
    [{ project_path: 'x'.repeat(1025) }, /^project_path: /],
    [{ workspace: 'x'.repeat(256) }, /^workspace: /],
    [{ commit_sha: 'abc' }, /^commit_sha: must be 7 to 64 hexadecimal digits$/],
    [{ commit_sha: 'a'.repeat(65) }, /^commit_sha: /],
    [{ commit_sha: 'HEAD~12' }, /^commit_sha: /],
    [{ branch: 'x'.repeat(256) }, /^branch: /],
    [{ pull_request_number: 0 }, /^pull_request_number: /],
    [{ pull_request_number: 2 ** 31 }, /^pull_request_number: /],
    [{ run_url: 'https://ci:hunter22hunter@x.example/1' }, /^run_url: must not contain a user name/],
    [{ run_url: 'https://x.example/1?token=hunter22hunter' }, /^run_url: must not contain/],
    [{ repository: 'https://ci:hunter22hunter@x.example/a/b.git' }, /^repository: /],
    [{ branch: 'https://ci@x.example/a' }, /^branch: must not contain/],
    [{ run_url: 'javascript:alert(1)' }, /^run_url: must be an http or https URL$/],
    [{ run_url: `https://x.example/${'x'.repeat(2048)}` }, /^run_url: /],
    [{ actor: 'x'.repeat(256) }, /^actor: /],
    [{ started_at: 'yesterday' }, /^started_at: /],
    [{ started_at: '0000-01-01T00:00:00+14:00' }, /^started_at: /],
    [
      { started_at: '2026-01-01T00:00:01Z', finished_at: '2026-01-01T00:00:00Z' },
      /^finished_at: must not be before started_at$/,
    ],
    [{ tool: { name: 'x'.repeat(256) } }, /^tool\.name: /],
    [{ organization_id: randomUUID() }, /^organization_id: is not a known field$/],
  ];
  for (const [fields, message] of rejected) {
    const response = await send(ci, { ...minimal, ...fields });
    t.deepEqual([response.status, response.body['code']], [400, 'validation_failed'], JSON.stringify(fields));
    t.regex(String(response.body['message']), message);
  }
  const longest = { project_path: 'x'.repeat(1024), branch: 'x'.repeat(255), commit_sha: 'a'.repeat(64) };
  t.is((await send(ci, { ...minimal, ...longest })).status, 201);
});

test('concurrent first reports create one execution', async (t) => {
  const organization = await withReporter();
  const responses = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      send(organization.ci, { ...minimal, status: index % 2 === 0 ? 'running' : 'succeeded' }),
    ),
  );
  t.is(responses.filter(({ status }) => status === 201).length, 1);
  t.is(responses.filter(({ status }) => status === 200).length, 11);
  t.is(new Set(responses.map(({ body }) => body['id'])).size, 1);
  t.is((await send(organization.ci, { ...minimal, status: 'queued' })).body['status'], 'succeeded');
});

test('an Idempotency-Key replays the status and the response of the first report', async (t) => {
  const { ci } = await withReporter();
  const withKey = (key: string, body: Record<string, unknown>) => send(ci, body, { 'idempotency-key': key });
  const created = await withKey('a', minimal);
  const updated = await withKey('b', { ...minimal, status: 'succeeded' });
  t.deepEqual([created.status, updated.status], [201, 200]);
  const again = [await withKey('a', minimal), await withKey('b', { ...minimal, status: 'succeeded' })];
  t.deepEqual(
    again.map(({ status, body, headers }) => [status, body, headers.get('idempotent-replayed')]),
    [
      [201, created.body, 'true'],
      [200, updated.body, 'true'],
    ],
  );
  const other = await withKey('a', { ...minimal, status: 'failed' });
  t.deepEqual([other.status, other.body['code']], [409, 'conflict']);
});

test('only an ingest token of the organization can report', async (t) => {
  const { client, ci } = await withReporter();
  await expectError(t, client.POST('/api/v1/ingest/executions', { body: minimal }), 401, 'invalid_token');
  await expectError(
    t,
    api.anonymous.POST('/api/v1/ingest/executions', { body: minimal }),
    401,
    'unauthorized',
  );
  await dataOf(
    client.DELETE('/api/v1/organization/ingest-tokens/{id}', { params: { path: { id: ci.tokenId } } }),
  );
  t.is((await send(ci, minimal)).status, 401);
});
