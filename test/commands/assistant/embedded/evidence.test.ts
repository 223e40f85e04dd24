import test from 'ava';
import type { ToolCall } from '../../../../domain/assistant/model.ts';
import type { JsonObject } from '../../../../domain/json/json.ts';
import { runEmbedded } from '../../../support/assistant/run-embedded.ts';
import { okResponse, queue, sampleTools } from '../../../support/assistant/sample-responses.ts';

const callsOf = (question: string, respond: (call: ToolCall) => JsonObject = sampleTools) =>
  runEmbedded(question, respond).calls.map(({ name, arguments: args }) => [name, args] as const);

test('a zero at a time before the first scan is not known', (t) => {
  const ask = (freshness: JsonObject) =>
    runEmbedded('How many queues were there on 2026-01-01?', () => okResponse({ total: 0, freshness }))
      .answer;
  t.is(
    ask({ data_as_of: null, never_scanned: 2 }),
    'At 2026-01-01 23:59 UTC, no connected account had a successful scan, so it is not known what was there.',
  );
  t.is(
    ask({ data_as_of: '2025-12-31T00:00:00Z', never_scanned: 1 }),
    'At 2026-01-01 23:59 UTC, there were 0 SQS queues. 1 connected account had no successful scan then.',
  );
});

for (const [question, told] of [
  ['we only care about eu-west-1. how many queues do we have?', 'we only care about eu-west-1'],
  [
    'orders-production in eu-west-1 is slow. how many buckets exist?',
    'orders-production in eu-west-1 is slow',
  ],
] as const)
  test(`what is told and not used is said: ${told}`, (t) => {
    const { answer } = runEmbedded(question, sampleTools);
    t.true(answer.startsWith(`Not taken into account: "${told}".`), answer);
  });

test('what is told and used is not said to be left out', (t) => {
  const question = 'our unmanaged queues grow. how many are there in eu-west-1?';
  t.notRegex(runEmbedded(question, sampleTools).answer, /Not taken into account/);
  t.like(callsOf(question)[0], [
    'count_resources',
    { management_state: ['unmanaged'], region: ['eu-west-1'] },
  ]);
});

test('a number is a port behind words of ports, and a limit of rows elsewhere', (t) => {
  for (const question of [
    'which security groups are open on port 22',
    'which security groups have 22 open to the world',
    'which security groups allow 22 from anywhere',
  ])
    t.regex(JSON.stringify(callsOf(question)[0]), /FromPort<=22;ToPort>=22/, question);
  for (const question of ['top 5 exposed resources', 'which security groups allow 22'])
    t.regex(runEmbedded(question, sampleTools).answer, /not understood as a whole/, question);
  t.deepEqual(callsOf('the 5 open pull requests'), [['list_pull_requests', { state: ['open'], limit: 5 }]]);
});

test('the owner of a record that words describe is asked for that record', (t) => {
  const calls = callsOf('which team do i notify about the orders queue', () => okResponse({ rows: [queue] }));
  t.deepEqual(calls.at(-1), ['get_ownership', { resource: 'r1' }]);
});

test('a record of work that is excluded by a name is not listed', (t) => {
  const respond = ({ name }: ToolCall) =>
    okResponse(
      name === 'list_repositories'
        ? { rows: [{ ref: 'r5', type: 'repository', full_name: 'acme/infra' }], total: 1 }
        : { total: 0 },
    );
  const negated = 'which pull requests are not in the repository acme/infra';
  t.false(callsOf(negated, respond).some(([name]) => name === 'list_pull_requests'));
  t.true(callsOf(negated.replace('not ', ''), respond).some(([name]) => name === 'list_pull_requests'));
});

test('a part of a name that the list of names does not end with has at least so many', (t) => {
  const { answer } = runEmbedded('which queues are in application ghost', ({ name, arguments: args }) =>
    name === 'list_applications'
      ? okResponse({ rows: [{ ref: 'r9', type: 'application', name: 'ghost' }], total: 1 })
      : okResponse(
          name === 'search_resources' && JSON.stringify(args).includes('"q":"ghost"')
            ? { rows: [queue], total: 60, truncated: true }
            : { total: name === 'list_accounts' ? 1 : 0 },
        ),
  );
  t.regex(answer, /At least 1 has "ghost" in the name, without being assigned/);
});

test('accounts are stale or not as far as they were read', (t) => {
  const account = { ref: 'r1', type: 'account', name: 'shop', is_scanned: true, is_stale: false };
  const ask = (truncated: boolean) =>
    runEmbedded('which accounts are stale?', () => okResponse({ rows: [account], truncated })).answer;
  t.regex(ask(false), /^No connected account is stale\./);
  t.regex(ask(true), /^None of the 1 connected accounts with the oldest scans is stale\./);
});

test('a condition of a resource that the search does not reach is not known', (t) => {
  const ask = (truncated: boolean) =>
    runEmbedded('is the RDS instance orders encrypted?', ({ name, arguments: args }) =>
      okResponse(
        name === 'search_resources' && !JSON.stringify(args).includes('"property"')
          ? { rows: [{ ...queue, name: 'orders', resource_type: 'AWS::RDS::DBInstance' }], total: 1 }
          : { rows: [], total: truncated ? 60 : 0, truncated },
      ),
    ).answer;
  t.regex(ask(false), /^No: orders \[r1\]/);
  t.regex(ask(true), /^Not known: more than/);
});
