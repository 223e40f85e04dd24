import test from 'ava';
import { holdsRow } from '../../../domain/inventory/decide-holding.ts';

const nothing = { hasRow: false, ownerHasRow: false, ownerIsPending: false, otherHolder: null };

test('holds the row of a resource whose owner is not scanned', (t) => {
  t.true(holdsRow('b', nothing));
  t.true(holdsRow('b', { ...nothing, hasRow: true }));
});

test('leaves the row to the owner', (t) => {
  t.false(holdsRow('b', { ...nothing, ownerHasRow: true }));
  t.false(holdsRow('b', { ...nothing, ownerHasRow: true, hasRow: true }));
});

test('stores no new row while the first scan of the owner is pending, and keeps an existing one', (t) => {
  t.false(holdsRow('b', { ...nothing, ownerIsPending: true }));
  t.true(holdsRow('b', { ...nothing, ownerIsPending: true, hasRow: true }));
});

test('leaves the row to another account that has it, and of two holders the first keeps it', (t) => {
  t.false(holdsRow('b', { ...nothing, otherHolder: 'c' }));
  t.true(holdsRow('b', { ...nothing, otherHolder: 'c', hasRow: true }));
  t.false(holdsRow('c', { ...nothing, otherHolder: 'b', hasRow: true }));
});
