import { randomUUID } from 'node:crypto';
import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { expectError } from '../../support/expect-error.ts';
import { startMailServer } from '../../support/mail-server.ts';
import { queryAsOwner } from '../../support/query-as-owner.ts';
import { createClient, startTestApi } from '../../support/test-api.ts';
import type { TestApi, TestClient } from '../../support/test-api.ts';
import { useFixture } from '../../support/use-fixture.ts';
import { useTestApi } from '../../support/use-test-api.ts';
import { verifyEmail } from '../../support/verify-email.ts';

const mail = useFixture(startMailServer, (server) => server.stop());
const api: TestApi = useFixture(
  () => startTestApi({ SMTP_URL: mail.url, WEB_ORIGIN: 'https://app.example.com' }),
  (started) => started.close(),
);
const withoutMail = useTestApi();

const isVerified = async (client: TestClient) =>
  (await dataOf(client.GET('/api/v1/auth/me'))).user?.email_verified;
const verify = (token: string) => api.anonymous.POST('/api/v1/auth/verify-email', { body: { token } });
const invite = (client: TestClient) =>
  client.POST('/api/v1/organization/invitations', {
    body: { email: `${randomUUID()}@example.com`, roles: ['viewer'] },
  });

test('a new user can sign in, but cannot manage members before the address is verified', async (t) => {
  const { client, email, password, tokens, userId } = await api.signUp();
  t.false(tokens.user.email_verified);
  const login = await api.anonymous.POST('/api/v1/auth/login', { body: { email, password } });
  t.is(login.response.status, 200);
  t.regex(await expectError(t, invite(client), 403, 'forbidden'), /verify/i);
  const remove = client.DELETE('/api/v1/organization/members/{user_id}', {
    params: { path: { user_id: userId } },
  });
  await expectError(t, remove, 403, 'forbidden');
  t.is((await client.GET('/api/v1/organization/members')).response.status, 200);

  const token = await verifyEmail(api, mail, email);
  t.true(await isVerified(client));
  t.is((await invite(client)).response.status, 201);
  await expectError(t, verify(token), 401, 'invalid_token', 'the second use');
  const { items } = await dataOf(
    client.GET('/api/v1/organization/audit-log', { params: { query: { action: 'user.email_verified' } } }),
  );
  t.deepEqual(
    items.map(({ actor, target }) => [actor.id, target?.id]),
    [[userId, userId]],
  );
});

test('rejects unknown and expired tokens, and tokens of another purpose', async (t) => {
  const { client, email, userId } = await api.signUp();
  await expectError(t, verify('x'), 401, 'invalid_token');
  await expectError(t, verify('a'.repeat(43)), 401, 'invalid_token');
  const { text } = await mail.mailTo(email, /verify-email/);
  const token = /\/verify-email\/([\w-]+)/.exec(text)?.[1] ?? '';
  const reset = api.anonymous.POST('/api/v1/auth/password-reset/confirm', {
    body: { token, new_password: 'a good long password' },
  });
  await expectError(t, reset, 401, 'invalid_token');
  const expire = "update user_tokens set expires_at = now() - interval '1 second' where user_id = $1";
  await queryAsOwner(api.database.url, expire, [userId]);
  await expectError(t, verify(token), 401, 'invalid_token');
  t.false(await isVerified(client));
});

test('mails no text that the person who signs up chose', async (t) => {
  const email = `${randomUUID()}@example.com`;
  const chosen = 'https://evil.example.net';
  const body = { organization_name: chosen, name: chosen, email, password: 'a good long password' };
  await dataOf(api.anonymous.POST('/api/v1/auth/signup', { body }));
  const { text } = await mail.mailTo(email);
  t.notRegex(text, /evil/);
});

test('a member who accepts an invitation verifies the address by mail, too', async (t) => {
  const admin = await api.signUp();
  await verifyEmail(api, mail, admin.email);
  const { token, email } = await dataOf(invite(admin.client));
  const accepted = await dataOf(
    api.anonymous.POST('/api/v1/auth/invitations/{token}/accept', {
      params: { path: { token } },
      body: { name: 'Invited', password: 'a good long password' },
    }),
  );
  t.false(accepted.user.email_verified);
  await verifyEmail(api, mail, email);
  t.true(await isVerified(createClient(api.url, accepted.access_token)));
});

test('stores only the hash of a token', async (t) => {
  const { email } = await api.signUp();
  const { text } = await mail.mailTo(email, /verify-email/);
  const token = /\/verify-email\/([\w-]+)/.exec(text)?.[1] ?? '';
  const rows = await queryAsOwner<{ row: string }>(
    api.database.url,
    'select user_tokens::text as row from user_tokens',
  );
  t.true(rows.length > 0);
  for (const { row } of rows)
    t.false(row.includes(token) || row.includes(Buffer.from(token).toString('hex')));
});

test('without SMTP a new user counts as verified', async (t) => {
  const { client, tokens } = await withoutMail.signUp();
  t.true(tokens.user.email_verified);
  t.is((await invite(client)).response.status, 201);
});
