import test from 'ava';
import { select } from '../../../domain/json/path.ts';

test('selects more elements than a call can have arguments', (t) => {
  const items = Array.from({ length: 300_000 }, (_, index) => index);
  t.is(select({ items }, 'items[]').length, items.length);
  t.is(select({ items: Object.fromEntries(items.entries()) }, 'items.*').length, items.length);
});
