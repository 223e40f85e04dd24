import { randomUUID } from 'node:crypto';
import test from 'ava';
import { startApi } from '../../../api/start-api.ts';
import { createLogger } from '../../../runtime/logger.ts';
import { eventually } from '../../support/eventually.ts';
import { createClient } from '../../support/test-api.ts';
import { useTestApi } from '../../support/use-test-api.ts';
import type { TestClient } from '../../support/test-api.ts';

const api = useTestApi({
  environment: { TRUSTED_PROXIES: '1', RATE_LIMIT_SIGNUP: '3', RATE_LIMIT_INVITATION: '4' },
});

let addresses = 0;
/** An address that no other test of this file uses. */
const newAddress = () => `203.0.113.${(addresses += 1)}`;

const from = (address: string) => ({ 'x-forwarded-for': address });
const logIn = (client: TestClient, address: string, email: string, password = 'wrong password') =>
  client.request<{ code?: string; access_token?: string }>('POST', '/auth/login', {
    body: { email, password },
    headers: from(address),
  });

async function account(address = newAddress()) {
  const email = `${randomUUID()}@example.com`;
  const password = 'a good long password';
  const { status } = await api.anonymous.request('POST', '/auth/signup', {
    body: { organization_name: 'O', name: 'N', email, password },
    headers: from(address),
  });
  if (status !== 201) throw new Error(`signup answered ${status}`);
  return { email, password };
}

test('ten failures per account and address are let through, also at once and across two processes', async (t) => {
  const second = await startApi(api.configuration, createLogger('second', 'silent'));
  try {
    const clients = [api.anonymous, createClient(second.url)];
    const { email, password } = await account();
    const address = newAddress();
    const answers = await Promise.all(
      Array.from({ length: 24 }, async (_, index) =>
        logIn(clients[index % 2] ?? api.anonymous, address, email),
      ),
    );
    t.is(answers.filter(({ status }) => status === 401).length, 10);
    t.is(answers.filter(({ status }) => status === 429).length, 14);
    const limited = await logIn(api.anonymous, address, email, password);
    t.deepEqual([limited.status, limited.body.code], [429, 'rate_limited']);
    t.true(Number(limited.headers.get('retry-after')) > 0);
    t.truthy(limited.headers.get('ratelimit'));
    t.is((await logIn(api.anonymous, newAddress(), email, password)).status, 200, 'another address is free');
    const other = await account();
    t.is(
      (await logIn(api.anonymous, address, other.email, other.password)).status,
      200,
      'another account is free',
    );
  } finally {
    await second.stop();
  }
});

test('an unknown account is limited just like a known one', async (t) => {
  const address = newAddress();
  const email = `${randomUUID()}@example.com`;
  for (let count = 0; count < 10; count += 1) t.is((await logIn(api.anonymous, address, email)).status, 401);
  t.is((await logIn(api.anonymous, address, email)).status, 429);
});

test('successful logins do not count', async (t) => {
  const { email, password } = await account();
  const address = newAddress();
  for (let count = 0; count < 12; count += 1) {
    t.is((await logIn(api.anonymous, address, email, password)).status, 200);
  }
});

test('a burst of right logins may be thinned out and locks nobody out', async (t) => {
  const { email, password } = await account();
  const address = newAddress();
  const burst = await Promise.all(
    Array.from({ length: 40 }, () => logIn(api.anonymous, address, email, password)),
  );
  t.true(burst.filter(({ status }) => status === 200).length >= 10);
  t.true(burst.every(({ status }) => status === 200 || status === 429));
  await eventually(
    'the burst to be forgotten',
    async () => (await logIn(api.anonymous, address, email, password)).status === 200,
    30,
  );
});

test('an address is limited over all accounts', async (t) => {
  const address = newAddress();
  const attempts = await Promise.all(
    Array.from({ length: 104 }, () => logIn(api.anonymous, address, `${randomUUID()}@example.com`)),
  );
  t.is(attempts.filter(({ status }) => status === 401).length, 100);
});

test('signups and invitation look-ups are limited by address', async (t) => {
  const address = newAddress();
  for (let count = 0; count < 3; count += 1) await account(address);
  await t.throwsAsync(account(address), { message: /429/ });
  const lookUp = () =>
    api.anonymous.request('GET', `/auth/invitations/${randomUUID()}`, { headers: from(address) });
  for (let count = 0; count < 4; count += 1) t.is((await lookUp()).status, 404);
  const limited = await lookUp();
  t.deepEqual([limited.status, limited.body['code']], [429, 'rate_limited']);
});

test('the address is that of the configured number of proxies, not what a client claims', async (t) => {
  const email = `${randomUUID()}@example.com`;
  const address = newAddress();
  const statuses = [];
  for (let count = 0; count < 11; count += 1) {
    statuses.push((await logIn(api.anonymous, `198.51.100.${count}, ${address}`, email)).status);
  }
  t.is(statuses.at(-1), 429);
});
