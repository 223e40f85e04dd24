import test from 'ava';
import type { Fact } from './fact.ts';
import { judgeAnswer, states } from './judge-answer.ts';
import type { Verdict } from './judge-answer.ts';

const closing = '\n\nData as of 2026-05-01T03:20:08Z; stale: none.';
const refusal =
  'The question was not understood. Examples:\n- How many queues are in sandbox?\n- Who owns orders?';
const four: Fact = { kind: 'number', value: 4 };
const nothing: Fact = { kind: 'none', unknownName: undefined };

function verdictOf(text: string, facts: readonly Fact[], mayAsk = false): Verdict {
  const question = { text: 'who owns orders-production?', ...(mayAsk ? { mayAsk: true as const } : {}) };
  return judgeAnswer(question, facts, { text: text + closing, completed: true }).verdict;
}

test('an answer with all facts is right, one with another number is wrong', (t) => {
  t.is(verdictOf('There are 4 queues.', [four]), 'right');
  t.is(verdictOf('There are 5 queues.', [four]), 'wrong');
  t.is(verdictOf('There are 4 queues.', [four, { kind: 'words', words: ['sandbox'] }]), 'wrong');
});

test('the number of a citation and the time of the data are not part of the answer', (t) => {
  t.is(verdictOf('There are 5 queues in sandbox [4].', [four]), 'wrong');
  t.is(verdictOf('There are some.', [{ kind: 'time', value: '2026-05-01T03:20:59Z' }]), 'wrong');
});

test('a turn that did not complete has failed', (t) => {
  t.is(judgeAnswer({ text: '' }, [four], { text: '4', completed: false }).verdict, 'failed');
});

test('the examples of a refusal are no facts', (t) => {
  t.is(verdictOf(refusal, [{ kind: 'words', words: ['orders'] }]), 'not understood');
  t.is(verdictOf(`${refusal}\n\nThere are 4 queues.`, [four]), 'right');
  t.is(verdictOf(`${refusal}\n\nThere is no such team.`, [nothing]), 'not understood');
});

test('asking back is right where the question permits it, and about what was asked', (t) => {
  const asks = 'Several match:\n- orders-production\n- orders-production\nWhich one do you mean?';
  const owner: Fact = { kind: 'texts', texts: ['Shop'], atLeast: 1 };
  t.is(verdictOf(asks, [owner], true), 'right');
  t.is(verdictOf(asks, [owner]), 'asks back');
  t.is(verdictOf('Several match:\n- payments\nWhich one do you mean?', [owner], true), 'asks back');
});

test('a refusal with its reason is right where one is expected, and declined elsewhere', (t) => {
  const cost: Fact = { kind: 'declines', reason: 'cost' };
  t.is(verdictOf('The inventory does not know costs.', [cost]), 'right');
  t.is(verdictOf('The inventory does not know that.', [cost]), 'declined');
  t.is(verdictOf('The inventory does not store that.', [four]), 'declined');
  t.is(verdictOf('There are 12 resources.', [cost]), 'wrong');
  t.is(verdictOf('5 queues:\n- 2 are not known to fail', [four]), 'wrong');
});

test('a number stands alone, and can have separators and decimals', (t) => {
  const number = (text: string, value: number) => states(text, { kind: 'number', value });
  t.true(number('1,253 resources', 1253));
  t.true(number('5.3 % to 83.2 %', 83.2));
  t.true(number('24 %.', 24));
  t.true(number('There are none.', 0));
  for (const text of ['15', '2026-05-01', '5.1', 'v5', '05:20', 'm5.large']) t.false(number(text, 5), text);
});

test('a text is a whole word, so that an account is not the team with the same first word', (t) => {
  const text = (body: string, wanted: string) => states(body, { kind: 'texts', texts: [wanted], atLeast: 1 });
  t.true(text('owned by Shop (team)', 'Shop'));
  t.false(text('in shop-production', 'Shop'));
  t.true(text('- terraform/modules/service/main.tf:1', 'terraform/modules/service/main.tf'));
});

test('a list has its names and their number, which the items show, too', (t) => {
  const list: Fact = { kind: 'list', names: ['a-queue', 'b-queue'], total: 3 };
  t.true(states('3 queues:\n- a-queue\n- b-queue', list));
  t.true(states('- a-queue\n- b-queue\n- b-queue', list));
  t.false(states('4 queues:\n- a-queue\n- b-queue\n- c-queue\n- d-queue', list));
  t.false(states('3 queues:\n- a-queue', list));
});

test('five names of a long list suffice', (t) => {
  const names = Array.from({ length: 43 }, (_, index) => `queue-${index}`);
  const list: Fact = { kind: 'list', names, total: 43 };
  const shown = (count: number) => `43 queues:\n${names.slice(0, count).join('\n')}`;
  t.true(states(shown(5), list));
  t.false(states(shown(4), list));
});

test('a group is stated with its count; a type by its last part, too', (t) => {
  t.true(states('- Security group: 42', { kind: 'group', label: 'AWS::EC2::SecurityGroup', count: 42 }));
  t.false(states('- sandbox: 4', { kind: 'group', label: 'sandbox', count: 42 }));
});

test('an extreme is the first label, or has its count', (t) => {
  const most: Fact = { kind: 'extreme', label: 'sandbox', count: 504, others: ['master'] };
  t.true(states('sandbox has more than master', most));
  t.true(states('master has 167, sandbox has 504', most));
  t.false(states('master has more than sandbox', most));
  t.false(states('master', most));
});

test('a time is stated with its day and minute', (t) => {
  const time: Fact = { kind: 'time', value: '2026-05-01T03:20:08.187Z' };
  t.true(states('at 2026-05-01 03:20 UTC', time));
  t.false(states('at 2026-05-01 04:20 UTC', time));
});

test('yes is said by a word, a number or a name, and not after no', (t) => {
  const some: Fact = { kind: 'some', names: ['apps'], total: 1 };
  t.true(states('Yes, in sandbox.', some));
  t.true(states('1 cluster:\n- apps', some));
  t.false(states('No cluster is called apps.', some));
});

test('none is about what was asked', (t) => {
  t.true(states('0 changes match.', nothing));
  t.true(states('It is not encrypted.', nothing));
  t.true(states('22 are in sync, none has drifted.', nothing));
  t.false(states('639 resources without an owner', nothing));
  t.false(states('No record named "drifted" exists.', nothing));
  const unknown: Fact = { kind: 'none', unknownName: 'billing' };
  t.true(states('No application named "billing" exists.', unknown));
  t.false(states('No record named "it" exists.', unknown));
});

test('a text to avoid, alternatives and groups of facts', (t) => {
  t.false(states('ada and ci', { kind: 'avoids', texts: ['ada'] }));
  const two: Fact = { kind: 'allOf', facts: [four, { kind: 'words', words: ['sand'] }] };
  t.true(states('4 in sandbox', two));
  t.false(states('4 in master', two));
  t.true(states('4 in master', { kind: 'oneOf', facts: [two, four] }));
});

test('a greeting has a short reply', (t) => {
  t.is(verdictOf('Hello! Ask me about the inventory.', [{ kind: 'greets' }]), 'right');
  t.is(verdictOf(refusal, [{ kind: 'greets' }]), 'not understood');
});
