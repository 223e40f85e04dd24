import test from 'ava';
import { AnswerEvidence } from '../../../../domain/assistant/answer-evidence.ts';
import { exampleQuestions } from '../../../../commands/assistant/embedded/answers/fixed-answers.ts';
import { embeddedModelName } from '../../../../domain/assistant/embedded/model-name.ts';
import { plain } from '../../../../domain/assistant/embedded/write-text.ts';
import type { JsonObject } from '../../../../domain/json/json.ts';
import { runEmbedded } from '../../../support/assistant/run-embedded.ts';
import { okResponse, queue, sampleTools } from '../../../support/assistant/sample-responses.ts';

const account = (ref: string, name: string): JsonObject => ({
  ref,
  type: 'account',
  name,
  status: 'connected',
});

test('a count states the total, the filters and the record that an argument names', (t) => {
  const { answer } = runEmbedded('How many queues are in account shop?', ({ name }) =>
    okResponse(name === 'list_accounts' ? { rows: [account('r4', 'shop')], total: 1 } : { total: 12 }),
  );
  t.is(answer, 'There are 12 SQS queues in the account shop [r4].');
});

test('a count of one has the singular', (t) => {
  const { answer } = runEmbedded('How many buckets are in eu-west-1?', () => okResponse({ total: 1 }));
  t.is(answer, 'There is 1 S3 bucket in eu-west-1.');
});

test('a name after a preposition is looked up as an account, environment and application; the best rank wins', (t) => {
  const { answer, calls } = runEmbedded('How many queues are in production?', ({ name }) => {
    if (name === 'list_accounts') return okResponse({ rows: [account('r1', 'shop-production')], total: 1 });
    if (name === 'list_environments')
      return okResponse({ rows: [{ ref: 'r2', type: 'environment', name: 'Production' }], total: 1 });
    return okResponse({ total: name === 'count_resources' ? 8 : 0 });
  });
  t.is(answer, 'There are 8 SQS queues in the environment production [r2].');
  t.deepEqual(calls.at(-1)?.arguments, { resource_type: ['AWS::SQS::Queue'], environment: 'r2' });
});

test('a name with several records of one rank lists five and asks', (t) => {
  const rows = Array.from({ length: 7 }, (_, index) => ({
    ...queue,
    ref: `r${index + 1}`,
    region: `region-${index}`,
  }));
  const { answer, calls } = runEmbedded('Who owns orders-production?', () => okResponse({ rows, total: 7 }));
  t.regex(answer, /^Several records match this name:/);
  t.is(answer.match(/\[r\d\]/g)?.length, 5);
  t.regex(answer, /Which one do you mean\?/);
  t.true(calls.every(({ name }) => name !== 'get_ownership'));
});

test('a part of several names of accounts lists them and asks', (t) => {
  const { answer } = runEmbedded('How many queues are in account shop?', () =>
    okResponse({ rows: [account('r1', 'shop-production'), account('r2', 'shop-staging')], total: 2 }),
  );
  t.regex(answer, /shop-production \[r1\][^]*shop-staging \[r2\][^]*Which one/);
});

test('an equal name wins over a longer one', (t) => {
  const rows = [
    { ...queue, ref: 'r1', name: 'orders-production-dead-letters' },
    { ...queue, ref: 'r2' },
  ];
  const { calls } = runEmbedded('Who owns orders-production?', ({ name }) =>
    okResponse({ rows: name === 'search_resources' ? rows : [] }),
  );
  t.deepEqual(calls.at(-1)?.arguments, { resource: 'r2' });
});

test('a live resource wins over a deleted one with the same name', (t) => {
  const rows = [
    { ...queue, ref: 'r1', status: 'deleted' },
    { ...queue, ref: 'r2' },
  ];
  const { calls } = runEmbedded('Who owns queue orders-production?', ({ name }) =>
    okResponse({ rows: name === 'search_resources' ? rows : [] }),
  );
  t.deepEqual(calls.at(-1)?.arguments, { resource: 'r2' });
});

