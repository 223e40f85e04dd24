import test from 'ava';
import { toolResponseJson } from '../../../domain/assistant/tool-response-json.ts';
import type { ToolResult, ToolRow } from '../../../domain/assistant/tool-response.ts';
import { TurnReferences } from '../../../domain/assistant/turn-references.ts';

const freshness = {
  data_as_of: '2026-05-01T10:00:00Z',
  stale_accounts: [{ id: 'account', name: 'Prod\u202E' }],
  never_scanned: 1,
};

const rowOf = (id: string, fields: ToolRow['fields'] = {}): ToolRow => ({
  entity: { type: 'resource', id, name: `name-${id}`, url: `/api/v1/resources/${id}` },
  fields: { name: `name-${id}`, region: 'eu-west-1', ...fields },
  structural: ['region'],
});

const resultOf = (rows: readonly ToolRow[], more: Partial<ToolResult> = {}): ToolResult => ({
  rows,
  total: rows.length,
  truncated: false,
  freshness,
  ...more,
});

test('gives each row a reference, the same one for the same record', (t) => {
  const references = new TurnReferences();
  const { response, ids } = toolResponseJson(
    resultOf([rowOf('a'), rowOf('b'), rowOf('a')]),
    references,
    'full',
  );
  t.deepEqual(response['rows'], [
    { ref: 'r1', type: 'resource', name: 'name-a', region: 'eu-west-1' },
    { ref: 'r2', type: 'resource', name: 'name-b', region: 'eu-west-1' },
    { ref: 'r1', type: 'resource', name: 'name-a', region: 'eu-west-1' },
  ]);
  t.true(response['untrusted']);
  t.deepEqual(ids, ['a', 'b', 'a']);
  t.is(references.find('r2')?.id, 'b');
});

test('returns texts as one line of at most 256 visible characters, also in keys and lists', (t) => {
  const fields = {
    text: `a\n\u202E\u200B\u{E0041}\u0000b${'x'.repeat(300)}`,
    tags: { 'k\u200Bey': ['v\r\nw', { deep: '\u2066d' }] },
    ref: 'r9',
    type: 'forged',
  };
  const { response } = toolResponseJson(resultOf([rowOf('a', fields)]), new TurnReferences(), 'full');
  const [row] = response['rows'] as readonly Record<string, unknown>[];
  t.is(row?.['text'], `a b${'x'.repeat(252)}\u2026`);
  t.deepEqual(row?.['tags'], { key: ['v w', { deep: 'd' }] });
  t.is(row?.['ref'], 'r1');
  t.is(row?.['type'], 'resource');
});

test('limits a response to 50 rows and 60 KB, and says that it is truncated', (t) => {
  const many = toolResponseJson(
    resultOf(Array.from({ length: 60 }, (_, index) => rowOf(`${index}`))),
    new TurnReferences(),
    'full',
  );
  t.is(many.rows, 50);
  t.true(many.truncated);
  const wide = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`f${index}`, 'é'.repeat(200)]));
  const references = new TurnReferences();
  const large = toolResponseJson(
    resultOf(Array.from({ length: 20 }, (_, index) => rowOf(`${index}`, wide))),
    references,
    'full',
  );
  t.true(large.truncated);
  t.true(Buffer.byteLength(JSON.stringify(large.response)) <= 60_000);
  t.is(references.find(`r${large.rows + 1}`), undefined, 'a row that is left out has no reference');
  t.is(large.ids.length, large.rows);
});

test('returns groups and the subject as references', (t) => {
  const team = { type: 'team', id: 'team-id', name: 'Pay', url: '/api/v1/teams/team-id' } as const;
  const result = resultOf([], {
    total: 7,
    groups: [
      { key: 'team-id', count: 4, entity: team },
      { key: 'eu-west-1', count: 3 },
    ],
    subject: team,
    summary: { percent: 12 },
  });
  const full = toolResponseJson(result, new TurnReferences(), 'full').response;
  t.deepEqual(full['groups'], [
    { key: 'team-id', name: 'Pay', entity: 'r1', count: 4 },
    { key: 'eu-west-1', count: 3 },
  ]);
  t.is(full['subject'], 'r1');
  t.deepEqual(full['summary'], { percent: 12 });
  t.deepEqual(full['freshness'], { ...freshness, stale_accounts: [{ id: 'account', name: 'Prod' }] });
  const structure = toolResponseJson(result, new TurnReferences(), 'schema_only').response;
  t.deepEqual(structure['groups'], [
    { entity: 'r1', count: 4 },
    { key: 'eu-west-1', count: 3 },
  ]);
});

test('schema_only leaves out names, ids and every field that is not structural', (t) => {
  const { response } = toolResponseJson(
    resultOf([rowOf('secret-id', { tags: { a: 'b' } })]),
    new TurnReferences(),
    'schema_only',
  );
  t.deepEqual(response['rows'], [{ ref: 'r1', type: 'resource', region: 'eu-west-1' }]);
  t.notRegex(JSON.stringify(response), /secret-id|name-|Prod|account"/);
});

test('schema_only leaves out keys of groups that are texts of the inventory', (t) => {
  const result = resultOf([], {
    total: 6,
    groups: [
      { key: 'secret-owner', count: 4, isText: true },
      { key: undefined, count: 2, isText: true },
    ],
  });
  const groupsIn = (mode: 'full' | 'schema_only') =>
    toolResponseJson(result, new TurnReferences(), mode).response['groups'];
  t.deepEqual(groupsIn('full'), [
    { key: 'secret-owner', count: 4 },
    { key: null, count: 2 },
  ]);
  t.deepEqual(groupsIn('schema_only'), [{ count: 4 }, { key: null, count: 2 }]);
});

test('lists the candidates of an ambiguous argument as references', (t) => {
  const { response, truncated } = toolResponseJson(
    { ambiguous: { argument: 'team', candidates: [rowOf('a'), rowOf('b')], total: 9 } },
    new TurnReferences(),
    'full',
  );
  t.deepEqual(response['ambiguous'], { argument: 'team', candidates: ['r1', 'r2'], total: 9 });
  t.is((response['rows'] as readonly unknown[]).length, 2);
  t.true(truncated);
});
