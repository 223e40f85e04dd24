import { randomUUID } from 'node:crypto';
import test from 'ava';
import { operations } from '../../api/operations.ts';
import type { Operation } from '../../api/http/operation.ts';
import { inputSchemaOf, sampleOf } from '../support/sample-body.ts';
import { useTestApi } from '../support/use-test-api.ts';
import type { SignedUp } from '../support/test-api.ts';

let admin: SignedUp;
const api = useTestApi();
test.before(async () => {
  admin = await api.signUp();
});

const titleOf = ({ method, path }: Operation) => `${method} ${path}`;
const pathOf = ({ path }: Operation) => path.replaceAll(/\{\w+\}/g, () => randomUUID());
const callable = operations.filter(({ access }) => access !== 'ingest' && access !== 'public');
const withBody = callable.filter(({ body, bodyKind = 'json' }) => body !== undefined && bodyKind === 'json');

const sampleBody = ({ body }: Operation) =>
  (body === undefined ? {} : sampleOf(inputSchemaOf(body), randomUUID())) as Record<string, unknown>;

test('rejects unknown query parameters and names them', async (t) => {
  for (const operation of callable) {
    const body = operation.body === undefined ? {} : { body: sampleBody(operation) };
    const { status, body: error } = await admin.client.request<{ code: string; message: string }>(
      operation.method,
      `${pathOf(operation)}?unknown_parameter=1`,
      body,
    );
    t.deepEqual([status, error.code], [400, 'validation_failed'], titleOf(operation));
    if (operation.body === undefined && !hasRequiredQuery(operation)) {
      t.regex(error.message, /^unknown_parameter: /, titleOf(operation));
    }
  }
});

function hasRequiredQuery({ query }: Operation): boolean {
  return query !== undefined && (inputSchemaOf(query).required ?? []).length > 0;
}

test('rejects unknown body fields', async (t) => {
  for (const operation of withBody) {
    const body = { ...sampleBody(operation), unknown_field: 1 };
    const response = await admin.client.request(operation.method, pathOf(operation), { body });
    t.deepEqual([response.status, response.body['code']], [400, 'validation_failed'], titleOf(operation));
    const issues = operation.body?.safeParse(body).error?.issues ?? [];
    t.true(
      issues.some(({ code }) => code === 'unrecognized_keys' || code === 'invalid_union'),
      titleOf(operation),
    );
  }
});

test('rejects NUL, lone surrogates and __proto__ in every field', async (t) => {
  for (const operation of withBody) {
    const schema = inputSchemaOf(
      operation.body ??
        (() => {
          throw new Error('no body');
        })(),
    );
    for (const [name] of Object.entries(schema.properties ?? {})) {
      for (const bad of ['a\0b', '\ud800', { 'a\0': 1 }, JSON.parse('{"__proto__": {"x": 1}}')]) {
        const body = { ...sampleBody(operation), [name]: bad };
        const response = await admin.client.request(operation.method, pathOf(operation), { body });
        t.is(response.status, 400, `${titleOf(operation)} ${name}`);
        t.is(response.body['code'], 'validation_failed', `${titleOf(operation)} ${name}`);
      }
    }
  }
  for (const operation of callable.filter(({ query }) => query !== undefined)) {
    const schema = inputSchemaOf(
      operation.query ??
        (() => {
          throw new Error('no query');
        })(),
    );
    for (const name of Object.keys(schema.properties ?? {})) {
      const response = await admin.client.request(operation.method, `${pathOf(operation)}?${name}=a%00b`);
      t.is(response.status, 400, `${titleOf(operation)} ${name}`);
    }
  }
});

test('rejects bodies that are not JSON, too deep or too large', async (t) => {
  for (const operation of withBody) {
    const send = (body: string, type = 'application/json') =>
      fetch(`${api.url}/api/v1${pathOf(operation)}`, {
        method: operation.method,
        headers: { authorization: `Bearer ${String(admin.tokens['access_token'])}`, 'content-type': type },
        body,
      });
    const codeOf = async (response: Response) => [
      response.status,
      ((await response.json()) as { code: string }).code,
    ];
    t.deepEqual(await codeOf(await send('{')), [400, 'invalid_body'], titleOf(operation));
    t.deepEqual(await codeOf(await send('{}', 'text/plain')), [400, 'invalid_body'], titleOf(operation));
    const deep = `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`;
    t.deepEqual(await codeOf(await send(deep)), [400, 'validation_failed'], titleOf(operation));
    const large = JSON.stringify({ a: 'x'.repeat((operation.bodyLimit ?? 1024 * 1024) + 1) });
    t.deepEqual(await codeOf(await send(large)), [400, 'invalid_body'], titleOf(operation));
    t.is((await send('[]')).status, 400, titleOf(operation));
    t.is((await send('null')).status, 400, titleOf(operation));
  }
});

