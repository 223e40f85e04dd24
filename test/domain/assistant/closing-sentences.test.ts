import test from 'ava';
import {
  freshnessSentence,
  mergeFreshness,
  statesNumber,
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

test('finds whole numbers in a text', (t) => {
  const numbers = new Set([0, 12, 1234]);
  for (const text of [
    '12 queues',
    'There are 12.',
    '1,234 rows',
    '(1234)',
    'no: 0',
    'account [1]: 12',
    '12, 5',
  ])
    t.true(statesNumber(text, numbers), text);
  for (const text of ['', '123', 'x12', '12-a', '1.12', 'eu-west-12', '10:12', '2026-05-12', '11,234', '12x'])
    t.false(statesNumber(text, numbers), text);
});
