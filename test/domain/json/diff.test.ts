import test from 'ava';
import fc from 'fast-check';
import { canonicalJson } from '../../../domain/json/canonical.ts';
import { diffJson } from '../../../domain/json/diff.ts';
import type { DiffEntry } from '../../../domain/json/diff.ts';
import type { Json } from '../../../domain/json/json.ts';

const json = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>;
const similar = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<Json>(null, true, 1, 2, 'a', 'b/c', ''),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c~d', 'e/f'), tie('value'), { maxKeys: 4 }),
  ),
})).value;

test('applying the diff to the old value gives the new value', (t) => {
  const holds = fc.property(fc.oneof(fc.tuple(json, json), fc.tuple(similar, similar)), ([before, after]) => {
    const patched = apply(before, diffJson(before, after));
    return canonicalJson(patched) === canonicalJson(after);
  });
  fc.assert(holds, { numRuns: 1000 });
  t.pass();
});

test('equal values have no diff, regardless of key order', (t) => {
  fc.assert(fc.property(json, (value) => diffJson(value, structuredClone(value) as Json).length === 0));
  t.deepEqual(diffJson({ a: 1, b: [2] }, { b: [2], a: 1 }), []);
});

test('one inserted array element is one entry', (t) => {
  t.deepEqual(diffJson({ tags: ['a', 'c'] }, { tags: ['a', 'b', 'c'] }), [
    { op: 'add', path: '/tags/1', after: 'b' },
  ]);
  t.deepEqual(diffJson({ 'a/b': { '~': 1 } }, { 'a/b': { '~': 2 } }), [
    { op: 'replace', path: '/a~1b/~0', before: 1, after: 2 },
  ]);
});

/** Applies a JSON Patch (RFC 6902) with the operations add, remove and replace. Independent of the code under test. */
function apply(document: Json, entries: readonly DiffEntry[]): Json {
  const box: { root: unknown } = { root: structuredClone(document) };
  for (const { op, path, after } of entries) {
    const keys = path
      .split('/')
      .slice(1)
      .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
    const last = keys.pop();
    if (last === undefined) {
      box.root = after;
      continue;
    }
    let target = box.root;
    for (const key of keys) target = Reflect.get(target as object, key);
    if (Array.isArray(target)) {
      if (op === 'add') target.splice(Number(last), 0, after);
      else if (op === 'remove') target.splice(Number(last), 1);
      else target[Number(last)] = after;
    } else if (op === 'remove') Reflect.deleteProperty(target as object, last);
    else
      Object.defineProperty(target, last, {
        value: after,
        enumerable: true,
        configurable: true,
        writable: true,
      });
  }
  return box.root as Json;
}
