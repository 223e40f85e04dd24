import test from 'ava';
import { hideNames, nameCandidates } from '../../../domain/assistant/hide-names.ts';
import type { NamedEntity } from '../../../domain/assistant/hide-names.ts';

const record = (type: NamedEntity['type'], name: string): NamedEntity => ({ type, id: `${type}-id`, name });

/** Replaces names by the types of their records. */
function hide(text: string, ...records: readonly NamedEntity[]): string {
  const byName = new Map<string, NamedEntity[]>();
  for (const one of records)
    byName.set(one.name.toLowerCase(), [...(byName.get(one.name.toLowerCase()) ?? []), one]);
  const candidates = nameCandidates([text]);
  for (const name of byName.keys()) if (!candidates.has(name)) byName.delete(name);
  return hideNames(text, byName, (named) => `<${named.map(({ type }) => type).join('|')}>`);
}

test('replaces names without regard to case, punctuation and possessives', (t) => {
  const team = record('team', 'Payments');
  for (const text of [
    'payments',
    'PAYMENTS',
    '"payments"',
    '(Payments)',
    'payments?',
    "payments's",
    'payments.',
  ])
    t.true(hide(`who owns ${text}`, team).includes('<team>'), text);
  t.is(
    hide("Who owns Payments's buckets, and (payments)?", team),
    "Who owns <team>'s buckets, and (<team>)?",
  );
});

test('replaces the longest name, with spaces and punctuation', (t) => {
  const records = [
    record('application', 'Web Shop'),
    record('team', 'Shop'),
    record('account', 'Prod (EU), main'),
    record('resource', 'arn:aws:s3:::logs'),
  ];
  t.is(hide('the Web Shop uses Prod (EU), main', ...records), 'the <application> uses <account>');
  t.is(hide('shop and arn:aws:s3:::logs.', ...records), '<team> and <resource>.');
  t.is(hide('web\n  shop', ...records), 'web\n  <team>');
});

test('keeps parts of words, and the words of questions', (t) => {
  t.is(hide('workshop shops', record('team', 'shop')), 'workshop shops');
  t.is(hide('who owns the list', record('team', 'who'), record('team', 'list')), 'who owns the list');
});

test('prefers the type that the text states, else the first type of the order', (t) => {
  const records = [record('resource', 'pay'), record('team', 'pay'), record('application', 'pay')];
  t.is(hide('what does team pay own', ...records), 'what does team <team> own');
  t.is(hide('the pay resource', ...records), 'the <resource> resource');
  t.is(hide('show pay', ...records), 'show <application>');
  t.is(hide('show pay', record('resource', 'pay'), record('resource', 'pay')), 'show <resource|resource>');
});

test('the time grows linearly with the text', (t) => {
  for (const unit of ['a ', '((((', "''''", "x's ", 'word ']) {
    const timeOf = (length: number) => {
      const before = process.cpuUsage();
      hide(unit.repeat(length / unit.length), record('team', 'word'));
      return process.cpuUsage(before).user / 1000;
    };
    const short = Math.min(...[1, 2, 3].map(() => timeOf(1000)));
    const long = Math.min(...[1, 2, 3].map(() => timeOf(16_000)));
    t.true(long <= 64 * Math.max(short, 2), `${unit}: ${short} ms, ${long} ms`);
  }
});
