import test from 'ava';
import fc from 'fast-check';
import { extractHolder, extractionRules } from '../../../domain/graph/extract-holder.ts';
import { edge } from '../../../domain/graph/rules/edge.ts';
import { document, hash, holderType, references, targetType, topicArn } from './holder-document.ts';

test('stops after 200,000 leaves', (t) => {
  const rules = extractionRules([edge(holderType, 'Last', 'id', 'uses', targetType)], []);
  const leaves = Array.from({ length: 199_999 }, () => 0);
  const whole = extractHolder(document({ A: leaves, Last: 'one' }), hash, rules);
  t.is(whole.cut, undefined);
  t.is(whole.references.length, 1);
  const cut = extractHolder(document({ A: [...leaves, 0], Last: 'one' }), hash, rules);
  t.is(cut.cut, 'leaves');
  t.is(cut.references.length, 0);
});

test('counts the parts of a text as leaves', (t) => {
  const rules = extractionRules([edge(holderType, 'Ids', 'id', 'uses', targetType, { split: ',' })], []);
  const parts = (count: number): string => Array.from({ length: count }, () => 'one').join(',');
  t.is(extractHolder(document({ Ids: parts(199_999) }), hash, rules).cut, undefined);
  t.is(extractHolder(document({ Ids: parts(200_000) }), hash, rules).cut, 'leaves');
});

test('keeps 2,000 references, declared ones before generic ones', (t) => {
  const rules = extractionRules([edge(holderType, 'Ids[]', 'id', 'uses', targetType)], []);
  const arns = Array.from({ length: 2_500 }, (_, index) => `${topicArn}${String(index)}`);
  const ids = (length: number): readonly string[] =>
    Array.from({ length }, (_, index) => `id-${String(index)}`);
  const mixed = extractHolder(document({ Arns: arns, Ids: ids(1_500) }), hash, rules);
  t.is(mixed.cut, 'references');
  t.is(mixed.references.length, 2_000);
  t.is(mixed.references.filter(({ rule }) => rule === 'generic').length, 500);
  const declared = extractHolder(document({ Arns: arns, Ids: ids(2_001) }), hash, rules);
  t.is(declared.cut, 'references');
  t.is(declared.references.filter(({ rule }) => rule !== 'generic').length, 2_000);
  const full = extractHolder(document({ Ids: ids(2_000) }), hash, rules);
  t.is(full.cut, undefined);
  t.is(full.references.length, 2_000);
});

test('equal references count once', (t) => {
  const rules = [edge(holderType, 'Ids[]', 'id', 'uses', targetType)];
  t.is(references(rules, { Ids: Array.from({ length: 5_000 }, () => 'one') }).length, 1);
});

test('cuts a document that is deeper than 1,000 levels', (t) => {
  const cutOf = (depth: number): string | undefined => {
    const configuration = `{"A":${'['.repeat(depth)}"${topicArn}"${']'.repeat(depth)}}`;
    return extractHolder(document({}, { configuration }), hash, extractionRules([], [])).cut;
  };
  t.is(cutOf(1_000), undefined);
  t.is(cutOf(1_001), 'leaves');
  t.is(cutOf(100_000), 'leaves');
});

test('limits paths to 500 characters', (t) => {
  const rules = [edge(holderType, '**', 'id', 'uses', targetType)];
  const pathOf = (key: string): string | undefined => references(rules, { [key]: 'one' })[0]?.path;
  t.is(pathOf('a'.repeat(500)), 'a'.repeat(500));
  t.is(pathOf('a'.repeat(501)), `${'a'.repeat(499)}…`);
  t.is(pathOf('😀'.repeat(400)), `["${'😀'.repeat(248)}…`, 'no half of a surrogate pair');
});

test('limits identifiers to 2,048 bytes, of which a resource has 1,000', (t) => {
  const rules = [edge(holderType, '**', 'id', 'uses', targetType)];
  t.is(references(rules, { a: 'x'.repeat(2_049), b: 'ä'.repeat(1_025) }).length, 0);
  t.is(references(rules, { a: 'x'.repeat(2_048), b: 'ä'.repeat(1_024) }).length, 2);
  const names = extractionRules([], [{ resourceType: holderType, kind: 'name', path: 'Names[]' }]);
  const Names = Array.from({ length: 1_001 }, (_, index) => `name-${String(index)}`);
  t.is(extractHolder(document({ Names }), hash, names).identifiers.length, 1_000);
});

test('reads texts of up to 4,096 characters, and properties of up to 200', (t) => {
  const rules = [
    edge(holderType, 'Url', 'id', 'uses', targetType, {
      read: '{value|after:/}',
      properties: { note: 'Note' },
    }),
  ];
  const url = (length: number): string => `${'a'.repeat(length - '/one'.length)}/one`;
  t.is(references(rules, { Url: url(4_096) })[0]?.key, 'one');
  t.is(references(rules, { Url: url(4_097) }).length, 0);
  const note = (length: number): unknown =>
    references(rules, { Url: '/one', Note: 'x'.repeat(length) })[0]?.properties;
  t.deepEqual(note(200), { note: 'x'.repeat(200) });
  t.is(note(201), undefined);
});

test('every document of a property test gives bounded references with well-formed fields', (t) => {
  const rules = extractionRules(
    [
      edge(holderType, '**', 'name', 'uses', targetType),
      edge(holderType, '*[].a', 'dns', 'uses', targetType, { split: ',' }),
    ],
    [{ resourceType: holderType, kind: 'name', path: '**' }],
  );
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 5 })), (configuration) => {
      const { references: found, identifiers } = extractHolder(document(configuration), hash, rules);
      const entries = found.map(({ rule, path, key }) => JSON.stringify([rule, path, key]));
      return (
        new Set(entries).size === found.length &&
        found.every(({ key, path }) => key !== '' && path.length <= 500) &&
        new Set(identifiers.map(({ kind, key }) => `${kind} ${key}`)).size === identifiers.length
      );
    }),
  );
  t.pass();
});
