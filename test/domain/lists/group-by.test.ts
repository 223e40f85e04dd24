import test from 'ava';
import { groupBy } from '../../../domain/lists/group-by.ts';

test('keeps the order of keys and of the items of a group', (t) => {
  const groups = groupBy(['bee', 'ant', 'bat', 'cat', 'ape'], ([first]) => first);
  t.deepEqual(
    [...groups],
    [
      ['b', ['bee', 'bat']],
      ['a', ['ant', 'ape']],
      ['c', ['cat']],
    ],
  );
});
