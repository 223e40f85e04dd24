import test from 'ava';
import { addNumbers, statedNumbers } from '../../../domain/assistant/stated-numbers.ts';
import type { Json } from '../../../domain/json/json.ts';

test('finds the whole numbers that a text states', (t) => {
  for (const [text, expected] of [
    ['12 queues', [12]],
    ['There are 12.', [12]],
    ['1,234 rows, 1\u202f235 rows', [1234, 1235]],
    ['(1234)', [1234]],
    ['no: 0', [0]],
    ['account [1]: 12', [12]],
    ['12, 5', [12, 5]],
    ['1. 3 queues\n2) 4 topics', [3, 4]],
    ['In 2026 there were 12.', [2026, 12]],
  ] as const)
    t.deepEqual(statedNumbers(text), expected, text);
});

test('ignores numbers that count nothing', (t) => {
  for (const text of [
    '',
    'x12',
    '12-a',
    '1.12',
    '1.234',
    'eu-west-12',
    '10:12',
    '2026-05-12 10:00 UTC',
    '11,2345',
    '12x',
    'Tier=3',
    '10.0.0.0/16',
    'the last 7 days',
    '23 November 2026',
    'on May 3, 2026',
    'in May 2026',
    'account 123456789012',
    '[12]',
  ])
    t.deepEqual(statedNumbers(text), [], text);
});

test('finds the numbers of a response, but not those of references, times and ids', (t) => {
  const numbers = new Set<number>();
  const response: Json = {
    rows: [
      {
        ref: 'r7',
        id: '01890a5d-ac96-774b-bcce-b302099a8057',
        name: 'shop 41',
        size: 512,
        at: '2026-05-08T10:09:06Z',
      },
    ],
    summary: { '2xx': 3 },
  };
  addNumbers(response, numbers);
  t.deepEqual(
    [...numbers].toSorted((one, other) => one - other),
    [2, 3, 41, 512],
  );
});

test('reads a long text of digits in linear time', (t) => {
  const started = performance.now();
  for (const text of [
    '1,234'.repeat(20_000),
    '1 '.repeat(50_000),
    '1'.repeat(100_000),
    '12 November '.repeat(10_000),
  ])
    statedNumbers(text);
  t.true(performance.now() - started < 2_000);
});
