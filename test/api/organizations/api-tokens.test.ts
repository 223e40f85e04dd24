import test from 'ava';
import type { CreateApiTokenBody } from '../../../api-client/api-types.ts';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { eventually } from '../../support/eventually.ts';
import { expectError } from '../../support/expect-error.ts';
import { inviteMember } from '../../support/invite-member.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { createClient } from '../../support/test-api.ts';
import type { TestClient } from '../../support/test-api.ts';
import { useTestApi } from '../../support/use-test-api.ts';

const api = useTestApi();
const path = '/api/v1/organization/api-tokens';

const create = (client: TestClient, body: CreateApiTokenBody) => client.POST(path, { body });
const list = async (client: TestClient, active?: boolean) =>
  (await dataOf(client.GET(path, { params: { query: active === undefined ? {} : { active } } }))).items;
const revoke = (client: TestClient, id: string) =>
  dataOf(client.DELETE(`${path}/{id}`, { params: { path: { id } } }));
const daysUntil = (time: string) => (Date.parse(time) - Date.now()) / 86_400_000;

test('a token is returned once, renamed, listed newest first, and revoked for ever', async (t) => {
  const { client, userId } = await api.signUp();
  const created = create(client, { name: ' nightly ', permissions: ['scans:read', 'resources:read'] });
  t.is((await created).response.status, 201);
  const { token, ...first } = await dataOf(created);
  t.regex(token, /^svca_[0-9A-Za-z]{36}$/);
  t.like(first, { name: 'nightly', permissions: ['scans:read', 'resources:read'], created_by: userId });
  t.true(Math.abs(daysUntil(first.expires_at) - 90) < 0.01);
  const second = await dataOf(
    create(client, { name: 'other', permissions: ['resources:read'], expires_in_days: 1 }),
  );
  t.true(Math.abs(daysUntil(second.expires_at) - 1) < 0.01);
  t.deepEqual(
    (await list(client)).map(({ id }) => id),
    [second.id, first.id],
  );
  t.false(JSON.stringify(await list(client)).includes(token));
  await expectError(t, create(client, { name: 'other', permissions: ['resources:read'] }), 409, 'conflict');
  const rename = (id: string, name: string) =>
    client.PATCH(`${path}/{id}`, { params: { path: { id } }, body: { name } });
  t.is((await dataOf(rename(first.id, 'hourly'))).name, 'hourly');
  await expectError(t, rename(first.id, 'other'), 409, 'conflict');
  t.deepEqual(await revoke(client, second.id), { id: second.id, deleted: true });
  const revokedAt = (await list(client, false))[0]?.revoked_at;
  await revoke(client, second.id);
  t.like((await list(client, false))[0], { id: second.id, revoked_at: revokedAt, revoked_reason: 'revoked' });
  t.deepEqual(
    (await list(client, true)).map(({ id }) => id),
    [first.id],
  );
  await dataOf(create(client, { name: 'other', permissions: ['resources:read'] }));
});

test('a token has no more permissions than its creator, and none to give rights', async (t) => {
  const organization = await api.signUp();
  const cloudAdmin = await inviteMember(api, organization, ['cloud_admin']);
  const refused = async (client: TestClient, permissions: CreateApiTokenBody['permissions']) =>
    expectError(t, create(client, { name: 'more', permissions }), 400, 'validation_failed');
  t.is(
    await refused(organization.client, ['members:manage', 'resources:read', 'api_tokens:manage']),
    'permissions: no API token can have members:manage, api_tokens:manage',
  );
  t.is(
    await refused(cloudAdmin.client, ['audit_log:read', 'resources:read']),
    'permissions: you do not have audit_log:read',
  );
  await refused(organization.client, []);
  await dataOf(create(cloudAdmin.client, { name: 'within', permissions: ['accounts:manage'] }));
});