for (const identifier of [
  'arn:aws:sqs:eu-west-1:100000000002:orders-production',
  '019369f0-0000-7000-8000-000000000001',
  'r7',
])
  test(`a tool resolves the identifier ${identifier}`, (t) => {
    const { calls } = runEmbedded(`Who owns ${identifier}?`, ({ name }) =>
      name === 'get_resource' ? okResponse({ rows: [{ ...queue, ref: 'r7' }] }) : okResponse({}),
    );
    t.deepEqual(calls[0]?.arguments, { resource: identifier });
    t.deepEqual(calls.at(-1), {
      id: calls.at(-1)?.id ?? '',
      name: 'get_ownership',
      arguments: { resource: 'r7' },
    });
  });

test('a reference in place of a name is cited without a name', (t) => {
  const { answer } = runEmbedded('How many queues are in account [r3]?', () =>
    okResponse({ total: 4, subject: 'r3' }),
  );
  t.is(answer, 'There are 4 SQS queues in the account [r3].');
});

test('a missing permission is named', (t) => {
  const { answer } = runEmbedded('How many queues are there?', () => ({ refused: 'resources:read' }));
  t.is(answer, 'You lack the permission resources:read that this question needs.');
});

test('an unknown name is no answer', (t) => {
  const { answer } = runEmbedded('Who owns nothing-like-this?', () => okResponse({ total: 0 }));
  t.is(
    answer,
    'No record named "nothing-like-this" exists (resource, application, account, environment, team). So the question cannot be answered.',
  );
});

test('three questions are answered in one turn; equal calls are made, and equal answers stated once', (t) => {
  const { answer, calls } = runEmbedded(
    'How many queues are there, how many topics and how many queues exist?',
    ({ arguments: args }) => okResponse({ total: JSON.stringify(args).includes('Queue') ? 3 : 4 }),
  );
  t.is(answer, ['There are 3 SQS queues.', 'There are 4 SNS topics.'].join('\n\n'));
  t.is(calls.filter(({ name }) => name === 'count_resources').length, 2);
});

test('types that share a predicate are counted together and one by one', (t) => {
  const groups = ['AWS::SQS::Queue', 'AWS::S3::Bucket'].map((key) => ({ key, count: 1 }));
  const { answer } = runEmbedded('How many queues, topics and buckets are in eu-west-1?', () =>
    okResponse({ total: 2, groups }),
  );
  t.is(
    answer,
    'There are 2 SQS queues, SNS topics or S3 buckets in eu-west-1.\n- SQS queue (AWS::SQS::Queue): 1\n- S3 bucket (AWS::S3::Bucket): 1',
  );
});

test('a fourth question is left out, and the answer says so', (t) => {
  const { answer } = runEmbedded('How many queues? How many topics? How many buckets? How many keys?', () =>
    okResponse({ total: 2 }),
  );
  t.regex(answer, /at most 3 questions/);
});

test('"it" is the resource of the question before, in the same text and in the conversation', (t) => {
  const both = runEmbedded('Who owns queue orders-production and what depends on it?', sampleTools);
  t.deepEqual(
    both.calls.map(({ name }) => name),
    ['search_resources', 'get_ownership', 'get_impact'],
  );
  const later = runEmbedded('What depends on it?', sampleTools, {
    history: [
      { role: 'user', text: 'Who owns queue orders-production in eu-west-1?' },
      { role: 'assistant', text: 'It has no owner.', toolCalls: [] },
    ],
  });
  t.deepEqual(later.calls[0]?.arguments, {
    limit: 50,
    q: 'orders-production',
    include_deleted: true,
    resource_type: ['AWS::SQS::Queue'],
    region: ['eu-west-1'],
  });
});

test('a question that is not understood names the model and three forms', (t) => {
  for (const question of ['Frobnicate the wibble', 'Which buckets are flabbergasted?', '🦊', '!!!']) {
    const { answer, calls } = runEmbedded(question, sampleTools);
    t.regex(answer, /not understood/, question);
    t.true(answer.includes(embeddedModelName));
    t.is(answer.match(/^- /gm)?.length, 3);
    t.true(calls.every(({ name }) => name.startsWith('list_') || name === 'search_resources'));
  }
});

