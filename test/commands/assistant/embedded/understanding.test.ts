import test from 'ava';
import type { JsonObject } from '../../../../domain/json/json.ts';
import { questionCharacters } from '../../../../domain/assistant/turn-limits.ts';
import { runEmbedded } from '../../../support/assistant/run-embedded.ts';
import { okResponse, queue, sampleTools } from '../../../support/assistant/sample-responses.ts';

const sqs = ['AWS::SQS::Queue'];

/** Questions with the same meaning in other orders, words and degrees of politeness. */
const same: readonly (readonly [tool: string, args: JsonObject, questions: readonly string[]])[] = [
  [
    'count_resources',
    { resource_type: sqs, region: ['eu-west-1'] },
    [
      'How many queues are in eu-west-1?',
      'in eu-west-1, how many queues do we have?',
      'eu-west-1: number of SQS queues please',
      'hi, could you tell me how many message queues there are in Ireland? thanks!',
      'hw many qeues in eu-west-1',
    ],
  ],
  [
    'search_resources',
    { resource_type: sqs, without_owner: true, limit: 20, sort: 'name' },
    [
      'queues without an owner',
      'Which queues does nobody own?',
      'please show me all queues that have no owner',
      'unowned queues',
    ],
  ],
  [
    'search_resources',
    { resource_type: ['AWS::Lambda::Function'], property: ['Runtime=python3.8'], limit: 20, sort: 'name' },
    ['lambdas on python3.8', 'which functions use the runtime python 3.8?'],
  ],
  [
    'search_resources',
    { resource_type: ['AWS::EC2::Volume'], property: ['Encrypted!=true'], limit: 20, sort: 'name' },
    [
      'which volumes are not encrypted?',
      'EBS volumes without encryption',
      'unencrypted disks',
      'volumes with encryption disabled',
    ],
  ],
  [
    'count_resources',
    { team: 'r25' },
    ['How many resources does the Payments team own?', 'number of resources owned by team Payments'],
  ],
];

for (const [tool, args, questions] of same)
  for (const question of questions)
    test(`reads words in any order: ${question}`, (t) => {
      const last = runEmbedded(question, sampleTools).calls.at(-1);
      t.deepEqual({ tool: last?.name, arguments: last?.arguments }, { tool, arguments: args });
    });

test('a corrected word is stated', (t) => {
  t.regex(
    runEmbedded('how many lamdas', () => okResponse({ total: 2 })).answer,
    /^Read "lamdas" as "lambdas"\.\nThere are 2 Lambda functions\./,
  );
});

test('an excluded region is replaced by the other ones, and an excluded scope is subtracted', (t) => {
  const regions = [
    { key: 'eu-west-1', count: 3 },
    { key: 'us-east-1', count: 2 },
  ];
  const outside = runEmbedded('queues outside eu-west-1', ({ arguments: args }) =>
    okResponse(
      JSON.stringify(args).includes('group_by') ? { total: 5, groups: regions } : { total: 2, rows: [queue] },
    ),
  );
  t.deepEqual(outside.calls.at(-1)?.arguments, {
    resource_type: sqs,
    region: ['us-east-1'],
    limit: 20,
    sort: 'name',
  });
  const { answer } = runEmbedded('how many queues are not in production?', ({ name, arguments: args }) =>
    name === 'count_resources'
      ? okResponse({ total: JSON.stringify(args).includes('environment') ? 8 : 20 })
      : sampleTools({ id: '', name, arguments: args }),
  );
  t.is(
    answer,
    'There are 12 SQS queues not in the environment production [r22] (20 without this exception, 8 of them excluded).',
  );
});

test('a region that is not scanned, and an inventory without accounts, are stated before a zero is believed', (t) => {
  const answerTo = (accounts: JsonObject) =>
    runEmbedded('How many queues are in eu-central-1?', ({ name }) =>
      okResponse(name === 'list_accounts' ? accounts : { total: 0 }),
    ).answer;
  const account = {
    ref: 'r1',
    type: 'account',
    name: 'shop',
    regions: ['eu-west-1'],
    last_successful_scan_at: '2026-11-23T11:00:00Z',
  };
  t.is(
    answerTo({ rows: [account], total: 1 }),
    'There are 0 SQS queues in eu-central-1. No connected account is scanned in eu-central-1; the scanned regions are eu-west-1.',
  );
  t.regex(answerTo({ total: 0 }), /No account is connected/);
});

