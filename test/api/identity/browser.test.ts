import test from 'ava';
import { dataOf } from '../../../dev/api-client/create-typed-client.ts';
import { createBrowserClient } from '../../support/browser-client.ts';
import { createClient } from '../../support/test-api.ts';
import { useTestApi } from '../../support/use-test-api.ts';

const api = useTestApi();

async function browserOf() {
  const { email, password, tokens, organizationId } = await api.signUp();
  const browser = createBrowserClient(api.url);
  const answer = await browser.request('POST', '/auth/login', { body: { email, password } });
  if (answer.status !== 200) throw new Error(`login answered ${answer.status}`);
  return { browser, email, password, tokens, organizationId };
}

test('lets a browser log in, read, write, refresh and log out with cookies only', async (t) => {
  const { browser, email } = await browserOf();
  const me = await browser.request<{ user: { email: string } }>('GET', '/auth/me');
  t.is(me.body.user.email, email);
  const renamed = await browser.request('PATCH', '/organization', { body: { name: 'Renamed' } });
  t.is(renamed.body['name'], 'Renamed');
  const before = browser.cookies.get('svc_rt')?.value;
  t.is((await browser.request('POST', '/auth/refresh')).status, 200);
  t.not(browser.cookies.get('svc_rt')?.value, before);
  t.is((await browser.request('GET', '/organization')).status, 200);
  t.is((await browser.request('POST', '/auth/logout')).status, 200);
  t.is(browser.cookies.size, 0);
  t.is((await browser.request('GET', '/auth/me')).body['code'], 'unauthorized');
});

test('sets Path, HttpOnly and SameSite of each cookie', async (t) => {
  const { browser } = await browserOf();
  const attributesOf = (name: string) => browser.cookies.get(name)?.attributes ?? [];
  for (const [name, path, httpOnly] of [
    ['svc_at', '/api/v1', true],
    ['svc_rt', '/api/v1/auth', true],
    ['svc_csrf', '/', false],
  ] as const) {
    t.true(attributesOf(name).includes(`Path=${path}`), name);
    t.is(attributesOf(name).includes('HttpOnly'), httpOnly, name);
    t.true(attributesOf(name).includes('SameSite=Strict'), name);
    t.false(attributesOf(name).includes('Secure'), name);
  }
});

test('rejects a write with cookies unless the CSRF header matches', async (t) => {
  const { browser } = await browserOf();
  const other = await browserOf();
  const rename = (headers: Record<string, string>) =>
    browser.request('PATCH', '/organization', { body: { name: 'X' }, headers, csrf: false });
  const foreign = decodeURIComponent(other.browser.cookies.get('svc_csrf')?.value ?? '');
  for (const headers of [{}, { 'x-csrf-token': '' }, { 'x-csrf-token': 'x' }, { 'x-csrf-token': foreign }]) {
    const answer = await rename(headers);
    t.is(answer.status, 403);
    t.is(answer.body['code'], 'csrf_failed');
  }
  for (const path of ['/auth/refresh', '/auth/logout']) {
    const answer = await browser.request('POST', path, { csrf: false });
    t.is(answer.body['code'], 'csrf_failed', path);
  }
  t.is((await browser.request('GET', '/organization', { csrf: false })).status, 200);
});

test('rejects a CSRF cookie and header that belong to another session', async (t) => {
  const { browser } = await browserOf();
  const attacker = await browserOf();
  const planted = attacker.browser.cookies.get('svc_csrf');
  const victim = createBrowserClient(
    api.url,
    new Map([...browser.cookies, ...(planted === undefined ? [] : [['svc_csrf', planted] as const])]),
  );
  const answer = await victim.request('PATCH', '/organization', { body: { name: 'X' } });
  t.is(answer.body['code'], 'csrf_failed');
});

test('ignores cookies when an Authorization header is present', async (t) => {
  const { browser } = await browserOf();
  const other = await api.signUp();
  const token = String(other.tokens['access_token']);
  const asOther = await browser.request<{ organization: { id: string } }>('GET', '/auth/me', {
    headers: { authorization: `Bearer ${token}` },
  });
  t.is(asOther.body.organization.id, other.organizationId);
  const change = await browser.request('PATCH', '/organization', {
    body: { name: 'By bearer' },
    headers: { authorization: `Bearer ${token}` },
    csrf: false,
  });
  t.is(change.status, 200);
  for (const [authorization, code] of [
    ['Bearer wrong', 'invalid_token'],
    ['Basic YTpi', 'unauthorized'],
    ['Bearer', 'unauthorized'],
  ] as const) {
    const answer = await browser.request('GET', '/auth/me', { headers: { authorization } });
    t.is(answer.body['code'], code, authorization);
  }
  const refresh = await browser.request('POST', '/auth/refresh', { headers: { authorization: 'Bearer x' } });
  t.is(refresh.body['code'], 'unauthorized');
});

test('accepts a bearer token without cookies or CSRF header', async (t) => {
  const { email, password } = await api.signUp();
  const issued = await dataOf(api.anonymous.POST('/api/v1/auth/login', { body: { email, password } }));
  const program = createClient(api.url, issued.access_token);
  await dataOf(program.PATCH('/api/v1/organization', { body: { settings: { theme: 'dark' } } }));
  const refreshToken = { refresh_token: issued.refresh_token };
  const renewed = await dataOf(api.anonymous.POST('/api/v1/auth/refresh', { body: refreshToken }));
  const organization = createClient(api.url, renewed.access_token).GET('/api/v1/organization');
  t.deepEqual((await dataOf(organization)).settings, { theme: 'dark' });
});

test('clears the cookies when a rotated refresh token is replayed', async (t) => {
  const { browser } = await browserOf();
  const stolen = browser.copy();
  t.is((await browser.request('POST', '/auth/refresh')).status, 200);
  const replay = await stolen.request('POST', '/auth/refresh');
  t.is(replay.body['code'], 'token_reuse');
  t.is(stolen.cookies.size, 0);
  t.is((await browser.request('GET', '/auth/me')).body['code'], 'invalid_token');
});
