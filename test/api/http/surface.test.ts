import { randomUUID } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import test from 'ava';
import { z } from 'zod';
import { operations } from '../../../api/operations.ts';
import { createBrowserClient } from '../../support/browser-client.ts';
import { useTestApi } from '../../support/use-test-api.ts';

const origin = 'https://app.example.com';
const api = useTestApi();
const production = useTestApi({
  environment: {
    NODE_ENV: 'production',
    WEB_ORIGIN: origin,
    JWT_KEYS: `a:${'x'.repeat(32)}`,
    ENCRYPTION_KEYS: `a:${Buffer.alloc(32, 7).toString('base64')}`,
    PUBLIC_URL: 'https://inventory.example.com',
    SERVICE_PRINCIPAL_ARN: 'arn:aws:iam::123456789012:role/inventory',
  },
});

test('every response has a request id and the security headers', async (t) => {
  const { client } = await api.signUp();
  for (const { headers } of [
    (await client.GET('/api/v1/organization')).response,
    await client.request('GET', '/nothing'),
    (await api.anonymous.GET('/api/v1/organization')).response,
    (await api.anonymous.GET('/api/v1/healthz')).response,
  ]) {
    t.regex(headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/);
    t.is(headers.get('content-security-policy'), "default-src 'none';frame-ancestors 'none'");
    t.is(headers.get('strict-transport-security'), 'max-age=31536000; includeSubDomains');
    t.is(headers.get('referrer-policy'), 'no-referrer');
    t.is(headers.get('x-content-type-options'), 'nosniff');
    t.is(headers.get('x-powered-by'), null);
    t.is(headers.get('access-control-allow-origin'), null);
  }
});

test('no response of the API may be stored by a cache', async (t) => {
  const { client } = await api.signUp();
  const paths = ['/nothing', '/docs', '/organization?unknown=1', '/%E0%A4%A'];
  for (const path of paths) {
    t.is((await client.request('GET', path)).headers.get('cache-control'), 'no-store', path);
  }
  for (const { method, path } of operations) {
    for (const caller of [api.anonymous, client]) {
      const { headers } = await caller.request(
        method,
        path.replaceAll(/\{\w+\}/g, () => randomUUID()),
      );
      t.is(headers.get('cache-control'), 'no-store', `${method} ${path}`);
    }
  }
});

