import test from 'ava';
import fc from 'fast-check';
import { conditionSize, maximumDepth, maximumLeaves } from '../../../domain/ownership/condition.ts';
import type { Condition } from '../../../domain/ownership/condition.ts';
import { findExceededLimit } from '../../../domain/ownership/condition-limits.ts';

const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 7 },
    fc.constant({ region: { in: ['eu-west-1'] } }),
    fc.record({ all: fc.array(tie('condition'), { minLength: 1, maxLength: 12 }) }),
    fc.record({ any: fc.array(tie('condition'), { minLength: 1, maxLength: 12 }) }),
    fc.record({ not: tie('condition') }),
  ),
}));

test('finds an exceeded limit exactly when a condition has too many levels or leaves', (t) => {
  fc.assert(
    fc.property(condition, (given) => {
      const { depth, leaves } = conditionSize(given);
      const exceeded = findExceededLimit(given) !== undefined;
      return exceeded === (depth > maximumDepth || leaves > maximumLeaves);
    }),
    { numRuns: 1000 },
  );
  t.pass();
});

test('accepts any JSON value, and leaves its form to the schema', (t) => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
      findExceededLimit(value);
      findExceededLimit({ all: value, any: [value], not: value });
    }),
  );
  t.is(findExceededLimit(undefined), undefined);
  t.is(findExceededLimit({ all: [] }), undefined);
});

test('reads a few values of a huge condition', (t) => {
  let reads = 0;
  const huge = new Proxy(Array.from({ length: 1_000_000 }), {
    get(target, key, receiver) {
      reads += 1;
      return Reflect.get(target, key, receiver) as unknown;
    },
  });
  t.deepEqual(findExceededLimit({ any: huge }), { path: [], reason: 'must have at most 50 leaf conditions' });
  t.true(reads < 1000, `${reads} reads`);
});

test('names the list with too many values', (t) => {
  const values = Array.from({ length: 101 }, String);
  t.deepEqual(
    findExceededLimit({ all: [{ name: { equals: 'x' } }, { not: { tag: { key: 'a', in: values } } }] }),
    { path: ['all', '1', 'not', 'tag', 'in'], reason: 'must have at most 100 values' },
  );
});
