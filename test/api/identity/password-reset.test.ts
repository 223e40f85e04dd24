import { randomUUID } from 'node:crypto';
import test from 'ava';
import { incrementHits } from '../../../db/http/rate-limit-store.ts';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { expectError } from '../../support/expect-error.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { createClient, startTestApi } from '../../support/test-api.ts';
import type { TestApi } from '../../support/test-api.ts';
import { useFixture } from '../../support/use-fixture.ts';
import { useTestApi } from '../../support/use-test-api.ts';

const mail = useFixture(startMailServer, (server) => server.stop());
const api: TestApi = useFixture(
  () =>
    startTestApi({
      SMTP_URL: mail.url,
      WEB_ORIGIN: 'https://app.example.com',
      TRUSTED_PROXIES: '1',
      RATE_LIMIT_PASSWORD_RESET: '5',
      RATE_LIMIT_LOGIN_ACCOUNT: '4',
    }),
  (started) => started.close(),
);
const withoutMail = useTestApi();

const newPassword = 'an entirely new password';
let addresses = 0;
/** Requests a reset, by default from an address that no other request uses. */
const request = (email: string, address = `198.51.100.${(addresses += 1)}`) =>
  api.anonymous.POST('/api/v1/auth/password-reset', {
    body: { email },
    headers: { 'x-forwarded-for': address },
  });
const confirm = (token: string, password = newPassword) =>
  api.anonymous.POST('/api/v1/auth/password-reset/confirm', { body: { token, new_password: password } });
const logIn = async (email: string, password: string) =>
  (await api.anonymous.POST('/api/v1/auth/login', { body: { email, password } })).response.status;

async function requestToken(email: string): Promise<string> {
  await dataOf(request(email));
  const { text } = await mail.mailTo(email, /password-reset/);
  return /\/password-reset\/([\w-]+)/.exec(text)?.[1] ?? '';
}

test('sets a new password with the mailed token, and revokes all sessions', async (t) => {
  const { email, password, tokens, userId } = await api.signUp();
  const token = await requestToken(email);
  const client = createClient(api.url, tokens.access_token);
  t.is((await client.GET('/api/v1/auth/me')).response.status, 200, 'a request alone changes nothing');
  t.deepEqual(await dataOf(confirm(token)), { changed: true });
  await expectError(t, client.GET('/api/v1/auth/me'), 401, 'invalid_token');
  const refresh = api.anonymous.POST('/api/v1/auth/refresh', {
    body: { refresh_token: tokens.refresh_token },
  });
  await expectError(t, refresh, 401, 'invalid_token');
  t.is(await logIn(email, password), 401);
  t.is(await logIn(email, newPassword), 200);
  const actions = await queryAsOwner<{ action: string }>(
    api.database.url,
    "select action from audit_entries where target_id = $1 and action like 'user.password%' order by id",
    [userId],
  );
  t.deepEqual(
    actions.map(({ action }) => action),
    ['user.password_reset_requested', 'user.password_reset'],
  );
});

test('the mailed token verifies the address of the user', async (t) => {
  const { email, userId } = await api.signUp();
  await dataOf(confirm(await requestToken(email)));
  const [user] = await queryAsOwner<{ email_verified_at: Date | null }>(
    api.database.url,
    'select email_verified_at from users where id = $1',
    [userId],
  );
  t.truthy(user?.email_verified_at);
});

test('accepts a token once, also under concurrent requests', async (t) => {
  const { email } = await api.signUp();
  const token = await requestToken(email);
  const results = await Promise.all(Array.from({ length: 5 }, () => confirm(token)));
  t.deepEqual(
    results.map(({ response }) => response.status).toSorted((a, b) => a - b),
    [200, 401, 401, 401, 401],
  );
});

test('rejects an expired token, which is valid for 30 minutes', async (t) => {
  const { email, userId } = await api.signUp();
  const token = await requestToken(email);
  const [row] = await queryAsOwner<{ minutes: number }>(
    api.database.url,
    `select round(extract(epoch from expires_at - created_at) / 60)::int as minutes
      from user_tokens where user_id = $1 and purpose = 'password_reset'`,
    [userId],
  );
  t.is(row?.minutes, 30);
  const expire = "update user_tokens set expires_at = now() - interval '1 second' where user_id = $1";
  await queryAsOwner(api.database.url, expire, [userId]);
  await expectError(t, confirm(token), 401, 'invalid_token');
});

