import { randomUUID } from 'node:crypto';
import test from 'ava';
import { operations } from '../../api/operations.ts';
import type { Operation } from '../../api/http/operation.ts';
import { fillTenantTables } from '../support/fill-tenant-tables.ts';
import { idFieldsOf, inputSchemaOf, sampleOf } from '../support/sample-body.ts';
import type { SignedUp } from '../support/test-api.ts';
import { useTestApi } from '../support/use-test-api.ts';

// The generated rows hold no valid payloads, so presenters may return bodies that do not match their schema.
const api = useTestApi({ checkResponses: false });
let own: SignedUp;
let foreign: SignedUp;
/** The id of a row in every table of an organization. */
const [ownId, foreignId] = [randomUUID(), randomUUID()];

test.before(async (t) => {
  [own, foreign] = [await api.signUp(), await api.signUp()];
  for (const [organization, id] of [
    [own, ownId],
    [foreign, foreignId],
  ] as const) {
    const failures = await fillTenantTables(api.database.url, organization.organizationId, id);
    if (failures.size > 0) t.log('not filled', Object.fromEntries(failures));
  }
});

/** Reads that call a provider, which the generated row does not have, and reads of the records of one user. */
const withoutGeneratedRow = new Set(['listDiscoverableRepositories', 'getConversation', 'streamTurnEvents']);

const titleOf = ({ method, path }: Operation) => `${method} ${path}`;
const guarded = operations.filter(({ access }) => access !== 'public' && access !== 'ingest');
const withIdInPath = guarded.filter(({ path, params }) => path.includes('{') && params === undefined);

/** The operation with the id of an own record in its path. */
const ofOwnRecord = (operation: Operation): Operation => ({
  ...operation,
  path: operation.path.replaceAll(/\{\w+\}/g, ownId),
});

/** Returns status and body of a response, with the requested id replaced by `<id>`. */
async function send(operation: Operation, id: string, suffix = '', body?: unknown) {
  const path = operation.path.replaceAll(/\{\w+\}/g, id);
  const response = await fetch(`${api.url}/api/v1${path}${suffix.replaceAll('<id>', id)}`, {
    method: operation.method,
    headers: {
      authorization: `Bearer ${String(own.tokens['access_token'])}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, text: (await response.text()).replaceAll(id, '<id>') };
}

const bodyOf = ({ body, bodyKind = 'json' }: Operation, id: string): unknown =>
  body === undefined || bodyKind !== 'json' ? undefined : sampleOf(inputSchemaOf(body), id);

test('returns the same bytes for a foreign id in a path as for a random one', async (t) => {
  for (const operation of withIdInPath) {
    const unused = randomUUID();
    const [foreignResponse, unknown] = [
      await send(operation, foreignId, '', bodyOf(operation, unused)),
      await send(operation, randomUUID(), '', bodyOf(operation, unused)),
    ];
    t.deepEqual(foreignResponse, unknown, titleOf(operation));
    t.true(
      foreignResponse.status === 404 || foreignResponse.status === 400,
      `${titleOf(operation)}: ${foreignResponse.status}`,
    );
  }
});

test('returns records to the organization that owns them', async (t) => {
  const reads = withIdInPath.filter(({ method, id }) => method === 'GET' && !withoutGeneratedRow.has(id));
  t.true(reads.length > 0);
  for (const operation of reads) {
    const path = operation.path.replaceAll(/\{\w+\}/g, foreignId);
    const { status } = await foreign.client.request('GET', path);
    t.is(status, 200, titleOf(operation));
  }
});

test('returns the same response for a foreign id in a filter as for a random one', async (t) => {
  const filtered = guarded.filter(({ query, params }) => query !== undefined && params === undefined);
  for (const operation of filtered.map(ofOwnRecord)) {
    const schema = inputSchemaOf(
      operation.query ??
        (() => {
          throw new Error('no query');
        })(),
    );
    for (const name of idFieldsOf(schema)) {
      const suffix = `?${name}=<id>`;
      const [foreignResponse, unknown] = [
        await send(operation, foreignId, suffix),
        await send(operation, randomUUID(), suffix),
      ];
      t.deepEqual(foreignResponse, unknown, `${titleOf(operation)} ${name}`);
      t.true(foreignResponse.status < 500, `${titleOf(operation)} ${name}`);
    }
  }
});

test('returns the same response for a foreign id in a body as for a random one', async (t) => {
  for (const operation of guarded.filter(
    ({ body, bodyKind = 'json' }) => body !== undefined && bodyKind === 'json',
  )) {
    const schema = inputSchemaOf(
      operation.body ??
        (() => {
          throw new Error('no body');
        })(),
    );
    for (const name of idFieldsOf(schema)) {
      const property = schema.properties?.[name] ?? {};
      const bodyWith = (id: string) => ({
        ...(sampleOf(schema, randomUUID()) as Record<string, unknown>),
        [name]: sampleOf(property, id),
      });
      const at = ofOwnRecord(operation);
      const random = randomUUID();
      const foreignResponse = await send(at, foreignId, '', bodyWith(foreignId));
      const unknown = await send(at, random, '', bodyWith(random));
      t.is(foreignResponse.status, unknown.status, `${titleOf(operation)} ${name}`);
      if (foreignResponse.status >= 400)
        t.is(foreignResponse.text, unknown.text, `${titleOf(operation)} ${name}`);
      t.true(foreignResponse.status < 500, `${titleOf(operation)} ${name}`);
    }
  }
  t.pass();
});

test('lists no row of another organization', async (t) => {
  for (const operation of guarded.filter(({ method, path }) => method === 'GET' && !path.includes('{'))) {
    const { status, text } = await send(operation, randomUUID());
    t.false(text.includes(foreignId), titleOf(operation));
    t.false(text.includes(foreign.organizationId), titleOf(operation));
    t.true(status < 500 || text.includes('provider_unavailable'), titleOf(operation));
  }
});
