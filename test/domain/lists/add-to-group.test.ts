import test from 'ava';
import { addToGroup } from '../../../domain/lists/add-to-group.ts';

test('keeps the order of keys and of the items of a group', (t) => {
  const groups = new Map<string, string[]>();
  for (const word of ['bee', 'ant', 'bat', 'cat', 'ape']) addToGroup(groups, word.charAt(0), word);
  t.deepEqual(
    [...groups],
    [
      ['b', ['bee', 'bat']],
      ['a', ['ant', 'ape']],
      ['c', ['cat']],
    ],
  );
});
