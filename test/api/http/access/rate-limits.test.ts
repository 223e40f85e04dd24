import { randomUUID } from 'node:crypto';
import test from 'ava';
import { dataOf } from '../../../../api-client/create-typed-client.ts';
import { startApi } from '../../../../api/start-api.ts';
import { createLogger } from '../../../../runtime/logger.ts';
import { expectError } from '../../../support/expect-error.ts';
import { createClient } from '../../../support/test-api.ts';
import { useTestApi } from '../../../support/use-test-api.ts';
import type { TestClient } from '../../../support/test-api.ts';

const api = useTestApi({
  environment: {
    TRUSTED_PROXIES: '1',
    RATE_LIMIT_SIGNUP: '10',
    RATE_LIMIT_INVITATION: '4',
    RATE_LIMIT_LOGIN_ACCOUNT: '12',
    RATE_LIMIT_INVITATIONS_SENT: '6',
    RATE_LIMIT_INVITATIONS_RECEIVED: '2',
  },
});

let addresses = 0;
/** Returns an address that no other test uses. */
const newAddress = () => `203.0.113.${(addresses += 1)}`;

const from = (address: string) => ({ 'x-forwarded-for': address });
const logIn = (client: TestClient, address: string, email: string, password = 'wrong password') =>
  client.POST('/api/v1/auth/login', { body: { email, password }, headers: from(address) });

const statusOf = async (request: Promise<{ readonly response: Response }>) => (await request).response.status;

async function signUp(address = newAddress()) {
  const email = `${randomUUID()}@example.com`;
  const password = 'a good long password';
  const { access_token: accessToken } = await dataOf(
    api.anonymous.POST('/api/v1/auth/signup', {
      body: { organization_name: 'O', name: 'N', email, password },
      headers: from(address),
    }),
  );
  return { email, password, client: createClient(api.url, accessToken) };
}

test('allows ten failed logins per account and address, across processes and concurrent requests', async (t) => {
  const second = await startApi(api.configuration, createLogger('second', 'silent'));
  try {
    const clients = [api.anonymous, createClient(second.url)];
    const { email, password } = await signUp();
    const address = newAddress();
    const responses = await Promise.all(
      Array.from({ length: 24 }, async (_, index) =>
        logIn(clients[index % 2] ?? api.anonymous, address, email),
      ),
    );
    t.is(responses.filter(({ response }) => response.status === 401).length, 10);
    t.is(responses.filter(({ response }) => response.status === 429).length, 14);
    const limited = await logIn(api.anonymous, address, email, password);
    t.deepEqual([limited.response.status, limited.error?.code], [429, 'rate_limited']);
    t.true(Number(limited.response.headers.get('retry-after')) > 0);
    t.truthy(limited.response.headers.get('ratelimit'));
    t.is(
      await statusOf(logIn(api.anonymous, newAddress(), email, password)),
      200,
      'another address is not limited',
    );
    const other = await signUp();
    t.is(
      await statusOf(logIn(api.anonymous, address, other.email, other.password)),
      200,
      'another account is not limited',
    );
  } finally {
    await second.stop();
  }
});

test('limits an unknown account like a known one', async (t) => {
  const address = newAddress();
  const email = `${randomUUID()}@example.com`;
  for (let count = 0; count < 10; count += 1) t.is(await statusOf(logIn(api.anonymous, address, email)), 401);
  t.is(await statusOf(logIn(api.anonymous, address, email)), 429);
});

test('does not count successful logins', async (t) => {
  const { email, password } = await signUp();
  const address = newAddress();
  for (let count = 0; count < 12; count += 1) {
    t.is(await statusOf(logIn(api.anonymous, address, email, password)), 200);
  }
});

// Serial: a login waits for ten seconds at most.
test.serial('concurrent correct logins wait for each other, and do not lock the account', async (t) => {
  const { email, password } = await signUp();
  const address = newAddress();
  const burst = await Promise.all(
    Array.from({ length: 20 }, () => statusOf(logIn(api.anonymous, address, email, password))),
  );
  t.deepEqual([...new Set(burst)], [200]);
  t.is(await statusOf(logIn(api.anonymous, address, email, password)), 200);
});

