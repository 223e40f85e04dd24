import test from 'ava';
import fc from 'fast-check';
import { parseJson } from '../../../../activities/scm/parse/parse-json.ts';
import type { DataNode } from '../../../../domain/scm/detection/documents/data-node.ts';

function toValue(node: DataNode | undefined): unknown {
  if (node === undefined) return undefined;
  if (node.type === 'list') return node.items.map(toValue);
  if (node.type === 'object')
    return Object.fromEntries(node.entries.map(({ key, value }) => [key, toValue(value)]));
  return node.value;
}

test('reads what JSON.parse reads', (t) => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), fc.constantFrom(undefined, 1, '\t'), (text, indent) => {
      const value: unknown = JSON.parse(text);
      const parsed = parseJson(JSON.stringify(value, null, indent));
      t.is(parsed.problem, undefined);
      t.deepEqual(toValue(parsed.documents[0]), value);
    }),
    { numRuns: 300 },
  );
});

test('refuses what JSON.parse refuses, and never throws', (t) => {
  const pieces = fc.array(
    fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"',
      'a',
      '\\',
      '1',
      '-',
      'e',
      '.',
      'true',
      'null',
      '\n',
      ' ',
      '0',
    ),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(pieces, (parts) => {
      const text = parts.join('');
      let accepted = true;
      try {
        JSON.parse(text);
      } catch {
        accepted = false;
      }
      t.is(parseJson(text).problem === undefined, accepted, JSON.stringify(text));
    }),
    { numRuns: 3_000 },
  );
});

test('keeps lines, duplicate keys and __proto__', (t) => {
  const { documents } = parseJson('{\n  "a": 1,\n  "__proto__": {\n    "a": 2 },\n  "a": 3\n}');
  const [root] = documents;
  t.is(root?.type, 'object');
  t.deepEqual(root?.type === 'object' ? root.entries.map(({ key, value }) => [key, value.line]) : [], [
    ['a', 2],
    ['__proto__', 3],
    ['a', 5],
  ]);
});

test('names the line of an error, and refuses deep nesting', (t) => {
  t.is(parseJson('{\n"a": ?').problem, 'Line 2: expected a value.');
  t.is(parseJson('['.repeat(100_000)).problem, 'Line 1: more than 200 levels of nesting.');
  t.is(parseJson(`${'['.repeat(200)}${']'.repeat(200)}`).problem, undefined);
});
