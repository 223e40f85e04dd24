import { request as httpRequest } from 'node:http';
import test from 'ava';
import jwt from 'jsonwebtoken';
import { lockSession, rotateSession } from '../../../db/identity/session-store.ts';
import { dataOf, sessionTokensOf } from '../../../api-client/create-typed-client.ts';
import type { TokenIssuance } from '../../../api-client/api-types.ts';
import { expectError } from '../../support/expect-error.ts';
import { createClient } from '../../support/test-api.ts';
import { useTestApi } from '../../support/use-test-api.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';

const api = useTestApi();

const postLogin = (email: string, password: string) =>
  api.anonymous.POST('/api/v1/auth/login', { body: { email, password } });

const refresh = (token: string) =>
  api.anonymous.POST('/api/v1/auth/refresh', { body: { refresh_token: token } });

const meWith = (token: string) => createClient(api.url, token).GET('/api/v1/auth/me');

/** Signs up and logs in. Returns the tokens of the login. */
async function logIn(): Promise<TokenIssuance & { email: string; password: string; userId: string }> {
  const { email, password, userId } = await api.signUp();
  return { ...(await sessionTokensOf(postLogin(email, password))), email, password, userId };
}

test('rotates refresh tokens, and accepts each only once', async (t) => {
  const first = await logIn();
  const second = await dataOf(refresh(first.refresh_token));
  t.not(second.refresh_token, first.refresh_token);
  t.is((await meWith(second.access_token)).response.status, 200);
  const third = await dataOf(refresh(second.refresh_token));
  t.is((await meWith(third.access_token)).response.status, 200);
});

test('rejects the replay of a rotated refresh token, and revokes the session', async (t) => {
  const first = await logIn();
  const second = await dataOf(refresh(first.refresh_token));
  await expectError(t, refresh(first.refresh_token), 401, 'token_reuse');
  await expectError(t, meWith(second.access_token), 401, 'invalid_token');
  await expectError(t, refresh(second.refresh_token), 401, 'invalid_token');
});

test('treats a token from before the previous rotation as a replay, also within the grace period', async (t) => {
  const first = await logIn();
  const second = await dataOf(refresh(first.refresh_token));
  const third = await dataOf(refresh(second.refresh_token));
  await expectError(t, refresh(first.refresh_token), 401, 'token_reuse');
  t.is((await refresh(third.refresh_token)).response.status, 401);
});

test('returns the same tokens to concurrent refresh requests', async (t) => {
  const first = await logIn();
  const results = await Promise.all(Array.from({ length: 8 }, () => refresh(first.refresh_token)));
  const issued = results.flatMap(({ data }) => data ?? []);
  t.true(issued.length >= 1);
  t.is(new Set(issued.map(({ refresh_token: token }) => token)).size, 1);
  // A request after the commit of the rotation is a replay, which revokes the session for all.
  for (const { error } of results) {
    if (error !== undefined) t.true(['token_reuse', 'invalid_token'].includes(error.code));
  }
});

test('accepts a refresh request that waited for a concurrent rotation', async (t) => {
  const first = await logIn();
  const [session] = await queryAsOwner<{ id: string }>(
    api.database.url,
    'select id from sessions where user_id = $1 order by created_at desc limit 1',
    [first.userId],
  );
  const lock = await queryAsOwner.hold(api.database.url, 'select * from sessions where id = $1 for update', [
    session?.id,
  ]);
  const waiting = [refresh(first.refresh_token), refresh(first.refresh_token), refresh(first.refresh_token)];
  await lock.untilWaiting(3);
  await lock.release();
  const results = await Promise.all(waiting);
  t.deepEqual(
    results.map(({ response }) => response.status),
    [200, 200, 200],
  );
  t.is(new Set(results.map(({ data }) => data?.refresh_token)).size, 1);
  t.is((await refresh(results[0]?.data?.refresh_token ?? '')).response.status, 200);
});

test('accepts a refresh request that arrived between the rotation and its commit', async (t) => {
  const first = await logIn();
  // Delays the rotation at its audit entry, which follows the update of the session.
  const lock = await queryAsOwner.hold(api.database.url, 'lock table audit_entries in exclusive mode', []);
  const rotating = refresh(first.refresh_token);
  await lock.untilWaiting(1);
  const late = refresh(first.refresh_token);
  await lock.untilWaiting(2);
  await lock.release();
  const results = await Promise.all([rotating, late]);
  t.deepEqual(
    results.map(({ response }) => response.status),
    [200, 200],
  );
});

test('treats a refresh request whose body ended after the rotation as a replay', async (t) => {
  const first = await logIn();
  const body = JSON.stringify({ refresh_token: first.refresh_token });
  const slow = httpRequest(`${api.url}/api/v1/auth/refresh`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      expect: '100-continue',
    },
  });
  const finished = new Promise<{ status: number; text: string }>((resolve, reject) => {
    slow.on('error', reject);
    slow.on('response', (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
  });
  // The server has received the headers when it sends 100.
  await new Promise<void>((resolve) => {
    slow.once('continue', resolve);
    slow.flushHeaders();
  });
  const second = await dataOf(refresh(first.refresh_token));
  slow.end(body);
  const { status, text } = await finished;
  t.deepEqual([status, (JSON.parse(text) as { code: string }).code], [401, 'token_reuse']);
  t.is((await refresh(second.refresh_token)).response.status, 401);
});

