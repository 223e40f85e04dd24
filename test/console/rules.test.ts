import test from 'ava';
import { turnAfter, emptyTurn } from '../../console/assistant/turn-after.ts';
import { nextPath } from '../../console/identity/next-path.ts';
import { compareValues } from '../../console/inventory/compare-values.ts';
import { awsConsoleLink, externalLink } from '../../console/shared/external-link.ts';

test('leads after the sign-in to pages of the same origin only', (t) => {
  const origin = 'https://inventory.example.com';
  for (const path of ['/resources?region=eu-west-1', '/', '/settings/members'])
    t.is(nextPath(path, origin), path);
  t.is(nextPath('https:evil.example', origin), '/evil.example', 'a path of the origin, as browsers parse it');
  for (const next of [
    undefined,
    'https://evil.example/x',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '/\t/evil.example',
    `${origin}//evil.example`,
    '/api/v1/resources/export',
    '/sign-in',
    'http://[',
  ])
    t.is(nextPath(next, origin), '/', String(next));
});

test('makes links only to known sites over https', (t) => {
  const bases = ['https://gitlab.example.com:8443/'];
  for (const url of [
    'https://github.com/a/b',
    'https://gitlab.com/a',
    'https://gitlab.example.com:8443/a/b',
    'https://eu-west-1.console.aws.amazon.com/cloudformation/home',
  ])
    t.is(externalLink(url, bases), url);
  for (const url of [
    undefined,
    'javascript:alert(1)',
    'http://github.com/a',
    'https://github.com.evil.example/',
    'https://github.com@evil.example/',
    'https://user:password@github.com/',
    'https://github.com:444/',
    'https://gitlab.example.com/a',
    'https://console.aws.amazon.com.evil.example/',
    'https://evilconsole.aws.amazon.com/',
    'not a url',
  ])
    t.is(externalLink(url, bases), undefined, String(url));
});

test("links to AWS's console of the partition of an ARN", (t) => {
  t.is(
    awsConsoleLink('arn:aws:sqs:eu-west-1:1:a&b'),
    'https://console.aws.amazon.com/go/view?arn=arn%3Aaws%3Asqs%3Aeu-west-1%3A1%3Aa%26b',
  );
  t.regex(awsConsoleLink('arn:aws-us-gov:s3:::x') ?? '', /^https:\/\/console\.amazonaws-us-gov\.com\//);
  t.regex(awsConsoleLink('arn:aws-cn:s3:::x') ?? '', /^https:\/\/console\.amazonaws\.cn\//);
  t.is(awsConsoleLink('arn:other:s3:::x'), undefined);
  t.is(awsConsoleLink(undefined), undefined);
});

test('compares any two revisions as JSON Pointers', (t) => {
  t.deepEqual(compareValues({ a: 1, b: [1, 2], 'c/d~': 'x' }, { a: 2, b: [1], e: null }), [
    { op: 'replace', path: '/a', before: 1, after: 2 },
    { op: 'remove', path: '/b/1', before: 2 },
    { op: 'remove', path: '/c~1d~0', before: 'x' },
    { op: 'add', path: '/e', after: null },
  ]);
  t.deepEqual(compareValues({ a: { b: 1 } }, { a: { b: 1 } }), []);
});

test('voids what a turn streamed before a reset', (t) => {
  const event = (name: string, data: Record<string, unknown>) => ({ id: 'x:1', event: name, data });
  const turn = [
    event('turn.started', { turn_id: 'x' }),
    event('text.delta', { turn_id: 'x', text: 'wrong' }),
    event('turn.reset', { turn_id: 'x' }),
    event('tool.started', { name: 'search' }),
    event('tool.completed', { name: 'search', status: 'ok' }),
    event('text.delta', { text: 'right' }),
  ].reduce(turnAfter, emptyTurn);
  t.deepEqual(turn, {
    turnId: 'x',
    text: 'right',
    tools: [{ name: 'search', status: 'ok' }],
    citations: [],
    isDone: false,
  });
  t.is(turnAfter(turn, event('turn.failed', { message: 'no' })).failure, 'no');
});
