import { randomUUID } from 'node:crypto';
import test from 'ava';
import { dataOf, sessionTokensOf } from '../../../api-client/create-typed-client.ts';
import { createBrowserClient } from '../../support/browser-client.ts';
import { expectError } from '../../support/expect-error.ts';
import { inviteMember } from '../../support/invite-member.ts';
import { createClient } from '../../support/test-api.ts';
import type { TestClient } from '../../support/test-api.ts';
import { useTestApi } from '../../support/use-test-api.ts';

const api = useTestApi();

const logIn = async (email: string, password: string, userAgent = 'test agent') =>
  sessionTokensOf(
    api.anonymous.POST('/api/v1/auth/login', {
      body: { email, password },
      headers: { 'user-agent': userAgent },
    }),
  );
const list = async (client: TestClient) => (await dataOf(client.GET('/api/v1/auth/sessions'))).items;
const revoke = (client: TestClient, id: string) =>
  client.DELETE('/api/v1/auth/sessions/{id}', { params: { path: { id } } });

test('lists the active sessions of the caller, newest first', async (t) => {
  const { email, password, client } = await api.signUp();
  const phone = await logIn(email, password, 'phone');
  const items = await list(createClient(api.url, phone.access_token));
  t.deepEqual(
    items.map(({ current, ip, user_agent: agent }) => [current, ip, agent === 'phone']),
    [
      [true, '127.0.0.1', true],
      [false, '127.0.0.1', false],
    ],
  );
  for (const { created_at: created, last_used_at: used, expires_at: expires } of items) {
    t.true(created <= used && used < expires);
    t.true(Date.parse(used) <= Date.now() + 1000);
  }
  t.deepEqual(
    (await list(client)).map(({ current }) => current),
    [false, true],
  );
});

test('pages the sessions without duplicates or gaps', async (t) => {
  const { email, password, client } = await api.signUp();
  for (let count = 0; count < 2; count += 1) await logIn(email, password);
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: 1, ...(cursor === undefined ? {} : { cursor }) };
    const page = await dataOf(client.GET('/api/v1/auth/sessions', { params: { query } }));
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.next_cursor;
  } while (cursor !== undefined);
  t.deepEqual(
    ids,
    (await list(client)).map(({ id }) => id),
  );
  t.is(ids.length, 3);
});

test('updates last_used_at when the token is refreshed', async (t) => {
  const { client, tokens } = await api.signUp();
  const [before] = await list(client);
  await dataOf(api.anonymous.POST('/api/v1/auth/refresh', { body: { refresh_token: tokens.refresh_token } }));
  const [after] = await list(client);
  t.true((after?.last_used_at ?? '') > (before?.last_used_at ?? ''));
});

test('ends one session, and leaves the others active', async (t) => {
  const { email, password, client } = await api.signUp();
  const phone = await logIn(email, password);
  const phoneClient = createClient(api.url, phone.access_token);
  const id = (await list(phoneClient)).find(({ current }) => current)?.id ?? '';
  t.deepEqual(await dataOf(revoke(client, id)), { revoked: true });
  await expectError(t, phoneClient.GET('/api/v1/auth/me'), 401, 'invalid_token');
  const refresh = api.anonymous.POST('/api/v1/auth/refresh', {
    body: { refresh_token: phone.refresh_token },
  });
  await expectError(t, refresh, 401, 'invalid_token');
  t.is((await list(client)).length, 1);
  await expectError(t, revoke(client, id), 404, 'not_found', 'an ended session');
});

test('clears the cookies when the current session ends', async (t) => {
  const { email, password } = await api.signUp();
  const browser = createBrowserClient(api.url);
  await browser.request('POST', '/auth/login', { body: { email, password } });
  const { body } = await browser.request('GET', '/auth/sessions');
  const items = body['items'] as { id: string; current: boolean }[];
  const id = items.find(({ current }) => current)?.id ?? '';
  t.is((await browser.request('DELETE', `/auth/sessions/${id}`, { csrf: false })).status, 403);
  const ended = await browser.request('DELETE', `/auth/sessions/${id}`);
  t.deepEqual([ended.status, ended.body], [200, { revoked: true }]);
  t.is(browser.cookies.size, 0);
});

test('returns 404 for the session of another member, another organization and an unknown id', async (t) => {
  const admin = await api.signUp();
  const member = await inviteMember(api, admin, ['viewer']);
  const foreign = await api.signUp();
  for (const other of [member.client, foreign.client]) {
    const id = (await list(other))[0]?.id ?? '';
    await expectError(t, revoke(admin.client, id), 404, 'not_found');
    t.is((await list(other)).length, 1);
  }
  await expectError(t, revoke(admin.client, randomUUID()), 404, 'not_found');
});

test('records the ended session in the audit log', async (t) => {
  const { email, password, client } = await api.signUp();
  await logIn(email, password);
  const id = (await list(client)).find(({ current }) => !current)?.id ?? '';
  await dataOf(revoke(client, id));
  const { items } = await dataOf(
    client.GET('/api/v1/organization/audit-log', { params: { query: { action: 'session.revoked' } } }),
  );
  t.deepEqual(
    items.map(({ target }) => target),
    [{ type: 'session', id }],
  );
});
