import test from 'ava';
import type { EventBody } from '../../../domain/events/event.ts';
import { slackMessage } from '../../../domain/events/slack-message.ts';

const event = (name: string, index = 1): EventBody => ({
  id: `${index}`,
  position: index,
  type: 'resource.drifted',
  occurred_at: '2026-01-01T00:00:00.000Z',
  organization_id: 'o',
  data: {
    resource: {
      id: `r${index}`,
      name,
      type: 'AWS::SQS::Queue',
      account_id: '111111111111',
      region: 'eu-west-1',
    },
    attributes: ['aws_sqs_queue.delay_seconds'],
  },
});

test('has a line for each type, the first ten events in detail with links, and the number of the others', (t) => {
  const message = slackMessage(
    {
      organizationName: 'Acme & Co',
      counts: [
        { type: 'resource.drifted', count: 12 },
        { type: 'plan.reported', count: 1 },
      ],
      first: Array.from({ length: 12 }, (_, index) => event(`queue ${index + 1}`, index + 1)),
      firstScans: [{ accountName: 'shop', resources: 1200 }],
    },
    'https://inventory.example/',
  ).split('\n');
  t.deepEqual(message.slice(0, 5), [
    '*Acme &amp; Co*',
    'The first scan of shop found 1200 resources.',
    '12 × resource.drifted',
    '1 × plan.reported',
    '• resource.drifted: <https://inventory.example/resources/r1|queue 1> · AWS::SQS::Queue · 111111111111 · eu-west-1 · ' +
      'aws\u200B_sqs\u200B_queue.delay\u200B_seconds',
  ]);
  t.is(message.filter((line) => line.startsWith('•')).length, 10);
  t.is(message.at(-1), 'and 3 more');
});

test('a name can neither mention, link, format nor break the line, whatever its length', (t) => {
  const hostile = [
    '<!channel>',
    '<@U123>',
    '<https://evil.example|click>',
    'a\n• resource.deleted: everything',
    '*bold* _italic_ `code` ~gone~',
    'x'.repeat(10_000),
  ];
  for (const name of hostile) {
    const text = slackMessage(
      { organizationName: name, counts: [], first: [event(name)], firstScans: [] },
      'https://inventory.example',
    );
    t.is(text.split('\n').length, 2 + (name === '' ? 1 : 0), name);
    t.deepEqual(
      [...text.matchAll(/<[^>]*>/g)].map(([link]) => link.slice(0, link.indexOf('|'))),
      ['<https://inventory.example/resources/r1'],
      name,
    );
    t.true(text.length < 1000, name);
  }
});