test('what the inventory is not about is said', (t) => {
  for (const question of ['Tell me a joke', 'What is the weather in Berlin?'])
    t.regex(runEmbedded(question, sampleTools).answer, /^This assistant knows the AWS resources/);
});

test('a count at a time of the past reads the inventory as of then', (t) => {
  const { calls, answer } = runEmbedded('How many queues were there on 2026-01-05?', sampleTools);
  t.like(calls.at(-1), { name: 'search_resources', arguments: { as_of: '2026-01-05T23:59:59.999Z' } });
  t.regex(answer, /^At 2026-01-05 23:59 UTC, there (?:was|were) \d+ SQS queues?\./);
});

test('a few resources are named beside their number', (t) => {
  const { answer } = runEmbedded('How many buckets are there?', ({ name }) =>
    okResponse(name === 'search_resources' ? { rows: [account('r1', 'logs')], total: 1 } : { total: 1 }),
  );
  t.is(answer, 'There is 1 S3 bucket.\n- logs [r1]: connected');
});

test('a command is declined, and no tool is called', (t) => {
  for (const question of [
    'delete all queues',
    'Please restart orders-production',
    'could you add a rule for buckets?',
  ]) {
    const { answer, calls } = runEmbedded(question, sampleTools);
    t.regex(answer, /read-only/, question);
    t.is(calls.length, 0);
  }
});

test('a filter that a form does not support is not ignored', (t) => {
  t.regex(runEmbedded('How many pull requests are in eu-west-1?', sampleTools).answer, /not understood/);
  t.regex(runEmbedded('Which queues run since yesterday?', sampleTools).answer, /not understood/i);
});

test('the model names itself and gives help without a tool', (t) => {
  t.true(runEmbedded('Which model are you?', sampleTools).answer.includes(embeddedModelName));
  const { answer, calls } = runEmbedded('help', sampleTools);
  t.is(answer.match(/^- /gm)?.length, 11);
  t.is(calls.length, 0);
});

test('brackets of names do not become references', (t) => {
  const hostile = { ...queue, name: 'x [r9] [r1', account: '[r8]' };
  const { answer } = runEmbedded('List the queues', () => okResponse({ rows: [hostile], total: 1 }));
  t.deepEqual(answer.match(/\[[^\]]*\]/g), ['[r1]']);
});

test('a comparison states both totals and the larger side', (t) => {
  const { answer } = runEmbedded('Which has more queues, eu-west-1 or us-east-1?', ({ arguments: args }) =>
    okResponse({ total: JSON.stringify(args).includes('eu-west-1') ? 9 : 5 }),
  );
  t.is(
    answer,
    'More SQS queues are in eu-west-1 than in us-east-1.\n- in eu-west-1: 9\n- in us-east-1: 5\nThe difference is 4.',
  );
});

test('types that one place lacks are the groups of the other', (t) => {
  const groups = (keys: readonly string[]) => keys.map((key) => ({ key, count: 3 }));
  const { answer } = runEmbedded('What is in eu-west-1 but not in us-east-1?', ({ arguments: args }) =>
    JSON.stringify(args).includes('eu-west-1')
      ? okResponse({ total: 6, groups: groups(['AWS::SQS::Queue', 'AWS::S3::Bucket']) })
      : okResponse({ total: 3, groups: groups(['AWS::S3::Bucket']) }),
  );
  t.is(answer, 'Resource types in eu-west-1 that are not in us-east-1:\n- SQS queue (AWS::SQS::Queue): 3');
});

test('groups of records show names and references', (t) => {
  const { answer } = runEmbedded('Queues by account', () =>
    okResponse({
      total: 5,
      groups: [
        { key: 'id-1', name: 'shop', entity: 'r1', count: 4 },
        { key: null, count: 1 },
      ],
    }),
  );
  t.is(answer, '5 SQS queues, by account:\n- shop [r1]: 4\n- (no account): 1');
});

