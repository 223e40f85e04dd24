import test from 'ava';
import { selectRedeliveries } from '../../../domain/scm/select-redeliveries.ts';

const attempt = (id: number, guid: string, succeeded: boolean) => ({ id, guid, succeeded });

test('selects the newest attempt of each delivery whose attempts failed', (t) => {
  const attempts = [
    attempt(4, 'a', false),
    attempt(3, 'b', false),
    attempt(2, 'a', false),
    attempt(1, 'c', true),
  ];
  t.deepEqual(
    selectRedeliveries(attempts).map(({ id }) => id),
    [4, 3],
  );
});

test('skips a delivery with a successful attempt', (t) => {
  t.deepEqual(selectRedeliveries([attempt(3, 'a', true), attempt(2, 'a', false)]), []);
  t.deepEqual(selectRedeliveries([attempt(3, 'a', false), attempt(2, 'a', true)]), []);
});

test('repeats a delivery at most three times', (t) => {
  const failed = (count: number) =>
    Array.from({ length: count }, (_, index) => attempt(count - index, 'a', false));
  t.is(selectRedeliveries(failed(3)).length, 1);
  t.is(selectRedeliveries(failed(4)).length, 0);
});
