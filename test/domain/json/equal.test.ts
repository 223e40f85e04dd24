import test from 'ava';
import { isEqualJson } from '../../../domain/json/equal.ts';

test('ignores the order of keys and properties that are undefined', (t) => {
  t.true(isEqualJson({ a: 1, b: { c: 2, d: 3 } }, { b: { d: 3, c: 2, e: undefined }, a: 1 }));
});

test('compares the order of arrays, types and missing properties', (t) => {
  t.false(isEqualJson([1, 2], [2, 1]));
  t.false(isEqualJson({ a: 1 }, { a: '1' }));
  t.false(isEqualJson({ a: null }, {}));
});

test('compares a date with its ISO 8601 text', (t) => {
  t.true(isEqualJson({ at: new Date('2026-01-02T03:04:05Z') }, { at: '2026-01-02T03:04:05.000Z' }));
});
