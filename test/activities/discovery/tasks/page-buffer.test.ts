import test from 'ava';
import { pageBuffer } from '../../../../activities/discovery/tasks/page-buffer.ts';
import { observed } from '../support/hostile-texts.ts';

/** Returns how many resources with a configuration of this size one transaction stores. */
function countOfTransaction(characters: number): number {
  const buffer = pageBuffer();
  const resource = { ...observed('topic'), configuration: { Policy: 'x'.repeat(characters) } };
  while (!buffer.add(resource));
  return buffer.take().length;
}

test('a transaction stores 250 ordinary resources', (t) => {
  t.is(countOfTransaction(1_000), 250);
});

test('a transaction stores few large resources', (t) => {
  t.is(countOfTransaction(500 * 1024), 5);
  t.is(countOfTransaction(5 * 1024 * 1024), 1);
});

test('the next transaction has the whole size', (t) => {
  const buffer = pageBuffer();
  const large = { ...observed('topic'), volatile: { Text: 'x'.repeat(3 * 1024 * 1024) } };
  t.true(buffer.add(large));
  t.deepEqual(buffer.take(), [large]);
  t.deepEqual(buffer.take(), []);
  t.false(buffer.add(observed('other')));
});
