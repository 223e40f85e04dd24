import { readFile } from 'node:fs/promises';
import test from 'ava';
import { createTypedClient, dataOf } from '../../dev/api-client/create-typed-client.ts';
import { apiTypesFile, generateApiTypes } from '../../dev/api-client/generate-api-types.ts';
import { startTestApi } from '../support/test-api.ts';
import type { TestApi } from '../support/test-api.ts';

let api: TestApi;
test.before(async () => {
  api = await startTestApi();
});
test.after.always(() => api?.close());

test('the committed types equal the types generated from the served document', async (t) => {
  const response = await fetch(`${api.url}/api/v1/openapi.json`);
  const generated = await generateApiTypes(await response.text());
  t.is(await readFile(apiTypesFile, 'utf8'), generated, 'run npm run generate:client');
});

test('the typed client sends path, query and body and returns typed bodies', async (t) => {
  const { tokens } = await api.signUp();
  const client = createTypedClient(api.url, String(tokens['access_token']));
  const created = await dataOf(
    client.POST('/api/v1/applications', { body: { name: 'Shop', criticality: 'high' } }),
  );
  const path = { id: created.id };
  const { name, criticality } = await dataOf(client.GET('/api/v1/applications/{id}', { params: { path } }));
  t.deepEqual([name, criticality], ['Shop', 'high']);
  const query = { limit: 1, status: ['active' as const, 'deleted' as const] };
  const found = await dataOf(client.GET('/api/v1/resources', { params: { query } }));
  t.is(found.total, 0);
});

test('an error response is an ApiError with status and code', async (t) => {
  const { tokens } = await api.signUp();
  const client = createTypedClient(api.url, String(tokens['access_token']));
  const body = { name: 'Shop', slug: 'shop' };
  await dataOf(client.POST('/api/v1/applications', { body }));
  await t.throwsAsync(dataOf(client.POST('/api/v1/applications', { body })), {
    name: 'ApiError',
    message: /returned 409 conflict/,
  });
});
