import test from 'ava';
import fc from 'fast-check';
import { cutJson } from '../../../domain/assistant/cut-json.ts';
import { valueAtPath } from '../../../domain/assistant/value-at-path.ts';
import type { Json } from '../../../domain/json/json.ts';

const bytes = (value: Json) => Buffer.byteLength(JSON.stringify(value));

test('keeps deep values that have room', (t) => {
  const group = {
    IpPermissions: [{ IpRanges: [{ CidrIp: '0.0.0.0/0', Tags: [{ Key: 'a', Deep: [[[[1]]]] }] }] }],
  };
  t.deepEqual(cutJson(group, 10_000), group);
});

test('says how much of a list is left out, and with which path it can be read', (t) => {
  const rules = Array.from({ length: 300 }, (_, index) => ({ CidrIp: `10.0.${index}.0/24` }));
  const shown = cutJson({ Name: 'sg', Rules: rules }, 2000) as { Name: string; Rules: Json[] };
  t.is(shown.Name, 'sg');
  const mark = shown.Rules.at(-1) as { left_out: string; path: string };
  const kept = shown.Rules.length - 1;
  t.is(mark.left_out, `${300 - kept} of 300 items`);
  t.is(mark.path, `Rules[${kept}:]`);
  t.true(kept > 20);
  t.deepEqual(valueAtPath({ Rules: rules }, mark.path), rules.slice(kept));
});

test('leaves out the largest members of an object, and names them', (t) => {
  const long = 'x'.repeat(250);
  const shown = cutJson({ 'a.b': long, c: { d: long, e: 1 }, small: true }, 300);
  t.like(shown, { small: true });
  const { left_out: names } = shown as { left_out: readonly string[] };
  t.deepEqual(names, ['"a.b"', 'c']);
  for (const name of names) t.not(valueAtPath({ 'a.b': long, c: { d: long } }, name), undefined);
});

test('any value is cut to about its bytes, and never to null', (t) => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), fc.integer({ min: 300, max: 3000 }), (value, room) => {
      const shown = cutJson(value as Json, room);
      t.true(bytes(shown) <= room + 3000, JSON.stringify(shown).slice(0, 200));
      if (value !== null) t.not(shown, null);
    }),
    { numRuns: 100 },
  );
});

test('a path that a value does not have returns nothing', (t) => {
  const value = { Statement: [{ Effect: 'Allow' }], 'a"b': 1 };
  t.is(valueAtPath(value, 'Statement[0].Effect'), 'Allow');
  t.is(valueAtPath(value, '"a\\"b"'), 1);
  for (const path of ['Statement[1]', 'Effect', 'Statement.Effect', '[0]', 'Statement[', 'constructor', '"'])
    t.is(valueAtPath(value, path), undefined, path);
});