test('compresses large responses, and none that can have a secret', async (t) => {
  const { client, tokens, email, password } = await api.signUp();
  const get = (path: string, encoding: string) =>
    fetch(`${api.url}/api/v1${path}`, {
      headers: { authorization: `Bearer ${tokens.access_token}`, 'accept-encoding': encoding },
    });
  for (const [accepted, expected] of [
    ['gzip, br', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ] as const) {
    const response = await get('/resource-types?limit=200', accepted);
    t.is(response.headers.get('content-encoding'), expected);
    t.regex(response.headers.get('vary') ?? '', /Accept-Encoding/);
    t.is(((await response.json()) as { items: unknown[] }).items.length, 200);
  }
  t.is((await get('/organization', 'gzip')).headers.get('content-encoding'), null, 'below 1 KB');
  const signIn = await fetch(`${api.url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-encoding': 'gzip' },
    body: JSON.stringify({ email, password }),
  });
  t.true(Number(signIn.headers.get('content-length')) > 1024);
  t.is(signIn.headers.get('content-encoding'), null);
  t.is((await client.request('GET', '/auth/me')).headers.get('content-encoding'), null);
});

test('every response with a secret is declared as one', (t) => {
  const secret = /^(token|.*_token|.*secret)$/;
  for (const { id, path, success, returnsSecret } of operations) {
    const [, schema] = success;
    const names = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
    const isDeclared = returnsSecret === true || path.startsWith('/auth/');
    t.is(
      names.some((name) => secret.test(name)) && !path.startsWith('/auth/'),
      isDeclared && returnsSecret === true,
      id,
    );
  }
});

test('responds with 304 to the ETag of a record, of the document and of static files, after authentication', async (t) => {
  const { tokens } = await api.signUp();
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${api.url}/api/v1${path}`, { headers });
  const authorization = `Bearer ${tokens.access_token}`;
  const first = await get('/organization', { authorization });
  const tag = first.headers.get('etag') ?? '';
  t.regex(tag, /^W\/"[\w-]{27}"$/);
  t.is(first.headers.get('cache-control'), 'private, no-cache');
  const again = await get('/organization', { authorization, 'if-none-match': tag });
  t.deepEqual([again.status, await again.text(), again.headers.get('etag')], [304, '', tag]);
  t.is((await get('/organization', { 'if-none-match': tag })).status, 401);
  const other = await api.signUp();
  const theirs = { authorization: `Bearer ${other.tokens.access_token}`, 'if-none-match': tag };
  t.is((await get('/organization', theirs)).status, 200);
  await other.client.PATCH('/api/v1/organization', { body: { name: 'Renamed' } });
  for (const path of ['/openapi.json', '/docs/swagger-ui.css']) {
    const known = (await get(path)).headers.get('etag') ?? '';
    t.not(known, '', path);
    const known304 = await get(path, { 'if-none-match': known, 'cache-control': 'max-age=0' });
    t.deepEqual([known304.status, known304.headers.get('cache-control')], [304, 'public, no-cache'], path);
  }
});

test('a change with If-Match succeeds only for the current version of the record', async (t) => {
  const { client } = await api.signUp();
  const change = (path: string, body: object, version?: string) =>
    client.request<{ version: number; code: string }>('PATCH', path, {
      body,
      headers: version === undefined ? {} : { 'if-match': version },
    });
  const create = async (path: string, body: object) => {
    const created = await client.request<{ id: string; version: number }>('POST', path, { body });
    t.deepEqual([created.status, created.body.version], [201, 1], path);
    return `${path}/${created.body.id}`;
  };
  const team = await create('/teams', { name: 'Web', slug: 'web' });
  const changed = await change(team, { name: 'Website' }, '"1"');
  t.deepEqual([changed.status, changed.body.version], [200, 2]);
  const late = await change(team, { name: 'Shop' }, '"1"');
  t.deepEqual([late.status, late.body.code], [409, 'conflict']);
  t.is((await change(team, { name: 'Website' }, '"2"')).body.version, 2, 'the same name is no change');
  for (const header of ['*', undefined])
    t.is((await change(team, { description: header ?? 'x' }, header)).status, 200);
  t.is((await change(team, { name: 'Shop' }, '2')).body.code, 'validation_failed');
  const both = await Promise.all(['A', 'B'].map((name) => change(team, { name }, '"4"')));
  t.deepEqual(
    both.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  );
  const others = [
    [await create('/applications', { name: 'Shop' }), { name: 'Store' }],
    [await create('/environments', { name: 'Live', class: 'production' }), { name: 'Production' }],
    [await create('/aws/connections', { name: 'Main', kind: 'standalone' }), { name: 'Other' }],
    ['/organization', { name: 'Renamed' }],
  ] as const;
  for (const [path, body] of others) {
    t.is((await change(path, body, '"9"')).body.code, 'conflict', path);
    t.is((await change(path, body, '"1"')).body.version, 2, path);
  }
  const configure = (version: string) =>
    client.request<{ version: number; code: string }>('PUT', '/ai/settings', {
      body: { retention_days: 30 },
      headers: { 'if-match': version },
    });
  t.is((await client.request<{ version: number }>('GET', '/ai/settings')).body.version, 1);
  t.is((await configure('"1"')).body.version, 2);
  t.is((await configure('"1"')).body.code, 'conflict');
});

test('the documentation page fits small and dark screens, and sends the CSRF token with its requests', async (t) => {
  const text = async (path: string) => (await fetch(`${api.url}/api/v1/docs${path}`)).text();
  const page = await text('');
  for (const [, path = ''] of page.matchAll(/(?:href|src)="\/api\/v1\/docs([^"]+)"/g))
    t.is((await fetch(`${api.url}/api/v1/docs${path}`)).status, 200, path);
  t.regex(page, /<meta name="viewport" content="width=device-width, initial-scale=1">/);
  t.regex(await text('/page.css'), /\.dark-mode body/);
  t.regex(await text('/swagger-ui.css'), /html\.dark-mode/);
  interface Started {
    readonly filter: boolean;
    requestInterceptor(request: { url: string; method: string; headers: Record<string, string> }): {
      headers: Record<string, string>;
    };
  }
  const started: Started[] = [];
  const classes: [string, boolean][] = [];
  const location = new URL(`${api.url}/api/v1/docs`);
  runInNewContext(await text('/start.js'), {
    SwaggerUIBundle: (options: Started) => started.push(options),
    matchMedia: () => ({ matches: true, addEventListener: () => undefined }),
    document: {
      cookie: 'other=1; svc_csrf=abc%2Edef',
      documentElement: { classList: { toggle: (name: string, on: boolean) => classes.push([name, on]) } },
    },
    location,
    URL,
  });
  const [options] = started;
  t.deepEqual([options?.filter, classes], [true, [['dark-mode', true]]]);
  const headersOf = (url: string, method: string) =>
    options?.requestInterceptor({ url, method, headers: {} }).headers['X-CSRF-Token'];
  t.is(headersOf('/api/v1/teams', 'POST'), 'abc.def');
  t.is(headersOf('/api/v1/teams', 'GET'), undefined);
  t.is(headersOf('https://other.example.com/', 'POST'), undefined);
});

test('cookies are Secure in production', async (t) => {
  const { email, password } = await production.signUp();
  const browser = createBrowserClient(production.url);
  t.is((await browser.request('POST', '/auth/login', { body: { email, password } })).status, 200);
  for (const name of ['svc_at', 'svc_rt', 'svc_csrf']) {
    t.true(browser.cookies.get(name)?.attributes.includes('Secure'), name);
  }
});

test('allows cross-origin requests with credentials from the web origin only', async (t) => {
  const send = (from: string, method = 'GET', headers: Record<string, string> = {}) =>
    fetch(`${production.url}/api/v1/healthz`, { method, headers: { origin: from, ...headers } });
  const allowed = await send(origin);
  t.is(allowed.headers.get('access-control-allow-origin'), origin);
  t.is(allowed.headers.get('access-control-allow-credentials'), 'true');
  for (const other of ['https://evil.example.com', `${origin}.evil.com`, 'null', 'http://app.example.com']) {
    t.is((await send(other)).headers.get('access-control-allow-origin'), null, other);
  }
  const preflight = await send(origin, 'OPTIONS', { 'access-control-request-method': 'PATCH' });
  t.is(preflight.status, 200);
  t.regex(preflight.headers.get('access-control-allow-headers') ?? '', /X-CSRF-Token/);
  t.is(
    (await send('https://evil.example.com', 'OPTIONS', { 'access-control-request-method': 'PATCH' })).status,
    404,
  );
});

test('serves metrics on their own port only', async (t) => {
  const { client } = await api.signUp();
  await client.GET('/api/v1/organization');
  const text = await (await fetch(`http://127.0.0.1:${api.metricsPort}/metrics`)).text();
  t.regex(text, /http_requests_total\{operation="GET \/organization",status="200"\} [1-9]/);
  t.regex(text, /process_cpu_seconds_total/);
  t.is((await api.anonymous.request('GET', '/metrics')).status, 404);
  t.is((await fetch(`${api.url}/metrics`)).status, 404);
  t.is((await fetch(`http://127.0.0.1:${api.metricsPort}/`)).status, 404);
});

test('declares every operation of the sections Meta, Authentication and Organization', (t) => {
  const declared = new Set(operations.map(({ method, path }) => `${method} ${path}`));
  const specified = `GET /version, GET /healthz, GET /readyz, GET /runs/{run_id}, POST /auth/signup, POST /auth/login,
    POST /auth/refresh, POST /auth/password, POST /auth/logout, GET /auth/me, GET /auth/invitations/{token},
    POST /auth/invitations/{token}/accept, POST /auth/verify-email, POST /auth/password-reset,
    POST /auth/password-reset/confirm, GET /auth/sessions, DELETE /auth/sessions/{id}, GET /organization, PATCH /organization, GET /organization/audit-log,
    GET /organization/audit-log/verify, GET /organization/ingest-tokens, POST /organization/ingest-tokens,
    DELETE /organization/ingest-tokens/{id}, GET /organization/invitations, POST /organization/invitations,
    DELETE /organization/invitations/{id}, GET /organization/members, DELETE /organization/members/{user_id},
    PUT /organization/members/{user_id}/roles, POST /organization/members/{user_id}/reactivate,
    GET /organization/roles, GET /organization/permissions`;
  t.deepEqual(
    specified.split(/,\s+/).filter((operation) => !declared.has(operation)),
    [],
  );
});
