import test from 'ava';
import { createOpenApiDocument } from '../../api/http/openapi.ts';
import { productVersion } from '../../api/meta/service.ts';
import { operations } from '../../api/operations.ts';
import { createTypedClient, dataOf } from '../../api-client/create-typed-client.ts';
import { generateApiTypes } from '../../dev/api-client/generate-api-types.ts';
import { startTestApi } from '../support/test-api.ts';
import type { TestApi } from '../support/test-api.ts';

let api: TestApi;
test.before(async () => {
  api = await startTestApi();
});
test.after.always(() => api?.close());

test('the types are generated from the served document, with every operation', async (t) => {
  const served = await (await fetch(`${api.url}/api/v1/openapi.json`)).text();
  t.is(served, JSON.stringify(createOpenApiDocument(operations, productVersion)));
  const types = await generateApiTypes(served);
  t.deepEqual(
    operations.map(({ id }) => id).filter((id) => !types.includes(`    ${id}: {\n`)),
    [],
  );
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
