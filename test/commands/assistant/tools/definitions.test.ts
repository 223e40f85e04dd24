import test from 'ava';
import { assistantTools, toolDefinitions } from '../../../../commands/assistant/tools.ts';
import { permissions } from '../../../../domain/identity/permissions.ts';
import type { JsonObject } from '../../../../domain/json/json.ts';

test('every tool has a definition with a JSON Schema without additional properties', (t) => {
  const definitions = toolDefinitions();
  t.is(definitions.length, assistantTools.length);
  for (const { name, description, parameters } of definitions) {
    t.regex(name, /^[a-z_]{3,40}$/);
    t.true(description.length > 10 && description.length < 500, name);
    t.is(parameters['type'], 'object', name);
    t.false(parameters['additionalProperties'] as boolean, name);
    t.false('$schema' in parameters, name);
  }
});

test('tools have distinct names and an existing permission that ends in read', (t) => {
  t.is(new Set(assistantTools.map(({ name }) => name)).size, assistantTools.length);
  for (const { permission } of assistantTools) {
    t.true(permissions.includes(permission));
    t.true(permission.endsWith(':read'));
  }
});

test('parameters reject unknown arguments, organizations, and limits above 50', (t) => {
  for (const { name, parameters } of assistantTools) {
    t.false(parameters.safeParse({ organization_id: 'x' }).success, name);
    if ('limit' in parameters.shape)
      t.false(parameters.safeParse({ resource: 'a', limit: 51 }).success, name);
  }
  const search = assistantTools.find(({ name }) => name === 'search_resources');
  t.false(search?.parameters.safeParse({ q: 'a\u0001b' }).success);
  t.false(search?.parameters.safeParse({ account: 'a\nb' }).success);
  t.false(search?.parameters.safeParse({ as_of: 'yesterday' }).success);
  t.false(search?.parameters.safeParse({ account: [] }).success);
});

test('a definition lists the values of an argument', (t) => {
  const count = toolDefinitions().find(({ name }) => name === 'count_resources');
  const properties = count?.parameters['properties'] as Readonly<Record<string, JsonObject>>;
  t.deepEqual(properties['group_by']?.['enum'], [
    'resource_type',
    'region',
    'account',
    'status',
    'management_state',
    'application',
    'team',
    'environment',
    'project',
    'tag',
  ]);
});
