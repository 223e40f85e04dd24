import test from 'ava';
import { createClient } from '../../support/test-api.ts';
import { useTestApi } from '../../support/use-test-api.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';

const api = useTestApi();

interface Issued {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly code?: string;
}

const refresh = (token: string) => api.anonymous.post<Issued>('/auth/refresh', { refresh_token: token });
const meWith = (token: string) => createClient(api.url, token).get('/auth/me');

async function logIn(): Promise<Issued & { email: string; password: string; userId: string }> {
  const { email, password, userId } = await api.signUp();
  const { status, body } = await api.anonymous.post<Issued>('/auth/login', { email, password });
  if (status !== 200) throw new Error(`login answered ${status}`);
  return { ...body, email, password, userId };
}

test('rotates refresh tokens, and accepts each only once', async (t) => {
  const first = await logIn();
  const second = await refresh(first.refresh_token);
  t.is(second.status, 200);
  t.not(second.body.refresh_token, first.refresh_token);
  t.is((await meWith(second.body.access_token)).status, 200);
  const third = await refresh(second.body.refresh_token);
  t.is(third.status, 200);
  t.is((await meWith(third.body.access_token)).status, 200);
});

test('rejects the replay of a rotated refresh token, and revokes the session', async (t) => {
  const first = await logIn();
  const second = await refresh(first.refresh_token);
  const replay = await refresh(first.refresh_token);
  t.is(replay.status, 401);
  t.is(replay.body.code, 'token_reuse');
  t.is((await meWith(second.body.access_token)).body['code'], 'invalid_token');
  t.is((await refresh(second.body.refresh_token)).body.code, 'invalid_token');
});

test('treats a token from before the previous rotation as a replay, also within the grace period', async (t) => {
  const first = await logIn();
  const second = await refresh(first.refresh_token);
  const third = await refresh(second.body.refresh_token);
  t.is((await refresh(first.refresh_token)).body.code, 'token_reuse');
  t.is((await refresh(third.body.refresh_token)).status, 401);
});

test('returns the same tokens to concurrent refresh requests', async (t) => {
  const first = await logIn();
  const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(first.refresh_token)));
  const good = answers.filter(({ status }) => status === 200);
  t.true(good.length >= 1);
  t.is(new Set(good.map(({ body }) => body.refresh_token)).size, 1);
  // A request after the commit of the rotation is a replay, which revokes the session for all.
  for (const { status, body } of answers) {
    if (status !== 200) t.true(['token_reuse', 'invalid_token'].includes(body.code ?? ''));
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
  const answers = await Promise.all(waiting);
  t.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  );
  t.is(new Set(answers.map(({ body }) => body.refresh_token)).size, 1);
  t.is((await refresh(answers[0]?.body.refresh_token ?? '')).status, 200);
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
  const answers = await Promise.all([rotating, late]);
  t.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  );
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
    const answer = await refresh(token);
    t.is(answer.status, 401, token);
    t.is(answer.body.code, 'invalid_token', token);
  }
  t.is((await refresh(good)).status, 200);
});

test('rejects a refresh token as access token, and an access token as refresh token', async (t) => {
  const { refresh_token: token } = await logIn();
  t.is((await meWith(token)).body['code'], 'invalid_token');
});

test('rejects both tokens after logout', async (t) => {
  const { access_token: access, refresh_token: token } = await logIn();
  const answer = await createClient(api.url, access).post('/auth/logout');
  t.is(answer.status, 200);
  t.deepEqual(answer.body, { logged_out: true });
  t.is((await meWith(access)).body['code'], 'invalid_token');
  t.is((await refresh(token)).body.code, 'invalid_token');
});

test('requires the current password to change it, and revokes all other sessions', async (t) => {
  const first = await logIn();
  const { body: second } = await api.anonymous.post<Issued>('/auth/login', {
    email: first.email,
    password: first.password,
  });
  const client = createClient(api.url, first.access_token);
  const wrong = await client.post('/auth/password', {
    current_password: 'not the password',
    new_password: 'a new long password',
  });
  t.is(wrong.status, 401);
  t.is(wrong.body['code'], 'invalid_credentials');
  const right = await client.post('/auth/password', {
    current_password: first.password,
    new_password: 'a new long password',
  });
  t.deepEqual([right.status, right.body], [200, { changed: true }]);
  t.is((await meWith(first.access_token)).status, 200);
  t.is((await meWith(second.access_token)).body['code'], 'invalid_token');
  t.is((await refresh(second.refresh_token)).status, 401);
  const old = await api.anonymous.post('/auth/login', { email: first.email, password: first.password });
  t.is(old.status, 401);
  const renewed = await api.anonymous.post('/auth/login', {
    email: first.email,
    password: 'a new long password',
  });
  t.is(renewed.status, 200);
});

test('limits the sliding lifetime of a session by its absolute lifetime', async (t) => {
  const first = await logIn();
  await queryAsOwner(
    api.database.url,
    "update sessions set absolute_expires_at = now() + interval '1 day', expires_at = now() + interval '1 day' where user_id = $1",
    [first.userId],
  );
  const { body } = await api.anonymous.post<{ refresh_expires_at: string; refresh_token: string }>(
    '/auth/refresh',
    { refresh_token: first.refresh_token },
  );
  const hours = (new Date(body.refresh_expires_at).getTime() - Date.now()) / 3_600_000;
  t.true(hours > 23 && hours < 25);
  await queryAsOwner(
    api.database.url,
    "update sessions set expires_at = now() - interval '1 second' where user_id = $1",
    [first.userId],
  );
  t.is((await refresh(body.refresh_token)).body.code, 'invalid_token');
  t.is((await meWith(first.access_token)).body['code'], 'invalid_token');
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
  t.is((await api.anonymous.post('/auth/login', { email, password })).status, 200);
  const [row] = await queryAsOwner<{ password_hash: string }>(
    api.database.url,
    'select password_hash from users where id = $1',
    [userId],
  );
  t.regex(row?.password_hash ?? '', /m=47104,t=1,p=1/);
  t.is((await api.anonymous.post('/auth/login', { email, password })).status, 200);
});
