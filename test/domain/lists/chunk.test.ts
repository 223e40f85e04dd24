import test from 'ava';
import { chunk } from '../../../domain/lists/chunk.ts';

test('splits a list into parts in its order, of which the last one can be shorter', (t) => {
  t.deepEqual(chunk(['a', 'b', 'c', 'd', 'e'], 2), [['a', 'b'], ['c', 'd'], ['e']]);
  t.deepEqual(chunk(['a', 'b'], 2), [['a', 'b']]);
  t.deepEqual(chunk([], 2), []);
});
