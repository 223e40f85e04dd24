import test from 'ava';
import { storesSharedResource } from '../../../domain/inventory/stores-shared-resource.ts';

const nothing = { hasRow: false, ownerHasRow: false, ownerIsPending: false, otherAccountWithRow: undefined };

test('stores the row of a resource whose owner is not scanned', (t) => {
  t.true(storesSharedResource('b', nothing));
  t.true(storesSharedResource('b', { ...nothing, hasRow: true }));
});

test('stores no row when the owner has one', (t) => {
  t.false(storesSharedResource('b', { ...nothing, ownerHasRow: true }));
  t.false(storesSharedResource('b', { ...nothing, ownerHasRow: true, hasRow: true }));
});

test('stores no new row while the first scan of the owner is pending, and keeps an existing one', (t) => {
  t.false(storesSharedResource('b', { ...nothing, ownerIsPending: true }));
  t.true(storesSharedResource('b', { ...nothing, ownerIsPending: true, hasRow: true }));
});

test('stores no row when another using account has one; of two accounts with a row, the one with the lower id keeps it', (t) => {
  t.false(storesSharedResource('b', { ...nothing, otherAccountWithRow: 'c' }));
  t.true(storesSharedResource('b', { ...nothing, otherAccountWithRow: 'c', hasRow: true }));
  t.false(storesSharedResource('c', { ...nothing, otherAccountWithRow: 'b', hasRow: true }));
});
