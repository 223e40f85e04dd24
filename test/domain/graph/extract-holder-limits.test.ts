import test from 'ava';
import fc from 'fast-check';
import {
  extractHolder,
  extractionRules,
  maximumLeaves,
  maximumReferences,
} from '../../../domain/graph/extract-holder.ts';
import { edge } from '../../../domain/graph/rules/edge.ts';
import { document, hash, holderType, references, targetType, topicArn } from './holder-document.ts';

test('stops after 200,000 leaves', (t) => {
  const rules = extractionRules([edge(holderType, 'Last', 'id', 'uses', targetType)], []);
  const leaves = Array.from({ length: maximumLeaves - 1 }, () => 0);
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
  t.is(extractHolder(document({ Ids: parts(maximumLeaves - 1) }), hash, rules).cut, undefined);
  t.is(extractHolder(document({ Ids: parts(maximumLeaves) }), hash, rules).cut, 'leaves');
});

test('keeps 2,000 references, declared ones before generic ones', (t) => {
  const rules = extractionRules([edge(holderType, 'Ids[]', 'id', 'uses', targetType)], []);
  const arns = Array.from({ length: 2_500 }, (_, index) => `${topicArn}${String(index)}`);
  const ids = (length: number): readonly string[] =>
    Array.from({ length }, (_, index) => `id-${String(index)}`);
  const mixed = extractHolder(document({ Arns: arns, Ids: ids(1_500) }), hash, rules);
  t.is(mixed.cut, 'references');
  t.is(mixed.references.length, maximumReferences);
  t.is(mixed.references.filter(({ rule }) => rule === 'generic').length, 500);
  const declared = extractHolder(document({ Arns: arns, Ids: ids(2_001) }), hash, rules);
  t.is(declared.cut, 'references');
  t.is(declared.references.filter(({ rule }) => rule !== 'generic').length, maximumReferences);
  const full = extractHolder(document({ Ids: ids(2_000) }), hash, rules);
  t.is(full.cut, undefined);
  t.is(full.references.length, maximumReferences);
});

test('equal references count once', (t) => {
  const rules = [edge(holderType, 'Ids[]', 'id', 'uses', targetType)];
  t.is(references(rules, { Ids: Array.from({ length: 5_000 }, () => 'one') }).length, 1);
});

test('cuts a document that is deeper than 1,000 levels', (t) => {
  const depth = 100_000;
  const configuration = `{"A":${'['.repeat(depth)}"${topicArn}"${']'.repeat(depth)}}`;
  t.is(extractHolder(document({}, { configuration }), hash, extractionRules([], [])).cut, 'leaves');
});

test('limits paths to 500 characters and identifiers to 2,048 bytes', (t) => {
  const rules = [edge(holderType, '**', 'id', 'uses', targetType)];
  const [found] = extractHolder(
    document({ ['😀'.repeat(400)]: { ['b'.repeat(400)]: 'one' } }),
    hash,
    extractionRules(rules, []),
  ).references;
  t.true((found?.path.length ?? 501) <= 500);
  t.notThrows(() => encodeURIComponent(found?.path ?? ''), 'no half of a surrogate pair');
  t.is(references(rules, { a: 'x'.repeat(2_049), b: 'ä'.repeat(1_025) }).length, 0);
  t.is(references(rules, { a: 'x'.repeat(2_048), b: 'ä'.repeat(1_024) }).length, 2);
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