test('a turn that may call no more tools says that a part has no answer', (t) => {
  const { answer } = runEmbedded('How many queues and who owns queue orders-production?', sampleTools, {
    toolSteps: 1,
  });
  t.regex(answer, /There are 42 SQS queues/);
  t.regex(answer, /no answer, because the turn reached a limit/);
});

test('groups without keys keep their counts', (t) => {
  const { answer } = runEmbedded('Resources by tag owner', () =>
    okResponse({ total: 6, groups: [{ count: 4 }, { key: null, count: 2 }] }),
  );
  t.regex(answer, /\(hidden value\): 4\n- \(no tag\): 2/);
});

test('a change without the name of its resource does not state that the actor is unknown', (t) => {
  const change = { ref: 'r1', type: 'change', kind: 'updated', region: 'eu-west-1' };
  const answerTo = (fields: JsonObject) =>
    runEmbedded('What changed today?', () => okResponse({ rows: [{ ...change, ...fields }], total: 1 }))
      .answer;
  t.regex(answerTo({}), /\n- \[r1\]: updated, eu-west-1$/);
  t.regex(answerTo({ resource: 'orders' }), /\n- orders updated \[r1\]: eu-west-1, actor unknown$/);
});

test('the owners of an application are named', (t) => {
  const application = { ref: 'r1', type: 'application', name: 'orders', slug: 'orders' };
  const owners = [
    { ref: 'r2', type: 'team', relation: 'owner', owner_kind: 'team', name: 'Payments' },
    { ref: 'r1', type: 'application', relation: 'owner', owner_kind: 'user', name: 'Ann' },
  ];
  const answerTo = (rows: readonly JsonObject[]) =>
    runEmbedded('Who owns application orders?', ({ name }) => {
      if (name === 'list_applications') return okResponse({ rows: [application], total: 1 });
      if (name === 'get_ownership') return okResponse({ rows: [...rows] });
      return okResponse({ total: 2, groups: [{ key: 'id', name: 'Payments', entity: 'r2', count: 2 }] });
    });
  const { answer, calls } = answerTo(owners);
  t.regex(
    answer,
    /^The application orders \[r1\] is owned by Payments \[r2\] \(team\) and Ann \[r1\] \(user\)\.\n2 resources/,
  );
  t.deepEqual(calls.at(-1)?.arguments, { application: 'r1' });
  t.regex(answerTo([]).answer, /^The application orders \[r1\] has no owner\./);
});

test('a stale or rejected membership is not stated', (t) => {
  const answerTo = (status: string) =>
    runEmbedded('Which application does queue orders-production belong to?', ({ name }) =>
      name === 'get_ownership'
        ? okResponse({
            rows: [{ ref: 'r2', type: 'application', relation: 'application', name: 'shop', status }],
          })
        : okResponse({ rows: [queue], total: 1 }),
    ).answer;
  t.is(answerTo('inferred'), 'orders-production [r1] belongs to the application shop [r2] (inferred).');
  for (const status of ['stale', 'rejected'])
    t.is(answerTo(status), 'orders-production [r1] has no application.');
});

test('records that fail and related records are counted and listed apart', (t) => {
  const node = (ref: string, name: string, fields: JsonObject) => ({
    ref,
    type: 'resource',
    name,
    ...fields,
  });
  const rows = [
    node('r2', 'worker', { relationship_type: 'triggers', fails: true }),
    node('r3', 'alarm', { relationship_type: 'monitors', fails: false }),
  ];
  const answerTo = (question: string) =>
    runEmbedded(question, ({ name }) =>
      name === 'get_impact'
        ? okResponse({ rows, total: 2, summary: { failing: 1, is_complete: true } })
        : okResponse({ rows: [queue], total: 1 }),
    ).answer;
  const list = (verb: string) =>
    `:\n- worker [r2]: triggers\n1 related record is not known to ${verb}:\n- alarm [r3]: monitors`;
  t.is(
    answerTo('What depends on queue orders-production?'),
    `1 record depends on orders-production [r1]${list('fail')}`,
  );
  t.is(
    answerTo('What breaks without queue orders-production?'),
    `1 record fails without orders-production [r1], directly or through others${list('fail')}`,
  );
  t.is(
    answerTo('What does queue orders-production use?'),
    `orders-production [r1] depends on 1 record${list('be needed')}`,
  );
});

