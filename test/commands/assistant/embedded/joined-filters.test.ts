import test from 'ava';
import type { JsonObject } from '../../../../domain/json/json.ts';
import { runEmbedded } from '../../../support/assistant/run-embedded.ts';
import { okResponse, sampleTools } from '../../../support/assistant/sample-responses.ts';

const sqs = ['AWS::SQS::Queue'];

const combined: readonly (readonly [question: string, args: JsonObject])[] = [
  ['How many queues with tag a=1 and tag b=2?', { all_tags: ['a=1', 'b=2'] }],
  ['How many queues are tagged a=1, b=2 and c=3?', { all_tags: ['a=1', 'b=2', 'c=3'] }],
  [
    'How many queues with tag a=1 in eu-west-1 and tag b=2?',
    { region: ['eu-west-1'], all_tags: ['a=1', 'b=2'] },
  ],
  ['How many queues with tag a=1 or tag b=2?', { tag: ['a=1', 'b=2'] }],
  ['How many queues are tagged a=1, b=2 or c=3?', { tag: ['a=1', 'b=2', 'c=3'] }],
  ['How many queues are in eu-west-1 or us-east-1?', { region: ['eu-west-1', 'us-east-1'] }],
  [
    'How many queues are in eu-west-1, us-east-1 and us-west-2?',
    { region: ['eu-west-1', 'us-east-1', 'us-west-2'] },
  ],
  ['How many queues are unmanaged or ignored?', { management_state: ['unmanaged', 'ignored'] }],
  ['How many queues are unmanaged and unowned?', { management_state: ['unmanaged'], without_owner: true }],
  ['How many queues with tag Owner and without tag Tier?', { tag: ['Owner'], without_tag: ['Tier'] }],
];

for (const [question, args] of combined)
  test(`combines filters as the question does: ${question}`, (t) => {
    const { calls } = runEmbedded(question, sampleTools);
    t.deepEqual(calls.at(-1)?.arguments, { resource_type: sqs, ...args });
  });

test('an answer states how tags are joined', (t) => {
  const answerTo = (question: string) => runEmbedded(question, () => okResponse({ total: 3 })).answer;
  t.is(
    answerTo('How many queues with tag x=1 and tag y=2?'),
    'There are 3 SQS queues with the tags x=1 and y=2.',
  );
  t.is(
    answerTo('How many queues with tag x=1 or tag y=2?'),
    'There are 3 SQS queues with the tag x=1 or y=2.',
  );
});

for (const question of [
  'How many resources are unmanaged or unowned?',
  'How many queues are in eu-west-1 or in account shop?',
  'How many queues with tag a=1 or in eu-west-1?',
  'How many queues tagged a=1 in eu-west-1 or tagged b=2 in us-east-1?',
  'How many queues with tag a=1 and tag b=2 or tag c=3?',
  'How many queues without tag Owner or without tag Tier?',
  'How many queues are not tagged a=1 and b=2?',
  'How many accounts were connected last week?',
  'How many inactive teams?',
])
  test(`does not answer a question that it cannot combine: ${question}`, (t) => {
    const { answer, calls } = runEmbedded(question, sampleTools);
    t.regex(answer, /not understood/i);
    t.true(calls.every(({ name }) => name !== 'count_resources'));
  });

test('names that "or" joins must be of one kind', (t) => {
  const { answer, calls } = runEmbedded('How many queues are in shop or production?', ({ name }) => {
    if (name === 'list_accounts')
      return okResponse({ rows: [{ ref: 'r1', type: 'account', name: 'shop' }], total: 1 });
    if (name === 'list_environments')
      return okResponse({ rows: [{ ref: 'r2', type: 'environment', name: 'production' }], total: 1 });
    return okResponse({ total: 0 });
  });
  t.is(
    answer,
    'The names that "or" joins are of different kinds (account and environment); ask for each alone.',
  );
  t.true(calls.every(({ name }) => name !== 'count_resources'));
});

test('several repositories are passed on', (t) => {
  const { calls } = runEmbedded(
    'Show the open pull requests of repository infra or repository web',
    ({ name }) =>
      okResponse({
        rows:
          name === 'list_repositories'
            ? [
                { ref: 'r1', type: 'repository', name: 'infra' },
                { ref: 'r2', type: 'repository', name: 'web' },
              ]
            : [],
        total: 2,
      }),
  );
  t.deepEqual(calls.at(-1)?.arguments, { state: ['open'], repository: ['r1', 'r2'], limit: 20 });
});