test('limits an address across accounts', async (t) => {
  const address = newAddress();
  const statuses: number[] = [];
  // Fewer at once than may wait for the hash of their password.
  for (let sent = 0; sent < 104; sent += 26)
    statuses.push(
      ...(await Promise.all(
        Array.from({ length: 26 }, () =>
          statusOf(logIn(api.anonymous, address, `${randomUUID()}@example.com`)),
        ),
      )),
    );
  t.is(statuses.filter((status) => status === 401).length, 100);
  t.is(statuses.filter((status) => status === 429).length, 4);
});

test('limits signups and invitation lookups by address', async (t) => {
  const address = newAddress();
  for (let count = 0; count < 10; count += 1) await signUp(address);
  await t.throwsAsync(signUp(address), { message: /429/ });
  const lookUp = () =>
    api.anonymous.GET('/api/v1/auth/invitations/{token}', {
      params: { path: { token: randomUUID() } },
      headers: from(address),
    });
  for (let count = 0; count < 4; count += 1) await expectError(t, lookUp(), 404, 'not_found');
  await expectError(t, lookUp(), 429, 'rate_limited');
});

test('takes the client address from the configured number of proxies', async (t) => {
  const email = `${randomUUID()}@example.com`;
  const address = newAddress();
  const statuses = [];
  for (let count = 0; count < 11; count += 1) {
    statuses.push(await statusOf(logIn(api.anonymous, `198.51.100.${count}, ${address}`, email)));
  }
  t.is(statuses.at(-1), 429);
});

test('limits failed logins of an account over all addresses, except addresses that signed in before', async (t) => {
  const home = newAddress();
  const { email, password } = await signUp(home);
  for (let count = 0; count < 12; count += 1) {
    t.is(await statusOf(logIn(api.anonymous, newAddress(), email)), 401);
  }
  await expectError(t, logIn(api.anonymous, newAddress(), email), 429, 'rate_limited');
  const limited = await logIn(api.anonymous, newAddress(), email, password);
  t.is(limited.response.status, 429, 'a new address cannot test passwords any more');
  t.true(Number(limited.response.headers.get('retry-after')) > 0);
  t.is(await statusOf(logIn(api.anonymous, home, email, password)), 200, 'a known address keeps its budget');
  for (let count = 0; count < 10; count += 1) t.is(await statusOf(logIn(api.anonymous, home, email)), 401);
  t.is(await statusOf(logIn(api.anonymous, home, email, password)), 429, 'which is limited, too');
});

test('limits wrong current passwords of a password change over all addresses', async (t) => {
  const { client } = await signUp();
  const change = () =>
    client.POST('/api/v1/auth/password', {
      body: { current_password: 'wrong password', new_password: 'another good password' },
      headers: from(newAddress()),
    });
  for (let count = 0; count < 12; count += 1) await expectError(t, change(), 401, 'invalid_credentials');
  await expectError(t, change(), 429, 'rate_limited');
});

test('limits failed logins over all addresses for an unknown account like for a known one', async (t) => {
  const email = `${randomUUID()}@example.com`;
  for (let count = 0; count < 12; count += 1) {
    t.is(await statusOf(logIn(api.anonymous, newAddress(), email)), 401);
  }
  t.is(await statusOf(logIn(api.anonymous, newAddress(), email)), 429);
});

test('the response to a failed login does not reveal whether the account signed in from the address', async (t) => {
  const home = newAddress();
  const { email } = await signUp(home);
  const names = async (address: string) => [
    ...(await logIn(api.anonymous, address, email)).response.headers.keys(),
  ];
  const policies = async (address: string) =>
    (await logIn(api.anonymous, address, email)).response.headers.get('ratelimit-policy')?.match(/"\w+"/g);
  t.deepEqual(await names(home), await names(newAddress()));
  t.deepEqual(await policies(home), await policies(newAddress()));
});

test('limits the signups of an address that return email_taken', async (t) => {
  const { email } = await signUp();
  const address = newAddress();
  const take = (given: string) =>
    api.anonymous.POST('/api/v1/auth/signup', {
      body: { organization_name: 'O', name: 'N', email: given, password: 'a good long password' },
      headers: from(address),
    });
  t.is((await take(`${randomUUID()}@example.com`)).response.status, 201);
  // Half of RATE_LIMIT_SIGNUP.
  for (let count = 0; count < 5; count += 1) await expectError(t, take(email), 409, 'email_taken');
  await expectError(t, take(email), 429, 'rate_limited');
  await expectError(t, take(`${randomUUID()}@example.com`), 429, 'rate_limited', 'also for a free email');
});

