import test from 'ava';
import { baseKeyOf, identifierKey } from '../../../domain/graph/identifier-key.ts';

test('normalises ARNs, and names the base of an ARN with wildcards after it', (t) => {
  const cases: readonly (readonly [string, string | null])[] = [
    ['arn:aws:sns:EU-west-1:123456789012:Orders', 'arn:aws:sns:eu-west-1:123456789012:Orders'],
    [
      'arn:aws:logs:eu-west-1:123456789012:log-group:/aws/x:*',
      'arn:aws:logs:eu-west-1:123456789012:log-group:/aws/x',
    ],
    ['arn:aws:logs:eu-west-1:123456789012:log-group:*:*', null],
    ['arn:aws:s3:::bucket/*', 'arn:aws:s3:::bucket'],
    ['arn:aws:s3:::bucket/${aws:username}', 'arn:aws:s3:::bucket'],
    ['arn:aws:s3:::bucket/prefix*', 'arn:aws:s3:::bucket'],
    ['arn:aws:s3:::bucket*/key', null],
    ['arn:aws:s3:::bucket*', null],
    [
      'arn:aws:s3:eu-west-1:123456789012:accesspoint/orders/object/*',
      'arn:aws:s3:eu-west-1:123456789012:accesspoint/orders',
    ],
    [
      'arn:aws:dynamodb:eu-west-1:123456789012:table/orders/index/*',
      'arn:aws:dynamodb:eu-west-1:123456789012:table/orders',
    ],
    ['arn:aws:dynamodb:eu-west-1:123456789012:table/orders*', null],
    ['arn:aws:dynamodb:*:123456789012:table/orders/index/*', null],
    [
      'arn:aws:secretsmanager:eu-west-1:123456789012:secret:orders-??????',
      'arn:aws:secretsmanager:eu-west-1:123456789012:secret:orders',
    ],
    ['arn:aws:secretsmanager:eu-west-1:123456789012:secret:orders-*', null],
    ['arn:aws:sqs:eu-west-1:123456789012:orders-*', null],
    ['arn:aws:sqs:eu-west-1:123456789012:orders-??????', null],
    ['arn:aws:s3:::orders-??????', null],
    ['arn:aws:s3', null],
    ['bucket', null],
  ];
  for (const [text, key] of cases) t.is(identifierKey('arn', text), key, text);
});

test('normalises host names', (t) => {
  const cases: readonly (readonly [string, string | null])[] = [
    ['dualstack.My-LB-1.eu-west-1.elb.amazonaws.com.', 'my-lb-1.eu-west-1.elb.amazonaws.com'],
    ['https://Host.example.com:8443/path?x#y', 'host.example.com'],
    ['10.0.0.1', '10.0.0.1'],
    ['localhost', null],
    ['*.example.com', null],
    ['a b.example.com', null],
    ['', null],
  ];
  for (const [text, key] of cases) t.is(identifierKey('dns', text), key, text);
});

test('normalises URLs', (t) => {
  const cases: readonly (readonly [string, string | null])[] = [
    ['HTTPS://SQS.eu-west-1.amazonaws.com/123/Q/', 'https://sqs.eu-west-1.amazonaws.com/123/Q'],
    ['https://a.example.com/?x=1', 'https://a.example.com'],
    ['http://a.example.com#x', 'http://a.example.com'],
    ['ftp://a.example.com', null],
    ['https://', null],
    ['https:///x', null],
  ];
  for (const [text, key] of cases) t.is(identifierKey('url', text), key, text);
});

test('returns the identifier of the resource that contains another', (t) => {
  const arn = (rest: string): string => `arn:aws:${rest}`;
  const lambda = 'lambda:eu-west-1:123456789012:function:resize';
  const table = 'dynamodb:eu-west-1:123456789012:table/orders';
  const secret = 'secretsmanager:eu-west-1:123456789012:secret:db-AbCdEf';
  const cases: readonly (readonly [string, string | undefined])[] = [
    [`${lambda}:live`, lambda],
    [lambda, undefined],
    ['lambda:eu-west-1:123456789012:layer:tools:7', 'lambda:eu-west-1:123456789012:layer:tools'],
    ['s3:::bucket/a/b', 's3:::bucket'],
    ['s3:eu-west-1:123456789012:accesspoint/a', undefined],
    [`${table}/stream/2026-01-01T00:00:00.000`, table],
    [`${table}/index/by-date`, table],
    [`${secret}:password::`, secret],
    [
      'states:eu-west-1:123456789012:stateMachine:orders:live',
      'states:eu-west-1:123456789012:stateMachine:orders',
    ],
    ['apigateway:eu-west-1::/restapis/abc/stages/live', 'apigateway:eu-west-1::/restapis/abc'],
    ['sqs:eu-west-1:123456789012:orders', undefined],
  ];
  for (const [text, base] of cases) {
    t.is(baseKeyOf('arn', arn(text)), base === undefined ? undefined : arn(base), text);
  }
  t.is(baseKeyOf('url', 'https://a.example.com/live'), 'https://a.example.com');
  t.is(baseKeyOf('url', 'https://a.example.com'), undefined);
  t.is(baseKeyOf('id', 'a/b'), undefined);
});
