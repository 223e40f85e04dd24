import test from 'ava';
import fc from 'fast-check';
import { countJsonValues } from '../../../clients/scm/count-json-values.ts';

test('counts no fewer values than the text has', (t) => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const count = countJsonValues(Buffer.from(JSON.stringify(value)), 1e6);
      return count >= valuesIn(value);
    }),
  );
  t.pass();
});

test('ignores commas and brackets in strings, with escaped quotation marks and backslashes', (t) => {
  t.is(countJsonValues(Buffer.from(JSON.stringify('[{,"\\",[{,')), 100), 1);
  t.is(countJsonValues(Buffer.from(JSON.stringify(['[,\\', 'a,'])), 100), 3);
});

test('stops counting above the limit', (t) => {
  t.is(countJsonValues(Buffer.from('['.repeat(1000)), 10), 11);
});

function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, inner) => sum + valuesIn(inner), 1);
}