test('an invalid signup does not count', async (t) => {
  const address = newAddress();
  for (let count = 0; count < 11; count += 1) {
    const invalid = api.anonymous.POST('/api/v1/auth/signup', {
      body: { organization_name: 'O', name: 'N', email: 'no address', password: 'a good long password' },
      headers: from(address),
    });
    await expectError(t, invalid, 400, 'validation_failed');
  }
  await t.notThrowsAsync(signUp(address));
});

test('look-ups of invitations do not use up the limit of one-time tokens', async (t) => {
  const headers = from(newAddress());
  const token = 'x'.repeat(43);
  const lookUp = () =>
    api.anonymous.GET('/api/v1/auth/invitations/{token}', { params: { path: { token } }, headers });
  for (let count = 0; count < 4; count += 1) await expectError(t, lookUp(), 404, 'not_found');
  await expectError(t, lookUp(), 429, 'rate_limited');
  const body = { token, new_password: 'a good long password' };
  const uses = [
    () =>
      api.anonymous.POST('/api/v1/auth/invitations/{token}/accept', {
        params: { path: { token } },
        body: { name: 'N', password: 'a good long password' },
        headers,
      }),
    () => api.anonymous.POST('/api/v1/auth/verify-email', { body: { token }, headers }),
    () => api.anonymous.POST('/api/v1/auth/password-reset/confirm', { body, headers }),
  ];
  for (const use of uses) t.not(await statusOf(use()), 429);
  await uses[1]?.();
  for (const use of uses) t.is(await statusOf(use()), 429, 'they share their own limit');
});

const invite = (client: TestClient, email: string, key?: string) =>
  client.POST('/api/v1/organization/invitations', {
    body: { email, roles: ['viewer'] },
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  });

async function inviteAndRevoke(client: TestClient, email: string, key?: string) {
  const { id } = await dataOf(invite(client, email, key));
  await dataOf(client.DELETE('/api/v1/organization/invitations/{id}', { params: { path: { id } } }));
}

test('limits invitations per organization, and per recipient in an organization', async (t) => {
  const recipient = `${randomUUID()}@example.com`;
  const { client } = await signUp();
  for (let count = 0; count < 2; count += 1) await inviteAndRevoke(client, recipient);
  const limited = await invite(client, recipient.toUpperCase());
  t.deepEqual([limited.response.status, limited.error?.code], [429, 'rate_limited']);
  t.true(Number(limited.response.headers.get('retry-after')) > 0);
  t.regex(limited.response.headers.get('ratelimit') ?? '', /"invitations_/);
  const other = await signUp();
  t.is((await invite(other.client, recipient)).response.status, 201, 'another organization is not limited');
  for (let count = 0; count < 5; count += 1) {
    t.is((await invite(other.client, `${randomUUID()}@example.com`)).response.status, 201);
  }
  await expectError(t, invite(other.client, `${randomUUID()}@example.com`), 429, 'rate_limited');
});

test('replays of an invitation and conflicts do not count for the recipient', async (t) => {
  const recipient = `${randomUUID()}@example.com`;
  const { client } = await signUp();
  const key = randomUUID();
  for (let count = 0; count < 8; count += 1)
    t.is((await invite(client, recipient, key)).response.status, 201);
  for (let count = 0; count < 4; count += 1) await expectError(t, invite(client, recipient), 409, 'conflict');
  const { items } = await dataOf(client.GET('/api/v1/organization/invitations'));
  for (const { id } of items)
    await dataOf(client.DELETE('/api/v1/organization/invitations/{id}', { params: { path: { id } } }));
  await inviteAndRevoke(client, recipient);
  await expectError(t, invite(client, recipient), 429, 'rate_limited');
  await expectError(t, invite(client, `${randomUUID()}@example.com`), 429, 'rate_limited');
  t.is((await invite(client, recipient, key)).response.status, 201, 'a replay is not refused');
});

test('invitations of taken emails count, because they reveal accounts of other organizations', async (t) => {
  const { email } = await signUp();
  const { client } = await signUp();
  for (let count = 0; count < 6; count += 1) await expectError(t, invite(client, email), 409, 'email_taken');
  await expectError(t, invite(client, email), 429, 'rate_limited');
});
