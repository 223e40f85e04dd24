import test from 'ava';
import type { EdgeRule, IdentifierRule } from '../../../domain/graph/edge-rule.ts';
import { extractHolder, extractionRules } from '../../../domain/graph/extract-holder.ts';
import { allowedBy } from '../../../domain/graph/rules/common-edges.ts';
import { edge } from '../../../domain/graph/rules/edge.ts';
import { document, hash, holderType, references, targetType, topicArn } from './holder-document.ts';

const marker = (text: string): string => `hmac-sha256:${hash(text)}`;

test('reads the values at a path of keys, arrays and any key', (t) => {
  const rules = [edge(holderType, 'A[].B.*.Id', 'id', 'uses', targetType)];
  const found = references(rules, {
    A: [{ B: { x: { Id: 'one' } } }, { B: { y: { Id: 'two' } } }],
    B: { Id: 'no' },
  });
  t.deepEqual(found, [
    { path: 'A[].B.x.Id', key: 'one', value: 'one' },
    { path: 'A[].B.y.Id', key: 'two', value: 'two' },
  ]);
});

test('reads all descendants after two asterisks', (t) => {
  const rules = [edge(holderType, 'A.**.Id', 'id', 'uses', targetType)];
  const found = references(rules, { A: { Id: 'not', b: { Id: 'one' }, c: [{ d: { Id: 'two' } }] } });
  t.deepEqual(found, [
    { path: 'A.b.Id', key: 'one', value: 'one' },
    { path: 'A.c[].d.Id', key: 'two', value: 'two' },
  ]);
});

test('accepts one value in place of an array', (t) => {
  const rules = [edge(holderType, 'Policy.Statement[].Principal.AWS[]', 'arn', 'allows_from', [])];
  const found = references(rules, { Policy: { Statement: { Principal: { AWS: topicArn } } } });
  t.deepEqual(found, [{ path: 'Policy.Statement.Principal.AWS', key: topicArn, value: topicArn }]);
});

test('reads tags and volatile values, and not equal keys of the configuration', (t) => {
  const rules = [
    edge(holderType, 'tags["aws:x/y"]', 'id', 'uses', targetType),
    edge(holderType, 'volatile.State.Id', 'id', 'uses', targetType),
  ];
  const fields = { tags: '{"aws:x/y":"one"}', volatile: '{"State":{"Id":"two"}}' };
  t.deepEqual(references(rules, { tags: { 'aws:x/y': 'no' }, State: { Id: 'no' } }, fields), [
    { path: 'tags["aws:x/y"]', key: 'one', value: 'one' },
    { path: 'volatile.State.Id', key: 'two', value: 'two' },
  ]);
});

test('splits a text, and reads the identifier with the expression of the rule', (t) => {
  const rules = [
    edge(holderType, 'Zones', 'id', 'uses', targetType, { split: ',' }),
    edge(holderType, 'Members[].Name', 'id', 'uses', targetType, {
      read: '{holder.Cluster}/{item.Group}/{value|lower}',
    }),
  ];
  const found = references(rules, {
    Zones: 'a, b,,c',
    Cluster: 'main',
    Members: [{ Name: 'ONE', Group: 'g' }],
  });
  t.deepEqual(found, [
    { path: 'Zones', key: 'a', value: 'a' },
    { path: 'Zones', key: 'b', value: 'b' },
    { path: 'Zones', key: 'c', value: 'c' },
    { path: 'Members[].Name', key: 'main/g/one', value: 'ONE' },
  ]);
});

test('applies conditions on the item, the holder, the key and the text', (t) => {
  const when = (on: 'item' | 'holder', path: string): EdgeRule['when'] => ({
    on,
    conditions: [{ path, equals: 'yes' }],
  });
  const configuration = {
    Holder: 'yes',
    Items: [
      { Use: 'yes', Id: 'one' },
      { Use: 'no', Id: 'two' },
    ],
    Pairs: [{ name: 'ORDER_QUEUE_NAME', value: 'three' }],
  };
  const keysOf = (rule: EdgeRule): unknown[] =>
    extractHolder(document(configuration), hash, extractionRules([rule], [])).references.map(
      ({ key }) => key,
    );
  const items = (options: object): unknown[] =>
    keysOf(edge(holderType, 'Items[].Id', 'id', 'uses', targetType, options));
  t.deepEqual(items({ when: when('item', 'Use') }), ['one']);
  t.deepEqual(items({ when: when('holder', 'Holder') }), ['one', 'two']);
  t.deepEqual(items({ when: when('holder', 'Missing') }), []);
  t.deepEqual(items({ text: { startsWith: 'tw' } }), ['two']);
  t.deepEqual(items({ text: { excludes: 'tw' } }), ['one']);
  t.deepEqual(items({ key: { startsWith: 'I' } }), ['one', 'two']);
  const pairs = (words: readonly string[]): unknown[] =>
    keysOf(
      edge(holderType, 'Pairs[].value', 'name', 'references', targetType, { key: { path: 'name', words } }),
    );
  t.deepEqual(pairs(['queue']), ['three']);
  t.deepEqual(pairs(['order']), []);
});