test('a changed password and a deactivation invalidate the token', async (t) => {
  const { email, password, client } = await api.signUp();
  const token = await requestToken(email);
  await dataOf(
    client.POST('/api/v1/auth/password', {
      body: { current_password: password, new_password: 'another good password' },
    }),
  );
  await expectError(t, confirm(token), 401, 'invalid_token');
  const deactivated = await api.signUp();
  const second = await requestToken(deactivated.email);
  const deactivate = "update users set status = 'deactivated' where id = $1";
  await queryAsOwner(api.database.url, deactivate, [deactivated.userId]);
  await expectError(t, confirm(second), 401, 'invalid_token');
});

test('keeps the token when the new password is rejected', async (t) => {
  const { email } = await api.signUp();
  const token = await requestToken(email);
  await expectError(t, confirm(token, 'password1234'), 400, 'validation_failed');
  t.is((await confirm(token)).response.status, 200);
});

test('a reset deletes the count of failed logins over all addresses', async (t) => {
  const { email } = await api.signUp();
  const logInFromNewAddress = async (password: string) => {
    const headers = { 'x-forwarded-for': `198.51.100.${(addresses += 1)}` };
    return (await api.anonymous.POST('/api/v1/auth/login', { body: { email, password }, headers })).response;
  };
  for (let count = 0; count < 4; count += 1) t.is((await logInFromNewAddress('wrong password')).status, 401);
  t.is((await logInFromNewAddress('wrong password')).status, 429);
  await dataOf(confirm(await requestToken(email)));
  t.is((await logInFromNewAddress(newPassword)).status, 200);
});

test('a reset deletes the count of failed logins at the address of the reset', async (t) => {
  const { email } = await api.signUp();
  const logIn = (password: string) => api.anonymous.POST('/api/v1/auth/login', { body: { email, password } });
  for (let count = 0; count < 10; count += 1) await logIn('wrong password');
  t.is((await logIn('wrong password')).response.status, 429);
  await dataOf(confirm(await requestToken(email)));
  t.is((await logIn(newPassword)).response.status, 200);
});

test('successful logins count for a limit of their address, too', async (t) => {
  const { email, password } = await api.signUp();
  const logInFrom = async (address: string) => {
    const headers = { 'x-forwarded-for': address };
    return (await api.anonymous.POST('/api/v1/auth/login', { body: { email, password }, headers })).response;
  };
  t.is((await logInFrom('203.0.113.7')).status, 200);
  const { outside } = api.services.database;
  await Promise.all(
    Array.from({ length: 599 }, () => incrementHits(outside, 'login_attempts|203.0.113.7', 60_000)),
  );
  t.is((await logInFrom('203.0.113.7')).status, 429);
  t.is((await logInFrom('203.0.113.8')).status, 200, 'another address');
});

test('returns the same response for unknown, deactivated and known addresses', async (t) => {
  const known = await api.signUp();
  const deactivated = await api.signUp();
  const deactivate = "update users set status = 'deactivated' where id = $1";
  await queryAsOwner(api.database.url, deactivate, [deactivated.userId]);
  const unknown = `${randomUUID()}@example.com`;
  for (const email of [known.email, deactivated.email, unknown]) {
    const { data, response } = await request(email);
    t.deepEqual([response.status, data], [202, { accepted: true }]);
  }
  await mail.mailTo(known.email, /password-reset/);
  await api.services.background.idle();
  const resets = mail.mails.filter(({ text }) => /password-reset/.test(text)).flatMap(({ to }) => to);
  t.false(resets.includes(deactivated.email));
  t.false(resets.includes(unknown));
});

test('responds before it looks for the user', async (t) => {
  const { email } = await api.signUp();
  const lock = await queryAsOwner.hold(api.database.url, 'lock table users in access exclusive mode', []);
  try {
    t.is((await request(email)).response.status, 202);
    await lock.untilWaiting(1);
  } finally {
    await lock.release();
  }
  await mail.mailTo(email, /password-reset/);
});

test('limits requests by address with 429, and mails to a recipient silently', async (t) => {
  for (let count = 0; count < 5; count += 1) {
    t.is((await request(`${randomUUID()}@example.com`, '203.0.113.1')).response.status, 202);
  }
  await expectError(t, request(`${randomUUID()}@example.com`, '203.0.113.1'), 429, 'rate_limited');
  const { email } = await api.signUp();
  for (let count = 0; count < 5; count += 1) t.is((await request(email)).response.status, 202);
  await api.services.background.idle();
  t.is(mail.mails.filter(({ to, text }) => to.includes(email) && /password-reset/.test(text)).length, 3);
});

test('returns 503 without SMTP', async (t) => {
  const sent = withoutMail.anonymous.POST('/api/v1/auth/password-reset', {
    body: { email: 'a@example.com' },
  });
  await expectError(t, sent, 503, 'provider_unavailable');
});
