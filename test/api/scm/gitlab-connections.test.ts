import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { gitlabFaults } from '../../../dev/gitlab-server/gitlab-faults.ts';
import { startGitlabServer } from '../../../dev/gitlab-server/start-gitlab-server.ts';
import { expectError } from '../../support/expect-error.ts';
import type { TestClient } from '../../support/test-api.ts';
import { connectGroup, connectionOf, useGitlabApi } from '../../support/scm/use-gitlab-api.ts';
import { trustedAuthority } from '../../support/scm/use-gitlab-server.ts';

const api = useGitlabApi();

interface Fields {
  readonly base_url?: string;
  readonly group_path?: string;
  readonly access_token?: string;
}

const create = (client: TestClient, fields: Fields) =>
  client.POST('/api/v1/scm/gitlab/connections', {
    body: { base_url: api.gitlab.baseUrl, group_path: 'acme', access_token: 'glpat-unknown', ...fields },
  });

const patchToken = (client: TestClient, id: string, access_token: string) =>
  client.PATCH('/api/v1/scm/connections/{id}', { params: { path: { id } }, body: { access_token } });

/** `2027-01-31`, some days from now. */
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test('says whether GitLab rejects the token or does not find the group', async (t) => {
  const { gitlab } = api;
  const { client } = await api.signUp();
  const group = await gitlab.createGroup('known');
  const other = await gitlab.createGroup('foreign');
  const { token } = gitlab.createToken(group);
  const revoked = gitlab.createToken(group);
  revoked.isRevoked = true;
  const expired = gitlab.createToken(group, { expiresAt: '2026-01-01' });
  const narrow = gitlab.createToken(group, { scopes: ['read_repository'] });
  for (const access_token of ['glpat-unknown', revoked.token, expired.token]) {
    const message = await expectError(t, create(client, { access_token }), 400, 'validation_failed');
    t.is(message, 'access_token: is rejected by GitLab');
  }
  const scope = create(client, { group_path: 'known', access_token: narrow.token });
  t.is(await expectError(t, scope, 400, 'validation_failed'), 'access_token: needs the scope read_api');
  for (const group_path of ['missing', other.path, 'known/missing', String(other.id)]) {
    const message = await expectError(
      t,
      create(client, { group_path, access_token: token }),
      400,
      'validation_failed',
    );
    t.is(message, 'group_path: does not exist, or the token cannot access it', group_path);
  }
  for (const group_path of ['.', '..', 'known/..', '/', 'known/./x']) {
    const message = await expectError(
      t,
      create(client, { group_path, access_token: token }),
      400,
      'validation_failed',
    );
    t.is(message, 'group_path: must be the full path of a group', group_path);
  }
  t.deepEqual((await dataOf(client.GET('/api/v1/scm/connections'))).items, []);
});

test('connects a subgroup by path, with slashes around it, and by id', async (t) => {
  const { gitlab } = api;
  const parent = await gitlab.createGroup('parent');
  const child = await gitlab.createGroup('child', parent);
  const { token: access_token } = gitlab.createToken(parent, { scopes: ['api'] });
  for (const group_path of ['parent/child', '/parent/child/', String(child.id)]) {
    const { client } = await api.signUp();
    const { connection } = await dataOf(create(client, { group_path, access_token }));
    t.is(connection.external_org_slug, 'parent/child');
    t.false('token_expires_at' in connection);
    t.false('warning' in connection);
  }
});

