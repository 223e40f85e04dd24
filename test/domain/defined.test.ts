import test from 'ava';
import { defined } from '../../domain/defined.ts';

test('leaves out undefined properties and keeps the others in their order', (t) => {
  const result = defined({ last: 0, absent: undefined, none: null, empty: '', first: false });
  t.deepEqual(Object.entries(result), [
    ['last', 0],
    ['none', null],
    ['empty', ''],
    ['first', false],
  ]);
});