test('reads properties in the item and around it', (t) => {
  const rules = [
    edge(holderType, 'Rules[].Groups[].Id', 'id', 'uses', targetType, {
      properties: { port: '^.Port', kind: 'Kind', missing: 'Missing', outside: '^.^.^.^.X' },
    }),
  ];
  t.deepEqual(references(rules, { Rules: [{ Port: 443, Groups: [{ Kind: 'a', Id: 'one' }] }] }), [
    { path: 'Rules[].Groups[].Id', key: 'one', value: 'one', properties: { port: 443, kind: 'a' } },
  ]);
});

test('makes no reference of patterns, of texts in another form and of the own ARN', (t) => {
  const arns = [edge(holderType, 'A[]', 'arn', 'uses', [])];
  const own = 'arn:aws:sqs:eu-west-1:123456789012:orders';
  const texts = [
    'arn:aws:s3:::a*/b',
    'arn:aws:s3:::a?',
    'arn:aws:iam::1:role/${aws:username}',
    '*',
    'a',
    '',
    own,
  ];
  t.deepEqual(references(arns, { A: texts }), []);
  t.deepEqual(
    references([edge(holderType, 'KeyName[]', 'id', 'uses', targetType)], { KeyName: [topicArn, 'a*'] }),
    [],
  );
});

test('compares hashed values with rules for whole texts only', (t) => {
  const rules = [
    edge(holderType, 'Env.*', 'arn', 'references', []),
    edge(holderType, 'Env.*', 'id', 'references', targetType),
    edge(holderType, 'Env.*', 'dns', 'references', [], { read: '{value|lower}' }),
  ];
  t.deepEqual(references(rules, { Env: { TOPIC: marker(topicArn) } }), [
    { path: 'Env.TOPIC', key: marker(topicArn), value: marker(topicArn) },
  ]);
});

test('finds ARNs and prefixed ids outside names, descriptions, tags and exceptions', (t) => {
  const { references: found } = extractHolder(
    document({
      Any: { Arn: topicArn, Ids: ['subnet-0123456789abcdef0', 'subnet-xyz', 'task-0123456789abcdef0'] },
      TopicName: topicArn,
      Description: topicArn,
      Text: `see ${topicArn}`,
      Tags: [{ Key: 'topic', Value: topicArn }],
      Self: 'arn:aws:sqs:eu-west-1:123456789012:orders',
      NotResources: [topicArn],
      Pattern: { resources: [{ 'anything-but': topicArn }] },
      ExcludedArns: { all: topicArn },
      Notification: { Arn: topicArn },
    }),
    hash,
    extractionRules([], []),
  );
  t.deepEqual(found, [
    { rule: 'generic', path: 'Any.Arn', key: topicArn, value: topicArn },
    {
      rule: 'generic',
      path: 'Any.Ids[]',
      key: 'subnet-0123456789abcdef0',
      value: 'subnet-0123456789abcdef0',
    },
    { rule: 'generic', path: 'Notification.Arn', key: topicArn, value: topicArn },
  ]);
});

test('statements for the same principal give one reference, with conditions only if each has some', (t) => {
  const allow = (AWS: string, Condition?: object) => ({ Effect: 'Allow', Principal: { AWS }, Condition });
  const conditionsOf = (...Statement: readonly object[]) =>
    references(allowedBy(holderType, 'Policy'), { Policy: { Statement } }).map(({ key, properties }) => [
      key,
      properties,
    ]);
  const account = '210987654321';
  const ofOne = { StringEquals: { 'sts:ExternalId': 'one' } };
  const ofTwo = { StringEquals: { 'sts:ExternalId': ['one', 'two'] }, Bool: { 'aws:SecureTransport': true } };
  t.deepEqual(conditionsOf(allow(account, ofOne), allow(account, ofTwo)), [
    [
      account,
      {
        conditions: {
          StringEquals: { 'sts:ExternalId': ['one', 'two'] },
          Bool: { 'aws:SecureTransport': ['true'] },
        },
      },
    ],
  ]);
  t.deepEqual(conditionsOf(allow(account, ofOne), allow(account)), [[account, undefined]]);
  const many = { StringLike: { 'x:sub': Array.from({ length: 30 }, (_, index) => `repo-${index}`) } };
  const hostile = {
    __proto__: { 'x:y': 'z' },
    constructor: { 'x:y': 'z' },
    StringLike: { constructor: 'z' },
  };
  t.deepEqual(conditionsOf(allow(account, many)), [
    [account, { conditions: { StringLike: { 'x:sub': many.StringLike['x:sub'].slice(0, 20) } } }],
  ]);
  t.deepEqual(conditionsOf(allow(account, hostile)), [[account, undefined]]);
});

