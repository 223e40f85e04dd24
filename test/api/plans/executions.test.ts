import { randomUUID } from 'node:crypto';
import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import type { operations } from '../../../api-client/api-types.ts';
import { expectError } from '../../support/expect-error.ts';
import { insertRepository, insertS3Project } from '../../support/mapping/stored-projects.ts';
import { createReporter } from '../../support/plans/create-reporter.ts';
import { fullNameOf, insertPullRequest } from '../../support/plans/stored-repositories.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import type { TestClient } from '../../support/test-api.ts';
import { useTestApi } from '../../support/use-test-api.ts';

const api = useTestApi();
const query = <T extends object>(text: string, values: readonly unknown[] = []) =>
  queryAsOwner<T & Record<string, unknown>>(api.database.url, text, values);
const owner = { query, close: async () => undefined };

type Query = operations['listExecutions']['parameters']['query'];

const list = (client: TestClient, filter: Query = {}) =>
  client.GET('/api/v1/executions', { params: { query: filter } });

const idsOf = async (client: TestClient, filter: Query = {}) =>
  (await dataOf(list(client, filter))).items.map((item) => item.external_id);

const getOf = (client: TestClient, id: string) =>
  client.GET('/api/v1/executions/{id}', { params: { path: { id } } });

async function withReporter() {
  const organization = await api.signUp();
  return { ...organization, ...(await createReporter(api, organization)), user: organization.client };
}

test('returns an execution as it was reported', async (t) => {
  const { user, report } = await withReporter();
  const reported = await report({ external_id: 'a', branch: 'main', tool: 'terraform' });
  t.deepEqual(await dataOf(getOf(user, reported.id)), reported);
  const stranger = await api.signUp();
  await expectError(t, getOf(stranger.client, reported.id), 404, 'not_found');
  await expectError(t, getOf(user, randomUUID()), 404, 'not_found');
  t.deepEqual(await idsOf(stranger.client), []);
});

test('lists executions newest first, page by page', async (t) => {
  const { user, report, organizationId } = await withReporter();
  for (const id of ['1', '2', '3', '4', '5']) await report({ external_id: id });
  // Two executions with the same time: the id decides.
  await query(
    'update executions set created_at = $2 where organization_id = $1 and external_id in ($3, $4)',
    [organizationId, '2026-01-01T00:00:00.123456Z', '1', '2'],
  );
  const expected = ['5', '4', '3', '2', '1'];
  t.deepEqual(await idsOf(user), expected);
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await dataOf(list(user, { limit: 2, ...(cursor === undefined ? {} : { cursor }) }));
    seen.push(...page.items.map((item) => item.external_id));
    cursor = page.next_cursor;
  } while (cursor !== undefined);
  t.deepEqual(seen, expected);
});

test('filters executions', async (t) => {
  const { user, report, organizationId } = await withReporter();
  const repository = await insertRepository(owner, organizationId);
  const project = await insertS3Project(owner, organizationId, repository, { path: 'prod', backend: {} });
  const fullName = await fullNameOf(owner, repository);
  const pull = await insertPullRequest(owner, organizationId, repository, 7);
  const commit = 'a'.repeat(40);
  await report({ external_id: 'plan', kind: 'plan', repository: fullName, pull_request_number: 7 });
  await report({ external_id: 'apply', status: 'running', repository: fullName, project_path: 'prod' });
  await report({ external_id: 'other', status: 'failed', commit_sha: commit });
  await report({ external_id: 'drift', kind: 'drift', status: 'queued' });
  t.deepEqual(await idsOf(user, { repository_id: [repository] }), ['apply', 'plan']);
  t.deepEqual(await idsOf(user, { iac_project_id: [project] }), ['apply']);
  t.deepEqual(await idsOf(user, { pull_request_id: [pull] }), ['plan']);
  t.deepEqual(await idsOf(user, { external_id: ['plan', 'drift', 'none'] }), ['drift', 'plan']);
  t.deepEqual(await idsOf(user, { kind: ['apply'] }), ['other', 'apply']);
  t.deepEqual(await idsOf(user, { kind: ['apply', 'plan'], status: ['running', 'succeeded'] }), [
    'apply',
    'plan',
  ]);
  t.deepEqual(await idsOf(user, { commit_sha: [commit.toUpperCase()] }), ['other']);
  t.deepEqual(await idsOf(user, { repository_id: [randomUUID()] }), [], 'an unknown id is an empty page');
  await query('update executions set created_at = $2 where organization_id = $1 and external_id = $3', [
    organizationId,
    '2026-01-01T00:00:00Z',
    'plan',
  ]);
  t.deepEqual(await idsOf(user, { until: '2026-01-02T00:00:00Z' }), ['plan']);
  t.deepEqual(await idsOf(user, { until: '2026-01-01T00:00:00Z' }), [], 'until is exclusive');
  t.deepEqual(await idsOf(user, { since: '2026-01-01T00:00:00Z', until: '2026-01-02T00:00:00Z' }), ['plan']);
  t.deepEqual(await idsOf(user, { since: '2026-01-02T00:00:00Z' }), ['drift', 'other', 'apply']);
  for (const text of ['kind=applied', 'status=done', 'repository_id=x', 'since=now', 'branch=main']) {
    const response = await user.request('GET', `/executions?${text}`);
    t.deepEqual([response.status, response.body['code']], [400, 'validation_failed'], text);
  }
});

test('a cursor is bound to its filters', async (t) => {
  const { user, report } = await withReporter();
  for (const id of ['1', '2']) await report({ external_id: id });
  const { next_cursor: cursor = '' } = await dataOf(list(user, { limit: 1 }));
  await expectError(t, list(user, { limit: 1, cursor, kind: ['apply'] }), 400, 'validation_failed');
});
