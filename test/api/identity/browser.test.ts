import test from 'ava';
import { dataOf, sessionTokensOf } from '../../../api-client/create-typed-client.ts';
import { createBrowserClient } from '../../support/browser-client.ts';
import { createClient } from '../../support/test-api.ts';
import { useTestApi } from '../../support/use-test-api.ts';

const webOrigin = 'https://app.example.com';
const api = useTestApi();
const crossHost = useTestApi({ environment: { WEB_ORIGIN: webOrigin } });

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

test('sends the CSRF token to pages on another host, also after the access token has ended', async (t) => {
  const page = { origin: webOrigin, 'sec-fetch-site': 'same-site' };
  const { email, password } = await crossHost.signUp();
  const browser = createBrowserClient(crossHost.url);
  const tokenOf = ({ headers }: { headers: Headers }) => headers.get('x-csrf-token');
  const login = await browser.request('POST', '/auth/login', { body: { email, password }, headers: page });
  const cookie = decodeURIComponent(browser.cookies.get('svc_csrf')?.value ?? '');
  t.is(tokenOf(login), cookie);
  t.regex(
    login.headers.get('access-control-expose-headers') ?? '',
    /X-CSRF-Token.*Content-Disposition.*Location/,
  );

  // The page is loaded again: it has no token, and the access cookie has ended.
  const me = await browser.request('GET', '/auth/me', { headers: page, csrf: false });
  t.deepEqual([me.status, tokenOf(me)], [200, cookie]);
  const withoutAccess = createBrowserClient(
    crossHost.url,
    new Map([...browser.cookies].filter(([name]) => name !== 'svc_at')),
  );
  const expired = await withoutAccess.request('GET', '/auth/me', { headers: page, csrf: false });
  t.deepEqual([expired.status, tokenOf(expired)], [401, cookie]);
  const headers = { ...page, 'x-csrf-token': tokenOf(expired) ?? '' };
  const refreshed = await withoutAccess.request('POST', '/auth/refresh', { headers, csrf: false });
  t.is(refreshed.status, 200);
  const next = { ...page, 'x-csrf-token': tokenOf(refreshed) ?? '' };
  const body = { name: 'Renamed' };
  t.is(
    (await withoutAccess.request('PATCH', '/organization', { body, headers: next, csrf: false })).status,
    200,
  );

  // The refresh token of the first copy was used, so its session proves nothing any more.
  const used = createBrowserClient(
    crossHost.url,
    new Map([...browser.cookies].filter(([name]) => name !== 'svc_at')),
  );
  t.is(tokenOf(await used.request('GET', '/auth/me', { headers: page })), null);
  t.is((await withoutAccess.request('POST', '/auth/logout', { headers: next, csrf: false })).status, 200);
});

test('sends the CSRF token to no other origin, no bearer, and not for the cookie of another session', async (t) => {
  const { browser, tokens } = await browserOf();
  const other = await browserOf();
  const tokenOf = async (client: typeof browser, headers: Record<string, string>) =>
    (await client.request('GET', '/auth/me', { headers, csrf: false })).headers.get('x-csrf-token');
  const cookie = decodeURIComponent(browser.cookies.get('svc_csrf')?.value ?? '');
  for (const headers of [{}, { origin: api.url }, { 'sec-fetch-site': 'same-origin' }])
    t.is(await tokenOf(browser, headers as Record<string, string>), cookie);
  for (const headers of [
    { origin: 'https://evil.example.com' },
    { origin: webOrigin },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { authorization: `Bearer ${String(tokens['access_token'])}` },
    { authorization: 'Bearer wrong' },
  ]) {
    t.is(await tokenOf(browser, headers as Record<string, string>), null, JSON.stringify(headers));
  }
  const planted = new Map(browser.cookies);
  const foreign = other.browser.cookies.get('svc_csrf');
  if (foreign !== undefined) planted.set('svc_csrf', foreign);
  t.is(await tokenOf(createBrowserClient(api.url, planted), {}), null);
  planted.delete('svc_at');
  t.is(await tokenOf(createBrowserClient(api.url, planted), {}), null);
  planted.set('svc_rt', { value: 'malformed', path: '/api/v1/auth', attributes: [] });
  t.is(await tokenOf(createBrowserClient(api.url, planted), {}), null);
});

test('accepts a bearer token without cookies or CSRF header', async (t) => {
  const { email, password } = await api.signUp();
  const issued = await sessionTokensOf(
    api.anonymous.POST('/api/v1/auth/login', { body: { email, password } }),
  );
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
