import test from 'ava';
import { applicationNameFrom, planApplications } from '../../../domain/ownership/application-names.ts';

const value = (text: string, resources = 1, ruleId = 'rule') => ({ ruleId, value: text, resources });
const known = (id: string, name: string, slug: string, archived = false) => ({ id, name, slug, archived });

test('a name has no control characters, is trimmed, and has at most 200 characters', (t) => {
  t.is(applicationNameFrom(' pay\u0000\tments\n '), 'payments');
  t.is(applicationNameFrom('\u{1F600}'.repeat(300)), '\u{1F600}'.repeat(200));
  t.is(applicationNameFrom(' \n'), '');
});

test('a value means the application with its slug, else the one whose name has its uncut slug', (t) => {
  const long = 'word '.repeat(20).trim();
  const plan = planApplications(
    [value('Pay-Ments'), value(`${long}!`), value('支付'), value('')],
    [
      known('a', 'pay ments', 'other'),
      known('b', 'Other', 'pay-ments'),
      known('c', long, 'word'),
      known('d', '支付', 'x'),
    ],
  );
  t.deepEqual(Object.fromEntries(plan.idsByValue), { 'Pay-Ments': 'b', [`${long}!`]: 'c', 支付: 'd' });
  t.deepEqual(plan.created, []);
});

test('an archived application gives nothing and is not created again', (t) => {
  const plan = planApplications([value('shop')], [known('a', 'Shop', 'shop', true)]);
  t.is(plan.idsByValue.size, 0);
  t.deepEqual(plan.created, []);
});

test('a live application wins over an archived one with the same slug or name', (t) => {
  const values = [value('payments'), value('shop')];
  const archived = [known('a', 'Payments', 'payments', true), known('b', 'Shop', 'x', true)];
  const live = [known('c', 'Payments', 'payments-2'), known('d', 'Shop', 'x-2')];
  for (const applications of [
    [...archived, ...live],
    [...live, ...archived],
  ]) {
    const plan = planApplications(values, applications);
    t.deepEqual(Object.fromEntries(plan.idsByValue), { payments: 'c', shop: 'd' });
    t.deepEqual(plan.created, []);
  }
});

test('a value whose slug drops letters means the application with exactly its name', (t) => {
  const plan = planApplications(
    [value('支付-api'), value('订单-api'), value('api'), value('Café'), value('Größe')],
    [known('a', 'API', 'api'), known('b', '支付-api', 'x'), known('c', 'cafe!', 'y')],
  );
  t.is(plan.idsByValue.get('支付-api'), 'b');
  t.is(plan.idsByValue.get('api'), 'a');
  t.is(plan.idsByValue.get('Café'), 'c', 'a diacritic is no letter');
  t.deepEqual(
    plan.created.map(({ name, slug }) => [name, slug]),
    [
      ['订单-api', 'application'],
      ['Größe', 'application-2'],
    ],
  );
});

test('a new application has the commonest spelling and a free slug, and rules share it', (t) => {
  const plan = planApplications(
    [
      value('web shop', 2),
      value('Web-Shop', 3),
      value('web_shop', 3),
      value('WEB SHOP', 9, 'later'),
      value('支付'),
    ],
    [known('a', 'Taken', 'application')],
  );
  t.deepEqual(plan.created, [
    { name: 'Web-Shop', slug: 'web-shop', ruleId: 'rule' },
    { name: '支付', slug: 'application-2', ruleId: 'rule' },
  ]);
  t.is(plan.namesByValue.get('WEB SHOP'), 'Web-Shop');
});

test('a rule that needs more than 500 new applications creates none', (t) => {
  const many = (count: number, ruleId: string) =>
    Array.from({ length: count }, (_, index) => value(`${ruleId} ${index}`, 1, ruleId));
  const plan = planApplications([...many(501, 'a'), ...many(500, 'b')], []);
  t.deepEqual(plan.exhaustedRuleIds, ['a']);
  t.is(plan.created.length, 500);
  t.true(plan.created.every(({ ruleId }) => ruleId === 'b'));
});
