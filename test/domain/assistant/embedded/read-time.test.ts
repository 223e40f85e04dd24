import fc from 'fast-check';
import test from 'ava';
import { readTimePhrase } from '../../../../domain/assistant/embedded/read-time-phrase.ts';
import { tokenize } from '../../../../domain/assistant/embedded/tokenize.ts';

/** A Monday. */
const now = new Date('2026-11-23T12:30:00Z');

const cases: readonly (readonly [phrase: string, since: string, until: string])[] = [
  ['today', '2026-11-23T00:00', '2026-11-23T12:30'],
  ['yesterday', '2026-11-22T00:00', '2026-11-23T00:00'],
  ['last 90 minutes', '2026-11-23T11:00', '2026-11-23T12:30'],
  ['in the last 24 hours', '2026-11-22T12:30', '2026-11-23T12:30'],
  ['past three days', '2026-11-20T12:30', '2026-11-23T12:30'],
  ['last 2 weeks', '2026-11-09T12:30', '2026-11-23T12:30'],
  ['last 3 months', '2026-08-23T12:30', '2026-11-23T12:30'],
  ['this week', '2026-11-23T00:00', '2026-11-23T12:30'],
  ['last week', '2026-11-16T00:00', '2026-11-23T00:00'],
  ['in the last week', '2026-11-16T12:30', '2026-11-23T12:30'],
  ['this month', '2026-11-01T00:00', '2026-11-23T12:30'],
  ['last month', '2026-10-01T00:00', '2026-11-01T00:00'],
  ['since yesterday', '2026-11-22T00:00', '2026-11-23T12:30'],
  ['since Friday', '2026-11-20T00:00', '2026-11-23T12:30'],
  ['on Monday', '2026-11-16T00:00', '2026-11-17T00:00'],
  ['since 2026-05-01', '2026-05-01T00:00', '2026-11-23T12:30'],
  ['since 2026-05-01T10:15Z', '2026-05-01T10:15', '2026-11-23T12:30'],
  ['between 2026-05-01 and 2026-05-03', '2026-05-01T00:00', '2026-05-04T00:00'],
  ['from May 1 to May 3', '2026-05-01T00:00', '2026-05-04T00:00'],
  ['in May 2026', '2026-05-01T00:00', '2026-06-01T00:00'],
  ['in December', '2025-12-01T00:00', '2026-01-01T00:00'],
  ['on 3 May 2026', '2026-05-03T00:00', '2026-05-04T00:00'],
  ['on May 3rd 2025', '2025-05-03T00:00', '2025-05-04T00:00'],
  ['in 2025', '2025-01-01T00:00', '2026-01-01T00:00'],
  ['2 days ago', '2026-11-21T00:00', '2026-11-22T00:00'],
  ['before 2026-05-01', '1970-01-01T00:00', '2026-05-01T00:00'],
];

for (const [phrase, since, until] of cases)
  test(`reads "${phrase}"`, (t) => {
    const tokens = tokenize(phrase);
    const found = readTimePhrase(tokens, 0, now);
    t.is(found?.length, tokens.length);
    t.is(found?.window.since.toISOString().slice(0, 16), since);
    t.is(found?.window.until.toISOString().slice(0, 16), until);
  });

for (const phrase of [
  'last plan',
  'may',
  '2025',
  'in eu-west-1',
  'on 2026-13-45',
  'since',
  'between May and',
  'last 0 things',
  '31 June 2026',
])
  test(`"${phrase}" is no time`, (t) => {
    t.is(readTimePhrase(tokenize(phrase), 0, now), undefined);
  });

test('a window of arbitrary words has valid times in order', (t) => {
  const words = fc.constantFrom(
    'last',
    'since',
    'between',
    'and',
    'in',
    'may',
    '2026',
    '2026-02-30',
    '3',
    '99999',
    'days',
    'week',
    'months',
    'years',
    'ago',
    'monday',
    'today',
    'the',
    'before',
    'after',
    'this',
  );
  fc.assert(
    fc.property(fc.array(words, { maxLength: 6 }), (list) => {
      const window = readTimePhrase(tokenize(list.join(' ')), 0, now)?.window;
      t.true(window === undefined || window.since.getTime() <= window.until.getTime());
    }),
    { numRuns: 2000 },
  );
});