test('a token acts as itself: author, audit log, own identity, without a CSRF token', async (t) => {
  const organization = await api.signUp();
  const { client } = organization;
  const { id, token } = await dataOf(
    create(client, {
      name: 'robot',
      permissions: ['applications:manage', 'applications:read', 'ownership:read', 'ownership:manage'],
    }),
  );
  const robot = createClient(api.url, token);
  const me = await dataOf(robot.GET('/api/v1/auth/me'));
  t.like(me, { token: { id, name: 'robot' }, organization: { id: organization.organizationId }, roles: [] });
  t.is(me.user, undefined);
  t.deepEqual(me.permissions, [
    'applications:read',
    'applications:manage',
    'ownership:read',
    'ownership:manage',
  ]);
  const made = await dataOf(robot.POST('/api/v1/applications', { body: { name: 'Shop', slug: 'shop' } }));
  t.like(made, { created_by: id, created_by_type: 'api_token' });
  const own = await dataOf(client.POST('/api/v1/applications', { body: { name: 'Own', slug: 'own' } }));
  t.like(own, { created_by: organization.userId, created_by_type: 'user' });
  await dataOf(
    robot.POST('/api/v1/applications/{id}/owners', {
      params: { path: { id: made.id } },
      body: { user_id: organization.userId },
    }),
  );
  t.deepEqual((await dataOf(robot.GET('/api/v1/ownership/events'))).items[0]?.actor, {
    type: 'api_token',
    id,
    name: 'robot',
  });
  await expectError(t, robot.GET('/api/v1/organization/members'), 403, 'forbidden');
  const entries = async () =>
    (await dataOf(client.GET('/api/v1/organization/audit-log', { params: { query: { actor_id: [id] } } })))
      .items;
  const found = await eventually('the refusal in the audit log', async () => {
    const items = await entries();
    return items.some(({ outcome }) => outcome === 'refused') && items;
  });
  for (const { actor } of found) t.deepEqual(actor, { type: 'api_token', id, name: 'robot' });
  t.true(found.some(({ action }) => action === 'application.created'));
  const used = await eventually('the last use', async () => {
    const [listed] = await list(client, true);
    return listed?.last_used_at !== undefined && listed;
  });
  t.is(typeof used.last_used_ip, 'string');
});

test('the tokens of a deactivated creator are revoked, and each revocation is audited', async (t) => {
  const organization = await api.signUp();
  const creator = await inviteMember(api, organization, ['platform_admin']);
  const made = await dataOf(create(creator.client, { name: 'theirs', permissions: ['resources:read'] }));
  await dataOf(
    organization.client.DELETE('/api/v1/organization/members/{user_id}', {
      params: { path: { user_id: creator.userId }, query: { keep_tokens: true } },
    }),
  );
  t.like((await list(organization.client))[0], { id: made.id, revoked_reason: 'creator_deactivated' });
  const { items } = await dataOf(
    organization.client.GET('/api/v1/organization/audit-log', {
      params: { query: { action: ['api_token.revoked', 'member.deactivated'] } },
    }),
  );
  t.deepEqual(
    items.map(({ action, target }) => [action, target.id]),
    [
      ['member.deactivated', creator.userId],
      ['api_token.revoked', made.id],
    ],
    'newest first',
  );
});

test('an organization has at most 100 active tokens, also under concurrent requests', async (t) => {
  const { client } = await api.signUp();
  const created = await Promise.all(
    Array.from({ length: 104 }, (_, index) =>
      create(client, { name: `t${index}`, permissions: ['resources:read'] }),
    ),
  );
  t.is(created.filter(({ response }) => response.status === 201).length, 100);
  t.is(created.filter(({ response }) => response.status === 409).length, 4);
});

test('a token makes 6,000 requests a minute, then is refused without a query, and others go on', async (t) => {
  const { client } = await api.signUp();
  const { token } = await dataOf(create(client, { name: 'busy', permissions: ['resources:read'] }));
  const busy = createClient(api.url, token);
  const request = () => busy.request('GET', '/auth/me');
  const first = await request();
  t.is(first.headers.get('ratelimit-policy'), '"api_token"; q=6000; w=60');
  t.regex(first.headers.get('ratelimit') ?? '', /^"api_token"; r=5999; t=(?:60|59)$/);
  const statuses = new Set<number>();
  // As if other processes had served the rest.
  const { createHash } = await import('node:crypto');
  const key = `api_token|${createHash('sha256').update(token).digest('hex')}`;
  await queryAsOwner(
    api.database.url,
    "insert into rate_limits (key, hits, resets_at) values ($1, 5800, now() + interval '1 minute')",
    [createHash('sha256').update(key).digest('base64url')],
  );
  for (let round = 0; round < 20; round += 1)
    for (const { status } of await Promise.all(Array.from({ length: 10 }, request))) statuses.add(status);
  const refused = await eventually('the refusal', async () => {
    const response = await request();
    return response.status === 429 && response;
  });
  t.deepEqual(
    [...statuses].filter((status) => status !== 429),
    [200],
  );
  t.is(refused.body['code'], 'rate_limited');
  t.true(Number(refused.headers.get('retry-after')) >= 1);
  t.is((await client.request('GET', '/auth/me')).status, 200);
});
