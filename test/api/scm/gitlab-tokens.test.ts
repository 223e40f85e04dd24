import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { waitForRun, waitForRunOf } from '../../support/connections/follow.ts';
import { eventually } from '../../support/eventually.ts';
import { expectError } from '../../support/expect-error.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { postDelivery, pushBody } from '../../support/scm/gitlab-delivery.ts';
import {
  connectGroup,
  connectionOf,
  projectsOf,
  repositoriesOf,
  rootModule,
  select,
  useGitlabApi,
  waitForProjects,
  waitForSync,
} from '../../support/scm/use-gitlab-api.ts';
import type { ConnectedGroup } from '../../support/scm/use-gitlab-api.ts';

const api = useGitlabApi({ worker: true });

const advice =
  'GitLab rejected the access token: it expired or was revoked. Set a new access_token on the connection.';

const sync = ({ client, id }: ConnectedGroup) =>
  waitForRunOf(client, client.POST('/api/v1/scm/connections/{id}/sync', { params: { path: { id } } }));

const patchToken = ({ client, id }: ConnectedGroup, access_token: string) =>
  client.PATCH('/api/v1/scm/connections/{id}', { params: { path: { id } }, body: { access_token } });

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

for (const cause of ['revoked', 'expired'] as const) {
  test(`a token that is ${cause} stops the work, and a new one resumes it without a loss`, async (t) => {
    const { gitlab } = api;
    const connected = await connectGroup(api);
    const { client, group, token, id } = connected;
    const files = { 'a/main.tf': rootModule('a'), 'b/main.tf': rootModule('b') };
    const infra = await gitlab.createProject({ namespace: group, path: 'infra', files });
    const parent = (await infra.git.resolve('refs/heads/main')) ?? '';
    await select(connected, 'all');
    await waitForProjects(client, ['a terraform root active', 'b terraform root active']);
    await waitForSync(connected);
    const [project] = (await dataOf(client.GET('/api/v1/iac-projects', { params: { query: { q: 'a' } } })))
      .items;
    const params = { path: { id: project?.id ?? '' } };
    await dataOf(client.PATCH('/api/v1/iac-projects/{id}', { params, body: { system: 'opentofu' } }));

    if (cause === 'revoked') token.isRevoked = true;
    else token.expiresAt = '2026-01-01';
    await gitlab.push(infra, { files: { 'c/main.tf': rootModule('c') } });
    const by = gitlab.createUser('ada');
    await gitlab.push(infra, { branch: 'd', parent, files: { 'a/d.tf': 'locals {}\n' } });
    await gitlab.openMergeRequest(infra, { title: 'D', by, branch: 'd' });
    const headers = { 'x-gitlab-token': connected.webhookSecret };
    t.is((await postDelivery(connected.webhookUrl, pushBody(infra.id), headers)).status, 202);
    t.is((await sync(connected)).status, 'failed');
    // A delivery that needs no request to GitLab does not clear the status.
    await postDelivery(connected.webhookUrl, pushBody(999_999), { ...headers, 'idempotency-key': 'unknown' });
    await eventually('the delivery', async () => {
      const rows = await queryAsOwner<{ status: string }>(
        api.database.url,
        "select status from scm_deliveries where scm_connection_id = $1 and delivery_id = 'unknown'",
        [id],
      );
      return rows[0]?.status === 'succeeded';
    });
    t.like(await connectionOf(connected), { status: 'revoked', last_error: advice });
    const discover = client.GET('/api/v1/scm/connections/{id}/discoverable-repositories', {
      params: { path: { id } },
    });
    t.is(await expectError(t, discover, 409, 'conflict'), 'GitLab rejected the access token.');
    t.deepEqual(await projectsOf(client), ['a opentofu root active', 'b terraform root active']);

    // An outage does not hide that the token must be replaced.
    gitlab.faults.inject({ kind: 'disconnect' }, { path: `/groups/${group.id}/`, times: 1 });
    t.is((await sync(connected)).status, 'failed');
    t.like(await connectionOf(connected), { status: 'revoked', last_error: advice });

    const next = gitlab.createToken(group, { expiresAt: inDays(100) });
    const patched = await dataOf(patchToken(connected, next.token));
    t.true(['active', 'syncing'].includes(patched.status), patched.status);
    t.false('last_error' in patched);
    await waitForProjects(client, [
      'a opentofu root active',
      'b terraform root active',
      'c terraform root active',
    ]);
    const [request] = await eventually('the pull request', async () => {
      const { items } = await dataOf(client.GET('/api/v1/pull-requests'));
      return items.length === 1 && items;
    });
    t.deepEqual(request?.iac_project_ids, [project?.id]);
    t.is((await dataOf(client.GET('/api/v1/iac-projects/{id}', { params }))).detection, 'corrected');
    await waitForSync(connected);
    t.is((await connectionOf(connected)).token_expires_at, `${next.expiresAt}T00:00:00.000Z`);
    t.is((await repositoriesOf(client))[0]?.status, 'active');
  });
}

