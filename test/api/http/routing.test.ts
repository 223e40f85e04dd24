import { randomUUID } from 'node:crypto';
import test from 'ava';
import { dataOf } from '../../../api-client/create-typed-client.ts';
import { operations } from '../../../api/operations.ts';
import { startTestApi } from '../../support/test-api.ts';
import type { SignedUp, TestApi } from '../../support/test-api.ts';

let api: TestApi;
let admin: SignedUp;
test.before(async () => {
  api = await startTestApi();
  admin = await api.signUp();
});
test.after.always(() => api?.close());

async function send(method: string, path: string): Promise<readonly [status: number, text: string]> {
  const response = await fetch(`${api.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${String(admin.tokens['access_token'])}` },
  });
  return [response.status, await response.text()];
}

test('every method and path is declared once', (t) => {
  const routes = operations.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`);
  t.is(new Set(routes).size, routes.length);
});

test('prefers a literal segment over a parameter', async (t) => {
  const [status, text] = await send('GET', '/api/v1/changes/ingestion-health');
  t.is(status, 200, text);
  const exported = await send('GET', '/api/v1/resources/export?format=ndjson');
  t.is(exported[0], 200);
  const audit = await send('GET', '/api/v1/organization/audit-log/verify');
  t.is(audit[0], 200);
});

test('routes HEAD to the GET operation and sends no body', async (t) => {
  t.deepEqual(await send('HEAD', '/api/v1/organization'), [200, '']);
  t.deepEqual(await send('HEAD', '/api/v1/nothing'), [404, '']);
});

test('ignores one trailing slash', async (t) => {
  t.deepEqual(await send('GET', '/api/v1/organization/'), await send('GET', '/api/v1/organization'));
});

test('decodes path parameters', async (t) => {
  const created = await dataOf(admin.client.POST('/api/v1/applications', { body: { name: 'Shop' } }));
  const encoded = created.id.replaceAll('-', '%2D');
  t.is((await send('GET', `/api/v1/applications/${encoded}`))[0], 200);
});

test('returns the same 404 for every unknown route, method and id', async (t) => {
  const expected = await send('GET', '/api/v1/nothing');
  t.deepEqual(expected, [404, '{"code":"not_found","message":"Not found."}']);
  for (const [method, path] of [
    ['GET', '/'],
    ['GET', '/api/v1'],
    ['GET', '/api/v1/'],
    ['GET', '/api/v2/organization'],
    ['GET', '/api/v1/Organization'],
    ['GET', '/API/V1/organization'],
    ['GET', '/api/v1/organization//'],
    ['GET', '/api/v1//organization'],
    ['GET', `/api/v1/scans/${randomUUID()}/tasks/${randomUUID()}/retry/1`],
    ['GET', '/api/v1/__proto__'],
    ['GET', '/api/v1/applications/__proto__'],
    ['PUT', '/api/v1/organization'],
    ['POST', '/api/v1/organization'],
    ['OPTIONS', '/api/v1/organization'],
    ['OPTIONS', '/api/v1/nothing'],
    ['OPTIONS', '/api/v1/openapi.json'],
    ['OPTIONS', '/api/v1/docs'],
    ['OPTIONS', '/'],
    ['GET', '/api/v1/applications/not-an-id'],
    ['DELETE', '/api/v1/organization/ingest-tokens/export'],
    ['GET', `/api/v1/applications/${randomUUID()}`],
    ['GET', '/api/v1/applications/%E0%A4%A'],
    ['DELETE', '/api/v1/applications/%E0%A4%A'],
    ['GET', '/api/v1/%E0%A4%A'],
    ['GET', '/api/v1/applications/%00'],
    ['GET', '/api/v1/applications/%2F'],
  ] as const) {
    t.deepEqual(await send(method, path), expected, `${method} ${path}`);
  }
});

test('never returns 500 for a range or precondition of a documentation file', async (t) => {
  const url = `${api.url}/api/v1/docs/swagger-ui.css`;
  t.is((await fetch(url, { headers: { range: 'bytes=99999999-' } })).status, 200);
  const failed = await fetch(url, { headers: { 'if-match': '"other"' } });
  t.deepEqual([failed.status, await failed.text()], [404, '{"code":"not_found","message":"Not found."}']);
});