test('an instance that does not respond is 503, and says no more', async (t) => {
  const gitlab = await startGitlabServer({ authority: await trustedAuthority() });
  t.teardown(() => gitlab.close());
  const { client } = await api.signUp();
  const { token: access_token } = gitlab.createToken(await gitlab.createGroup('acme'));
  const base_url = gitlab.baseUrl;
  const faults = [
    gitlabFaults.serverError(500),
    gitlabFaults.serverError(502),
    { kind: 'disconnect' },
    { kind: 'cut' },
    { kind: 'response', status: 200, body: '<html>Sign in</html>' },
  ] as const;
  for (const fault of faults) {
    gitlab.faults.inject(fault);
    const message = await expectError(
      t,
      create(client, { base_url, access_token }),
      503,
      'provider_unavailable',
    );
    t.is(message, 'GitLab cannot be reached.');
    gitlab.faults.clear();
  }
  gitlab.faults.inject(gitlabFaults.rateLimit(45));
  const limited = await create(client, { base_url, access_token });
  t.deepEqual([limited.response.status, limited.response.headers.get('retry-after')], [503, '45']);
  gitlab.faults.clear();
  // Addresses that are no GitLab instance: another attempt has the same result.
  for (const [path, fault] of [
    ['/other'],
    ['', gitlabFaults.redirect('https://127.0.0.2/api/v4/user')],
  ] as const) {
    if (fault !== undefined) gitlab.faults.inject(fault);
    const request = create(client, { base_url: `${base_url}${path}`, access_token });
    const message = await expectError(t, request, 400, 'validation_failed');
    t.regex(message, /^base_url: is not the address of a GitLab instance/);
    t.false(message.includes('127.0.0.2'), message);
    gitlab.faults.clear();
  }
  await gitlab.close();
  await expectError(t, create(client, { base_url, access_token }), 503, 'provider_unavailable');
  t.deepEqual((await dataOf(client.GET('/api/v1/scm/connections'))).items, []);
});

test('a group is connected once in an organization, and again in another one', async (t) => {
  const first = await connectGroup(api);
  const { baseUrl } = api.gitlab;
  const again = (base_url: string, group_path: string) =>
    create(first.client, { base_url, group_path, access_token: first.token.token });
  for (const [base, path] of [
    [baseUrl, first.group.path],
    [`${baseUrl}/`, `/${first.group.path}`],
    [baseUrl.toUpperCase().replace('HTTPS', 'https'), String(first.group.id)],
  ] as const)
    await expectError(t, again(base, path), 409, 'connection_exists');
  const second = await connectGroup(api, { group: first.group });
  t.not(second.id, first.id);
  t.not(second.webhookSecret, first.webhookSecret);
  const { items } = await dataOf(first.client.GET('/api/v1/scm/connections'));
  t.deepEqual(
    items.map(({ id }) => id),
    [first.id],
  );
});

test('warns from fourteen days before the token expires', async (t) => {
  const { gitlab } = api;
  for (const [days, warns] of [
    [13, true],
    [16, false],
  ] as const) {
    const { client } = await api.signUp();
    const group = await gitlab.createGroup(`expiring-${days}`);
    const expiresAt = inDays(days);
    const { token: access_token } = gitlab.createToken(group, { expiresAt });
    const { connection } = await dataOf(create(client, { group_path: group.path, access_token }));
    t.is(connection.token_expires_at, `${expiresAt}T00:00:00.000Z`);
    const warning = `The access token expires on ${expiresAt}. Set a new access_token on the connection.`;
    t.is(connection.warning, warns ? warning : undefined);
  }
});

test('PATCH access_token checks the new token and the group', async (t) => {
  const { gitlab } = api;
  const connected = await connectGroup(api);
  const { client, id, group } = connected;
  const foreign = gitlab.createToken(await gitlab.createGroup('another-group'));
  const narrow = gitlab.createToken(group, { scopes: ['read_repository'] });
  for (const [token, reason] of [
    ['glpat-unknown', 'is rejected by GitLab'],
    [foreign.token, 'cannot access the group of the connection'],
    [narrow.token, 'needs the scope read_api'],
  ] as const)
    t.is(
      await expectError(t, patchToken(client, id, token), 400, 'validation_failed'),
      `access_token: ${reason}`,
    );
  gitlab.faults.inject(
    { kind: 'disconnect' },
    { route: 'GET /groups/{id}', path: `/groups/${group.id}`, times: 1 },
  );
  const valid = gitlab.createToken(group, { expiresAt: inDays(10) });
  await expectError(t, patchToken(client, id, valid.token), 503, 'provider_unavailable');
  t.false('token_expires_at' in (await connectionOf(connected)));
  const patched = await dataOf(patchToken(client, id, valid.token));
  t.is(patched.token_expires_at, `${valid.expiresAt}T00:00:00.000Z`);
  t.truthy(patched.warning);
  const { client: stranger } = await api.signUp();
  await expectError(t, patchToken(stranger, id, valid.token), 404, 'not_found');
});