test('accepts the previous refresh token for at most ten seconds after the request', async (t) => {
  const { access_token: token, organization } = await logIn();
  const { sid } = jwt.decode(token) as { sid: string };
  await api.services.database.withTenant(organization.id, async (tenant) => {
    await rotateSession(tenant, sid);
    t.true((await lockSession(tenant, sid, 9000)).rotatedSince);
    t.false((await lockSession(tenant, sid, 10_001)).rotatedSince);
  });
});

test('rejects malformed and forged refresh tokens without revoking a session', async (t) => {
  const { refresh_token: good, access_token: access } = await logIn();
  const bytes = Buffer.from(good, 'base64url');
  bytes.writeUInt8(bytes.readUInt8(25) ^ 1, 25);
  for (const token of [
    bytes.toString('base64url'),
    'x',
    `${good}x`,
    access,
    good.slice(0, -1),
    'ä'.repeat(54),
  ]) {
    await expectError(t, refresh(token), 401, 'invalid_token', token);
  }
  t.is((await refresh(good)).response.status, 200);
});

test('rejects a refresh token as access token, and an access token as refresh token', async (t) => {
  const { refresh_token: token } = await logIn();
  await expectError(t, meWith(token), 401, 'invalid_token');
});

test('rejects both tokens after logout', async (t) => {
  const { access_token: access, refresh_token: token } = await logIn();
  const { data, response } = await createClient(api.url, access).POST('/api/v1/auth/logout');
  t.is(response.status, 200);
  t.deepEqual(data, { logged_out: true });
  await expectError(t, meWith(access), 401, 'invalid_token');
  await expectError(t, refresh(token), 401, 'invalid_token');
});

test('requires the current password to change it, and revokes all other sessions', async (t) => {
  const first = await logIn();
  const second = await sessionTokensOf(postLogin(first.email, first.password));
  const client = createClient(api.url, first.access_token);
  const newPassword = 'a new long password';
  const changePassword = (current: string) =>
    client.POST('/api/v1/auth/password', { body: { current_password: current, new_password: newPassword } });
  await expectError(t, changePassword('not the password'), 401, 'invalid_credentials');
  const changed = await changePassword(first.password);
  t.deepEqual([changed.response.status, changed.data], [200, { changed: true }]);
  t.is((await meWith(first.access_token)).response.status, 200);
  await expectError(t, meWith(second.access_token), 401, 'invalid_token');
  t.is((await refresh(second.refresh_token)).response.status, 401);
  t.is((await postLogin(first.email, first.password)).response.status, 401);
  t.is((await postLogin(first.email, newPassword)).response.status, 200);
});

test('limits the sliding lifetime of a session by its absolute lifetime', async (t) => {
  const first = await logIn();
  await queryAsOwner(
    api.database.url,
    "update sessions set absolute_expires_at = now() + interval '1 day', expires_at = now() + interval '1 day' where user_id = $1",
    [first.userId],
  );
  const renewed = await dataOf(refresh(first.refresh_token));
  const hours = (new Date(renewed.refresh_expires_at).getTime() - Date.now()) / 3_600_000;
  t.true(hours > 23 && hours < 25);
  await queryAsOwner(
    api.database.url,
    "update sessions set expires_at = now() - interval '1 second' where user_id = $1",
    [first.userId],
  );
  await expectError(t, refresh(renewed.refresh_token), 401, 'invalid_token');
  await expectError(t, meWith(first.access_token), 401, 'invalid_token');
});

test('stores no usable token', async (t) => {
  const { refresh_token: token, userId } = await logIn();
  const rows = await queryAsOwner<{ row: string }>(
    api.database.url,
    'select sessions::text as row from sessions where user_id = $1',
    [userId],
  );
  t.is(rows.length, 2);
  for (const { row } of rows) {
    t.false(row.includes(token));
    t.regex(row, /v1\.development\./);
  }
});

test('rehashes a password with outdated parameters at login', async (t) => {
  const { email, password, userId } = await api.signUp();
  const { hash } = await import('@node-rs/argon2');
  const old = await hash(password, { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  await queryAsOwner(api.database.url, 'update users set password_hash = $1 where id = $2', [old, userId]);
  t.is((await postLogin(email, password)).response.status, 200);
  const [row] = await queryAsOwner<{ password_hash: string }>(
    api.database.url,
    'select password_hash from users where id = $1',
    [userId],
  );
  t.regex(row?.password_hash ?? '', /m=47104,t=1,p=1/);
  t.is((await postLogin(email, password)).response.status, 200);
});