test('returns the same 404 for an unknown path, method or id, with or without a credential', async (t) => {
  const textOf = async (method: string, path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${api.url}${path}`, { method, headers });
    return [response.status, await response.text()];
  };
  const expected = await textOf('GET', '/api/v1/nothing');
  t.is(expected[0], 404);
  const bearer = { authorization: `Bearer ${String(admin.tokens['access_token'])}` };
  for (const received of [
    await textOf('GET', '/'),
    await textOf('GET', '/api/v2/organization'),
    await textOf('PUT', '/api/v1/organization', bearer),
    await textOf('OPTIONS', '/api/v1/organization'),
    await textOf('DELETE', '/api/v1/auth/me', bearer),
    await textOf('GET', '/api/v1/%E0%A4%A', bearer),
    await textOf('GET', '/api/v1/runs/not-an-id', bearer),
    await textOf('GET', `/api/v1/runs/${randomUUID()}`, bearer),
  ]) {
    t.deepEqual(received, expected);
  }
});

/** Asks about the one record that one of two parameters names, so it has no answer without them or for an unknown record. */
const isQuestion = ({ id }: { readonly id: string }) => id === 'listAccess';

test('filters accept UUIDs of any version, and return no item for an unknown one', async (t) => {
  const lists = callable.filter(({ method, path }) => method === 'GET' && !path.includes('{'));
  for (const operation of lists.filter((list) => !hasRequiredQuery(list) && !isQuestion(list))) {
    const { properties = {} } = operation.query === undefined ? {} : inputSchemaOf(operation.query);
    const names = Object.keys(properties).filter(
      (name) => name.endsWith('_id') && name !== 'root_id' && name !== 'account_id',
    );
    for (const name of names) {
      const path = `${operation.path}?${name}=11111111-1111-1111-1111-111111111111`;
      const { status, body } = await admin.client.request<{ items?: unknown[] }>('GET', path);
      t.is(status, 200, path);
      t.is(body.items?.length ?? 0, 0, path);
    }
  }
});

test('rejects every body but an empty object in a POST that declares no body', async (t) => {
  const withoutBody = callable.filter(
    ({ method, body, bodyKind = 'json' }) => method === 'POST' && body === undefined && bodyKind === 'json',
  );
  t.true(withoutBody.length > 5);
  for (const operation of withoutBody) {
    const send = (body: string, type: string) =>
      fetch(`${api.url}/api/v1${pathOf(operation)}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${admin.tokens.access_token}`, 'content-type': type },
        body,
      });
    const title = titleOf(operation);
    const codeOf = async (body: string, type = 'application/json') =>
      ((await (await send(body, type)).json()) as { code?: string }).code;
    t.is(await codeOf('{"unknown_field":1}'), 'validation_failed', title);
    t.is(await codeOf('{'), 'invalid_body', title);
    t.is(await codeOf('hello', 'text/plain'), 'invalid_body', title);
    t.is(await codeOf('{}'), (await send('', 'application/json')).ok ? undefined : 'not_found', title);
  }
});

test('a limit has decimal digits only', async (t) => {
  const lists = callable.filter(
    ({ method, path, query }) =>
      method === 'GET' && !path.includes('{') && query !== undefined && 'limit' in query.shape,
  );
  t.true(lists.length > 20);
  for (const operation of lists) {
    for (const limit of ['0x10', '1e1', '%205', '5.0', '0', '-1', '']) {
      const { status, body } = await admin.client.request('GET', `${operation.path}?limit=${limit}`);
      t.is(status, 400, `${titleOf(operation)} ${limit}`);
      t.regex(String(body['message']), /^limit: /, `${titleOf(operation)} ${limit}`);
    }
    const { status } = await admin.client.request('GET', `${operation.path}?limit=5`);
    t.is(status, isQuestion(operation) ? 400 : 200, titleOf(operation));
  }
});

test('a repeated boolean parameter means OR', async (t) => {
  const repeated = callable
    .filter(({ method, path, query }) => method === 'GET' && !path.includes('{') && query !== undefined)
    .flatMap((operation) =>
      Object.entries(operation.query?.shape ?? {})
        .filter(([, schema]) => schema.safeParse('true').success && !schema.safeParse('maybe').success)
        .map(([name]) => ({ operation, name })),
    )
    .filter(({ operation }) => !hasRequiredQuery(operation));
  t.true(repeated.length > 4);
  for (const { operation, name } of repeated) {
    const path = `${operation.path}?${name}=true&${name}=false`;
    t.is((await admin.client.request('GET', path)).status, 200, path);
  }
});