test('a sync reads the expiry and the scopes of the token, and the name of the group', async (t) => {
  const { gitlab } = api;
  const connected = await connectGroup(api);
  const { group, token } = connected;
  for (const [expiresAt, warns] of [
    [inDays(10), true],
    [inDays(300), false],
    [undefined, false],
  ] as const) {
    token.expiresAt = expiresAt;
    t.is((await sync(connected)).status, 'succeeded');
    const connection = await connectionOf(connected);
    t.is(connection.token_expires_at, expiresAt === undefined ? undefined : `${expiresAt}T00:00:00.000Z`);
    t.is(connection.warning !== undefined, warns);
  }
  gitlab.renameGroup(group, `${group.path}-renamed`);
  t.is((await sync(connected)).status, 'succeeded');
  const connection = await connectionOf(connected);
  t.is(connection.external_org_slug, group.path);
  t.regex(group.path, /-renamed$/);
});

test('a request with the former token does not revoke the connection', async (t) => {
  const { gitlab } = api;
  const connected = await connectGroup(api);
  const { client, id, group, token } = connected;
  // The sync fails, and fails again, until it reads the new token.
  gitlab.faults.inject({ kind: 'disconnect' }, { path: `/groups/${group.id}/projects`, times: 1 });
  const { run_id } = await dataOf(
    client.POST('/api/v1/scm/connections/{id}/sync', { params: { path: { id } } }),
  );
  await eventually(
    'the failed request',
    async () => (await connectionOf(connected)).last_error !== undefined,
  );
  token.isRevoked = true;
  t.is((await patchToken(connected, gitlab.createToken(group).token)).response.status, 200);
  t.is((await waitForRun(client, run_id)).status, 'succeeded');
  t.is((await connectionOf(connected)).status, 'active');
});

test('PATCH keeps grants, selection and the webhook secret', async (t) => {
  const { gitlab } = api;
  const connected = await connectGroup(api, { scopes: ['api'] });
  const { client, group } = connected;
  await gitlab.createProject({ namespace: group, path: 'infra', files: { 'main.tf': rootModule() } });
  await select(connected, 'all');
  await waitForProjects(client, ['. terraform root active']);
  const [repository] = await repositoriesOf(client);
  const params = { path: { id: repository?.id ?? '' } };
  const grants = ['set_commit_status' as const];
  const put = () => client.PUT('/api/v1/repositories/{id}/automation-grants', { params, body: { grants } });
  t.deepEqual((await dataOf(put())).effective, grants);
  t.is((await patchToken(connected, gitlab.createToken(group).token)).response.status, 200);
  // The new token has the scope read_api only.
  t.deepEqual(await dataOf(put()), {
    grants,
    effective: [],
    missing_permissions: [{ grant: 'set_commit_status', permission: 'api' }],
  });
  const [row] = await queryAsOwner<{ select_all: boolean }>(
    api.database.url,
    'select select_all from scm_connections where id = $1',
    [connected.id],
  );
  t.true(row?.select_all);
  const headers = { 'x-gitlab-token': connected.webhookSecret };
  t.is((await postDelivery(connected.webhookUrl, pushBody(1), headers)).status, 202);
});