test('a stated kind is kept, and a kind that an intent cannot serve is refused by name', (t) => {
  t.regex(runEmbedded('status of account shop', sampleTools).answer, /^account shop \[r3\]/);
  t.is(runEmbedded('Which code manages team Data?', sampleTools).answer.includes('get_code_mapping'), false);
  t.regex(
    runEmbedded('What is the impact of team Data?', sampleTools).answer,
    /"Data" is a team .*known of resources only/,
  );
});

test('an English word that names no record is no name', (t) => {
  for (const question of ['who owns the sunshine?', 'how many resources are purple?', 'tell me about love']) {
    const { answer } = runEmbedded(question, sampleTools);
    t.regex(answer, /not understood/, question);
    t.notRegex(answer, /No record named/, question);
  }
});

test('up to four records of one name are each answered, and equal answers are stated once', (t) => {
  const rows = ['eu-west-1', 'us-east-1'].map((region, index) => ({
    ...queue,
    ref: `r${index + 1}`,
    region,
  }));
  const answerTo = (owners: readonly string[]) =>
    runEmbedded('Who owns queue orders-production?', ({ name, arguments: args }) => {
      if (name === 'search_resources') return okResponse({ rows, total: 2 });
      const team = owners[JSON.stringify(args).includes('r1') ? 0 : 1] ?? '';
      return okResponse({
        rows: [{ ref: 'r9', type: 'team', relation: 'owner', owner_kind: 'team', name: team }],
      });
    }).answer;
  t.regex(
    answerTo(['Shop', 'Shop']),
    /^orders-production \[r1\] is owned by Shop.*\nThe same holds for orders-production \[r2\]/,
  );
  t.regex(
    answerTo(['Shop', 'Data']),
    /^Several records are named "orders-production":\n- orders-production \[r1\]: SQS queue, eu-west-1[^]*Shop[^]*- orders-production \[r2\]: SQS queue, us-east-1[^]*Data/,
  );
});

for (const [question, said] of [
  ['how much do we spend on queues?', /no data about cost/],
  ['is orders-production healthy?', /no metrics/],
  ['which volumes are unused?', /no data about usage/],
  ['do all users have mfa?', /does not read MFA/],
  ['hello', /^Hello/],
  ['thanks, that was great!', /^You are welcome/],
  [
    'Wie viele Warteschlangen gibt es in shop-production?',
    /German and was not understood.*queues and shop-production/,
  ],
  ['Quelles ressources ne sont pas gérées ?', /French and was not understood/],
  ['¿Qué cambió en las últimas 24 horas?', /Spanish and was not understood/],
  ['キューはいくつありますか', /Japanese and was not understood/],
] as const)
  test(`says in one sentence what it does not answer: ${question}`, (t) => {
    t.regex(runEmbedded(question, sampleTools).answer, said);
  });

test('what is told before the question is no question', (t) => {
  const { calls, answer } = runEmbedded(
    "hi, so we got an alert last night that orders are late. I'm on call and don't know this system at all. could you tell me who owns the queue orders-production, what reads from it and whether somebody changed it recently? thanks!!",
    sampleTools,
  );
  t.deepEqual(calls.map(({ name }) => name).toSorted(), [
    'get_impact',
    'get_ownership',
    'list_changes',
    'search_resources',
  ]);
  t.notRegex(answer, /not understood/);
});

test('the longest hostile texts are read', (t) => {
  t.timeout(60_000);
  for (const part of [
    'queues in eu-west-1 and ',
    'not without except ',
    'xqzt-1 ',
    'list list ',
    '1 2 3 january ',
  ]) {
    const text = part.repeat(questionCharacters).slice(0, questionCharacters);
    t.regex(
      runEmbedded(text, () => ({ rows: [], total: 0 })).answer,
      /not understood|No |There are|0 /i,
      part,
    );
  }
});
