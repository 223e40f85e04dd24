import test from 'ava';
import { z } from 'zod';
import { resolveArguments, structuralParameters } from '../../../domain/assistant/tool-arguments.ts';
import { TurnReferences } from '../../../domain/assistant/turn-references.ts';
import type { Json, JsonObject } from '../../../domain/json/json.ts';

const parameters = z.toJSONSchema(
  z.strictObject({
    resource: z.string(),
    account: z.union([z.string(), z.array(z.string())]).optional(),
    q: z.string().optional(),
    tag: z.array(z.string()).optional(),
    region: z.string().optional(),
    status: z.union([z.enum(['active']), z.array(z.enum(['active', 'deleted']))]).optional(),
    since: z.iso.datetime().optional(),
    limit: z.int().optional(),
    count_only: z.boolean().optional(),
  }),
) as JsonObject;

function references(): TurnReferences {
  const known = new TurnReferences();
  known.add({ type: 'resource', id: 'resource-id', name: 'queue', url: '/api/v1/resources/resource-id' });
  known.add({ type: 'account', id: 'account-id', name: 'prod', url: '/api/v1/aws/accounts/account-id' });
  return known;
}

const resolve = (given: Json, mode: 'full' | 'schema_only' = 'full') =>
  resolveArguments(
    given,
    mode === 'full' ? parameters : structuralParameters(parameters),
    references(),
    mode,
  );

test('replaces references by ids, also in lists and in brackets', (t) => {
  t.deepEqual(resolve({ resource: 'r1', account: ['[r2]', 'other'], q: 'r1' }), {
    arguments: { resource: 'resource-id', account: ['account-id', 'other'], q: 'r1' },
  });
});

test('keeps names, also ones that look like a reference', (t) => {
  t.deepEqual(resolve({ resource: 'r9' }), { arguments: { resource: 'r9' } });
});

test('rejects a reference of another type, and arguments that are no object', (t) => {
  t.deepEqual(resolve({ resource: 'r2' }), { error: 'r2 is of type account, not resource.' });
  t.deepEqual(resolve({ account: ['r2', 'r1'] }), { error: 'r1 is of type resource, not account.' });
  for (const given of [null, 'text', 3, ['r1']]) t.true('error' in resolve(given));
});

test('schema_only shows parameters for references, lists of values, regions, numbers and times only', (t) => {
  const shown = structuralParameters(parameters);
  t.deepEqual(Object.keys(shown['properties'] as JsonObject).toSorted(), [
    'account',
    'count_only',
    'limit',
    'region',
    'resource',
    'since',
    'status',
  ]);
  t.deepEqual(shown['required'], ['resource']);
});

test('schema_only rejects names and the other parameters', (t) => {
  t.deepEqual(resolve({ resource: 'r1', limit: 5 }, 'schema_only'), {
    arguments: { resource: 'resource-id', limit: 5 },
  });
  for (const given of [
    { resource: 'queue' },
    { resource: 'r9' },
    { resource: 'r1', q: 'a' },
    { resource: 7 },
  ])
    t.true('error' in resolve(given, 'schema_only'), JSON.stringify(given));
});
