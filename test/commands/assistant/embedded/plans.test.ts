import test from 'ava';
import type { ModelMessage, ToolCall } from '../../../../domain/assistant/model.ts';
import type { JsonObject } from '../../../../domain/json/json.ts';
import { runEmbedded } from '../../../support/assistant/run-embedded.ts';
import { okResponse, queue } from '../../../support/assistant/sample-responses.ts';

const project: JsonObject = { ref: 'r2', type: 'iac_project', path: 'infra/main', name: 'infra/main' };
const plan: JsonObject = {
  ref: 'r3',
  type: 'plan',
  name: 'plan p-1',
  external_id: 'p-1',
  summary: { update: 1, delete: 1 },
};
const removal: JsonObject = {
  ref: 'r4',
  type: 'resource',
  address: 'aws_sqs_queue.a["x"]',
  actions: ['delete'],
};
const run: JsonObject = { ref: 'r5', type: 'execution', name: 'apply 1', kind: 'apply', status: 'succeeded' };

const responses: Readonly<Record<string, JsonObject>> = {
  search_resources: okResponse({ rows: [queue], total: 1 }),
  list_projects: okResponse({ rows: [project], total: 1 }),
  list_plans: okResponse({ rows: [plan], total: 1 }),
  get_plan: okResponse({
    rows: [plan, removal],
    total: 1,
    subject: 'r3',
    summary: { summary: plan['summary'] ?? {} },
  }),
  list_executions: okResponse({ rows: [run], total: 1 }),
  resource_executions: okResponse({ rows: [run], total: null }),
  count_changes: okResponse({ total: 12 }),
  list_accounts: okResponse({ rows: [{ ref: 'r6', type: 'account', name: 'management' }], total: 1 }),
  count_resources: okResponse({ total: 3, subject: 'r6' }),
};

function ask(question: string, history: readonly ModelMessage[] = []) {
  const { answer, calls } = runEmbedded(question, ({ name }) => responses[name] ?? okResponse({ total: 0 }), {
    history,
  });
  return { answer, calls, last: calls.at(-1) ?? ({ id: '', name: '', arguments: {} } satisfies ToolCall) };
}

const isDelete = { plan: 'r3', action: 'delete' };
const cases: readonly (readonly [question: string, tool: string, args: JsonObject])[] = [
  ['Which plans touch orders-production?', 'resource_executions', { resource: 'r1', limit: 20 }],
  ['Which runs deleted queue orders-production?', 'resource_executions', { resource: 'r1', limit: 20 }],
  ['What did the last plan of project infra/main change?', 'get_plan', { plan: 'r3' }],
  ['What will the last plan of project infra/main delete?', 'get_plan', isDelete],
  ['What will this plan delete?', 'get_plan', isDelete],
  ['What will plan "p-1" create?', 'get_plan', { plan: 'p-1', action: 'create' }],
  ['Last executions of project infra/main', 'list_executions', { project: 'r2', limit: 5 }],
  ['Last executions of orders-production', 'resource_executions', { resource: 'r1', limit: 5 }],
];

for (const [question, tool, args] of cases)
  test(`${question} calls ${tool}`, (t) => {
    const { last } = ask(question);
    t.deepEqual([last.name, last.arguments], [tool, args]);
  });

test('the changes of a plan that a verb selects are counted and listed', (t) => {
  t.is(
    ask('What will this plan delete?').answer,
    'The plan [r3] has these actions: update 1, delete 1. It will delete 1.\n- aws_sqs_queue.a["x"] [r4]: delete',
  );
});

test('this plan is the plan or the last plan of the project in the question before', (t) => {
  const after = (text: string) =>
    ask('What will this plan delete?', [
      { role: 'user', text },
      { role: 'assistant', text: 'An answer.', toolCalls: [] },
    ]).last.arguments;
  t.deepEqual(after('Show plan "p-1"'), { plan: 'p-1', action: 'delete' });
  t.deepEqual(after('What does project infra/main manage?'), isDelete);
});

test('a count of changes of a record counts and cites it', (t) => {
  const { answer, last } = ask('How many changes in account management in the last 24 hours?');
  t.is(last.name, 'count_changes');
  t.regex(answer, /^12 changes in the account management \[r6\] from/);
});

test('the management account is the account with this name', (t) => {
  const { answer, calls } = ask('How many queues are in the management account?');
  t.deepEqual(calls.find(({ name }) => name === 'count_resources')?.arguments, {
    resource_type: ['AWS::SQS::Queue'],
    account: 'r6',
  });
  t.is(answer.split('\n')[0], 'There are 3 SQS queues in the account management [r6].');
});
