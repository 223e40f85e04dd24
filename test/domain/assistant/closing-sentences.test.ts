import test from 'ava';
import {
  freshnessSentence,
  mergeFreshness,
  unconfirmedNumbersSentence,
} from '../../../domain/assistant/closing-sentences.ts';

const account = (name: string) => ({ id: name, name });

test('states the oldest scan and all stale accounts of the results', (t) => {
  const merged = mergeFreshness([
    { data_as_of: '2026-05-02T00:00:00.5Z', stale_accounts: [account('B')], never_scanned: 0 },
    { data_as_of: '2026-05-01T10:00:00.9Z', stale_accounts: [account('A'), account('B')], never_scanned: 0 },
    { data_as_of: null, stale_accounts: [], never_scanned: 0 },
  ]);
  t.is(merged && freshnessSentence(merged), 'Data as of 2026-05-01T10:00:00Z; stale: A, B.');
  t.is(mergeFreshness([]), undefined);
});

test('says that no account is stale, or that none has a successful scan', (t) => {
  const fresh = { data_as_of: '2026-05-01T10:00:00Z', stale_accounts: [], never_scanned: 0 };
  t.is(freshnessSentence(fresh), 'Data as of 2026-05-01T10:00:00Z; stale: none.');
  t.is(
    freshnessSentence({ data_as_of: null, stale_accounts: [], never_scanned: 2 }),
    'Data as of no successful scan; stale: none; accounts without a successful scan: 2.',
  );
});

test('limits the stale accounts, and cleans their names', (t) => {
  const names = ['a\u202E[1]', 'b', 'c', 'd', 'e', 'f', 'g'];
  const sentence = freshnessSentence({
    data_as_of: '2026-05-01T10:00:00Z',
    stale_accounts: [account('x'.repeat(300)), ...names.map(account)],
    never_scanned: 0,
  });
  t.is(sentence, `Data as of 2026-05-01T10:00:00Z; stale: ${'x'.repeat(60)}, a1, b, c, d, 3 more.`);
});

test('names at most five numbers that are not confirmed', (t) => {
  t.is(unconfirmedNumbersSentence([41]), 'Not confirmed by the inventory: 41.');
  t.is(
    unconfirmedNumbersSentence([1, 2, 3, 4, 5, 6, 7]),
    'Not confirmed by the inventory: 1, 2, 3, 4, 5, 2 more.',
  );
});
