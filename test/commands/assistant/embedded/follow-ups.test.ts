import test from 'ava';
import type { ModelMessage } from '../../../../domain/assistant/model.ts';
import type { JsonObject } from '../../../../domain/json/json.ts';
import { runEmbedded } from '../../../support/assistant/run-embedded.ts';
import { okResponse, sampleTools } from '../../../support/assistant/sample-responses.ts';

/** Asks questions one after another in a conversation, and returns the last turn. */
function converse(...questions: readonly string[]) {
  const history: ModelMessage[] = [];
  let turn = runEmbedded(questions[0] ?? '', sampleTools);
  for (const [index, question] of questions.entries()) {
    turn = runEmbedded(question, sampleTools, { history });
    if (index === questions.length - 1) break;
    history.push({ role: 'user', text: question }, { role: 'assistant', text: turn.answer, toolCalls: [] });
  }
  return turn;
}

const sqs = ['AWS::SQS::Queue'];
const page = { limit: 20, sort: 'name' };

const cases: readonly (readonly [questions: readonly string[], tool: string, args: JsonObject])[] = [
  [
    ['List the queues in production', 'and in staging?'],
    'search_resources',
    { resource_type: sqs, environment: 'r23', ...page },
  ],
  [
    ['List the queues in production', 'only eu-west-1'],
    'search_resources',
    { resource_type: sqs, environment: 'r22', region: ['eu-west-1'], ...page },
  ],
  [
    ['List the queues in production', 'and in staging?', 'only eu-west-1', 'who owns those?'],
    'count_resources',
    { resource_type: sqs, environment: 'r23', region: ['eu-west-1'], group_by: 'team' },
  ],
  [
    ['queues in production without an owner', 'and topics?'],
    'search_resources',
    { resource_type: ['AWS::SNS::Topic'], environment: 'r22', without_owner: true, ...page },
  ],
  [['List the queues', 'how many?'], 'count_resources', { resource_type: sqs }],
  [['List the queues', 'show me the rest'], 'search_resources', { resource_type: sqs, ...page, offset: 20 }],
  [['Who owns application orders?', 'and payments?'], 'get_ownership', { application: 'r21' }],
  [
    ['Who owns queue orders-production?', 'and what depends on it?'],
    'get_impact',
    { resource: 'r1', direction: 'incoming', depth: 1, limit: 50 },
  ],
  [
    ['What depends on queue orders-production?', 'so can I delete it?'],
    'get_impact',
    { resource: 'r1', limit: 50 },
  ],
  [['Is queue orders-production managed?', 'why?'], 'get_code_mapping', { resource: 'r1' }],
  [
    ['What changed today?', 'by whom?'],
    'list_changes',
    { since: '2026-11-23T00:00:00.000Z', until: '2026-11-23T12:00:00.000Z', limit: 20 },
  ],
  [
    ['What changed today?', 'and yesterday?'],
    'list_changes',
    { since: '2026-11-22T00:00:00.000Z', until: '2026-11-23T00:00:00.000Z', limit: 20 },
  ],
];

for (const [questions, tool, args] of cases)
  test(`goes on from the question before: ${questions.join(' / ')}`, (t) => {
    const last = converse(...questions).calls.at(-1);
    t.deepEqual({ tool: last?.name, arguments: last?.arguments }, { tool, arguments: args });
  });

const queues: readonly JsonObject[] = Array.from({ length: 6 }, (_, index) => ({
  ref: `r${index + 1}`,
  type: 'resource',
  name: 'jobs-production',
  resource_type: 'AWS::SQS::Queue',
  region: index === 2 ? 'us-east-1' : `eu-west-${index + 1}`,
  arn: `arn:aws:sqs:region-${index}:100000000002:jobs-production`,
  status: 'active',
}));

/** The answer that asks which of six queues is meant, as a turn stores it. */
function asked(): readonly ModelMessage[] {
  const question = 'Who owns jobs-production?';
  const { answer } = runEmbedded(question, ({ name }) =>
    okResponse({ rows: name === 'search_resources' ? [...queues] : [], total: 6 }),
  );
  return [
    { role: 'user', text: question },
    { role: 'assistant', text: answer.replaceAll(/\[r(\d)\]/g, '[$1]'), toolCalls: [] },
  ];
}

for (const choice of ['the third one', '[3]', '3', 'the one in us-east-1'])
  test(`answers the question back with "${choice}"`, (t) => {
    const { calls } = runEmbedded(
      choice,
      ({ name }) =>
        okResponse(name === 'get_resource' ? { rows: [{ ...queues[2], ref: 'r3' }], total: 1 } : {}),
      { history: asked() },
    );
    t.deepEqual(calls[0]?.arguments, { resource: 'arn:aws:sqs:region-2:100000000002:jobs-production' });
    t.like(calls.at(-1), { name: 'get_ownership', arguments: { resource: 'r3' } });
  });

test('an agreement takes the name that the answer offered', (t) => {
  const first = runEmbedded('Who owns paymnts?', sampleTools);
  t.regex(first.answer, /No record named "paymnts" exists .*Did you mean "payments"\?/);
  const { calls } = runEmbedded('yes please', sampleTools, {
    history: [
      { role: 'user', text: 'Who owns paymnts?' },
      { role: 'assistant', text: first.answer, toolCalls: [] },
    ],
  });
  t.deepEqual(calls.at(-1)?.arguments, { application: 'r21' });
});

test('a complete question does not take filters of the question before', (t) => {
  const { calls } = converse('List the queues in production', 'How many buckets are in eu-west-1?');
  t.deepEqual(calls.at(-1)?.arguments, { resource_type: ['AWS::S3::Bucket'], region: ['eu-west-1'] });
});