test('a record without resources has the fewest', (t) => {
  const groups = [{ key: 'id-1', name: 'shop', entity: 'r1', count: 4 }];
  const answerTo = (accounts: JsonObject, counted: JsonObject = {}) =>
    runEmbedded('Which account has the fewest resources?', ({ name }) =>
      okResponse(name === 'list_accounts' ? accounts : { total: 4, groups, ...counted }),
    ).answer;
  const rows = [account('r1', 'shop'), account('r2', 'sandbox'), account('r3', 'lab')];
  t.regex(
    answerTo({ rows, total: 3 }),
    /^The account with the fewest resources is sandbox \[r2\] and lab \[r3\], with 0 each\.\n- shop \[r1\]: 4$/,
  );
  t.regex(answerTo({ rows: rows.slice(0, 1), total: 1 }), /fewest resources is shop \[r1\], with 4\./);
  t.regex(answerTo({ rows: rows.slice(0, 1), total: 60, truncated: true }), /is unknown, because/);
  t.regex(answerTo({ rows, total: 3 }, { truncated: true }), /is unknown, because/);
});

test('the region with the fewest resources is one with a resource', (t) => {
  const { answer } = runEmbedded('Which region has the fewest queues?', () =>
    okResponse({
      total: 3,
      groups: [
        { key: 'eu-west-1', count: 2 },
        { key: 'us-east-1', count: 1 },
      ],
    }),
  );
  t.regex(answer, /fewest SQS queues, of those with at least one, is us-east-1, with 1\./);
});

test('the last run has no default period', (t) => {
  const argumentsOf = (question: string) => runEmbedded(question, sampleTools).calls.at(-1)?.arguments;
  t.deepEqual(argumentsOf('What was the last run?'), { limit: 1 });
  t.deepEqual(argumentsOf('What was the last plan?'), { limit: 1 });
  t.deepEqual(argumentsOf('Show the last failed runs'), { status: ['failed'], limit: 20 });
  t.like(argumentsOf('What was the last run since yesterday?'), {
    since: '2026-11-22T00:00:00.000Z',
    limit: 1,
  });
  const { answer } = runEmbedded('What was the last run?', () =>
    okResponse({ rows: [{ ref: 'r1', type: 'execution', kind: 'apply', status: 'succeeded' }], total: 9 }),
  );
  t.is(answer, 'The last run:\n- [r1]: apply, succeeded');
});

test('the message of a failed call ends with one period', (t) => {
  const { answer } = runEmbedded('How many queues are there?', () => ({ error: 'The query took too long.' }));
  t.regex(answer, /took too long\.$/);
});

test('a count of a team cites the team', (t) => {
  const { answer } = runEmbedded('How many resources does team Payments own?', ({ name }) =>
    okResponse(
      name === 'list_teams'
        ? { rows: [{ ref: 'r3', type: 'team', name: 'Payments' }], total: 1 }
        : { total: 20 },
    ),
  );
  t.is(answer, 'There are 20 resources owned by the team Payments [r3].');
});

test('addresses keep their quoted keys, and other brackets become parentheses', (t) => {
  t.is(plain('module.a["orders"].b[0]["[r1]"]'), 'module.a["orders"].b(0)("(r1)")');
});

test('tags are sorted by their keys', (t) => {
  const { answer } = runEmbedded('What are the tags of orders-production?', () =>
    okResponse({ rows: [{ ...queue, tags: { b: '2', a: '1' } }], total: 1 }),
  );
  t.regex(answer, /the tags a=1, b=2/);
});

test('no answer that calls a tool states a number that no tool returned', (t) => {
  for (const question of exampleQuestions) {
    const evidence = new AnswerEvidence();
    const { answer, calls } = runEmbedded(question, (call) => {
      const response = sampleTools(call);
      evidence.addNumbers(response);
      return response;
    });
    if (calls.length > 0) t.deepEqual(evidence.unconfirmedNumbersIn(answer), [], `${question}\n${answer}`);
  }
});