test('a condition on the key of the item selects the operators of a policy', (t) => {
  const rules = [
    edge(holderType, 'Statement.Condition.*.*[]', 'arn', 'allows_from', [], {
      key: { words: ['source arn'] },
      itemKey: { excludes: 'Not' },
    }),
  ];
  const Condition = {
    ArnLike: { 'aws:SourceArn': [topicArn], 'aws:ResourceArn': topicArn },
    ArnNotLike: { 'aws:SourceArn': topicArn },
  };
  t.deepEqual(references(rules, { Statement: { Condition } }), [
    { path: 'Statement.Condition.ArnLike["aws:SourceArn"][]', key: topicArn, value: topicArn },
  ]);
});

test('skips an own id only if the type of the holder mints it', (t) => {
  const genericOf = (resourceType: string, nativeId: string) =>
    extractHolder(
      { ...document({ Id: nativeId, Request: 'sir-g8mg6zhp' }), resourceType, nativeId },
      hash,
      extractionRules([], []),
    ).references.map(({ key }) => key);
  const instance = 'i-0123456789abcdef0';
  t.deepEqual(genericOf('AWS::EC2::Instance', instance), ['sir-g8mg6zhp']);
  t.deepEqual(genericOf('AWS::SSM::ManagedInstance', instance), [instance, 'sir-g8mg6zhp']);
  t.deepEqual(genericOf('AWS::EC2::SpotInstanceRequest', 'sir-g8mg6zhp'), []);
});

test('a value that a declared rule reads is not generic', (t) => {
  const rules = [edge(holderType, 'TopicArn', 'arn', 'notifies', ['AWS::SNS::Topic'])];
  const { references: found } = extractHolder(
    document({ TopicArn: topicArn }),
    hash,
    extractionRules(rules, []),
  );
  t.deepEqual(
    found.map(({ rule }) => rule),
    ['SQS::Queue.TopicArn:notifies'],
  );
});

test('returns identifiers with the hashes of those that environment variables can contain', (t) => {
  const identifiers: readonly IdentifierRule[] = [
    { resourceType: holderType, kind: 'url', path: 'Url' },
    { resourceType: holderType, kind: 'dns', path: 'Hosts[]', read: '{value}.example.com.' },
  ];
  const named = edge('*', 'X', 'name', 'uses', holderType, { key: { words: ['queue'] } });
  const { identifiers: found } = extractHolder(
    document({ Url: 'HTTPS://SQS.example.com/1/Q/', Hosts: ['A', 'a'] }, { nativeId: 'q' }),
    hash,
    extractionRules([named], identifiers),
  );
  const arn = 'arn:aws:sqs:eu-west-1:123456789012:orders';
  t.deepEqual(found, [
    { kind: 'arn', key: arn, hash: marker(arn) },
    { kind: 'id', key: 'q' },
    { kind: 'name', key: 'orders', hash: marker('orders') },
    { kind: 'url', key: 'https://sqs.example.com/1/Q', hash: marker('https://sqs.example.com/1/Q') },
    { kind: 'dns', key: 'a.example.com', hash: marker('a.example.com') },
  ]);
});

test('keys such as __proto__ and constructor are ordinary keys', (t) => {
  const rules = [
    edge(holderType, '*.*', 'id', 'uses', targetType),
    edge(holderType, 'toString.a', 'id', 'uses', targetType),
  ];
  const configuration =
    '{"__proto__":{"a":"one"},"constructor":{"__proto__":"two"},"toString":{"a":"three"}}';
  const found = references(rules, {}, { configuration });
  t.deepEqual(found, [
    { path: '__proto__.a', key: 'one', value: 'one' },
    { path: 'constructor.__proto__', key: 'two', value: 'two' },
    { path: 'toString.a', key: 'three', value: 'three' },
    { path: 'toString.a', key: 'three', value: 'three' },
  ]);
  t.is(Object.hasOwn(Object.prototype, 'a'), false);
});

test('different paths stay different when keys contain quotes and brackets', (t) => {
  const rules = [edge(holderType, '**', 'id', 'uses', targetType)];
  const found = references(rules, { 'a"]["b': 'one', 'a\\': 'one', 'c.d': 'one' });
  t.deepEqual(found, [
    { path: '["a\\"][\\"b"]', key: 'one', value: 'one' },
    { path: '["a\\\\"]', key: 'one', value: 'one' },
    { path: '["c.d"]', key: 'one', value: 'one' },
  ]);
});
