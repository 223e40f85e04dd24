import test from 'ava';
import { inGroups } from '../../../activities/shared/in-groups.ts';

test('works once for each group of items, whatever the order of the items', async (t) => {
  const groups: string[] = [];
  const workFor = inGroups(['a', 'b', 'c', 'd', 'e'], 2, (group) => {
    groups.push(group.join(''));
    return Promise.resolve(group.join(''));
  });
  t.deepEqual(await Promise.all(['c', 'a', 'e', 'd', 'b'].map(workFor)), ['cd', 'ab', 'e', 'cd', 'ab']);
  t.deepEqual(groups, ['cd', 'ab', 'e']);
});
