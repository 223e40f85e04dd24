import { createHash } from 'node:crypto';
import test from 'ava';
import fc from 'fast-check';
import type { EdgeRule, HolderDocument, IdentifierRule } from '../../../domain/graph/edge-rule.ts';
import {
  extractHolder,
  extractionRules,
  maximumLeaves,
  maximumReferences,
} from '../../../domain/graph/extract-holder.ts';
import { edge } from '../../../domain/graph/rules/edge.ts';

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
const marker = (text: string): string => `hmac-sha256:${hash(text)}`;
const type = 'AWS::SQS::Queue';
const target = 'AWS::KMS::Key';
const topicArn = 'arn:aws:sns:eu-west-1:123456789012:orders';

function document(configuration: unknown, fields: Partial<HolderDocument> = {}): HolderDocument {
  return {
    resourceType: type,
    nativeId: 'https://sqs.eu-west-1.amazonaws.com/123456789012/orders',
    arn: 'arn:aws:sqs:eu-west-1:123456789012:orders',
    name: 'orders',
    awsAccountNumber: '123456789012',
    region: 'eu-west-1',
    configuration: JSON.stringify(configuration),
    volatile: '{}',
    tags: '{}',
    ...fields,
  };
}

function references(
  rules: readonly EdgeRule[],
  configuration: unknown,
  fields: Partial<HolderDocument> = {},
): readonly unknown[] {
  return extractHolder(document(configuration, fields), hash, extractionRules(rules, [])).references.map(
    (reference) => Object.fromEntries(Object.entries(reference).filter(([field]) => field !== 'rule')),
  );
}

test('reads the values at a path of keys, arrays and any key', (t) => {
  const rules = [edge(type, 'A[].B.*.Id', 'id', 'uses', target)];
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
  const rules = [edge(type, 'A.**.Id', 'id', 'uses', target)];
  const found = references(rules, { A: { Id: 'not', b: { Id: 'one' }, c: [{ d: { Id: 'two' } }] } });
  t.deepEqual(found, [
    { path: 'A.b.Id', key: 'one', value: 'one' },
    { path: 'A.c[].d.Id', key: 'two', value: 'two' },
  ]);
});

test('accepts one value in place of an array', (t) => {
  const rules = [edge(type, 'Policy.Statement[].Principal.AWS[]', 'arn', 'allows_from', [])];
  const found = references(rules, { Policy: { Statement: { Principal: { AWS: topicArn } } } });
  t.deepEqual(found, [{ path: 'Policy.Statement.Principal.AWS', key: topicArn, value: topicArn }]);
});

test('reads tags and volatile values, and not equal keys of the configuration', (t) => {
  const rules = [
    edge(type, 'tags["aws:x/y"]', 'id', 'uses', target),
    edge(type, 'volatile.State.Id', 'id', 'uses', target),
  ];
  const fields = { tags: '{"aws:x/y":"one"}', volatile: '{"State":{"Id":"two"}}' };
  t.deepEqual(references(rules, { tags: { 'aws:x/y': 'no' }, State: { Id: 'no' } }, fields), [
    { path: 'tags["aws:x/y"]', key: 'one', value: 'one' },
    { path: 'volatile.State.Id', key: 'two', value: 'two' },
  ]);
});

test('splits a text, and reads the identifier with the expression of the rule', (t) => {
  const rules = [
    edge(type, 'Zones', 'id', 'uses', target, { split: ',' }),
    edge(type, 'Members[].Name', 'id', 'uses', target, {
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
    keysOf(edge(type, 'Items[].Id', 'id', 'uses', target, options));
  t.deepEqual(items({ when: when('item', 'Use') }), ['one']);
  t.deepEqual(items({ when: when('holder', 'Holder') }), ['one', 'two']);
  t.deepEqual(items({ when: when('holder', 'Missing') }), []);
  t.deepEqual(items({ text: { startsWith: 'tw' } }), ['two']);
  t.deepEqual(items({ text: { excludes: 'tw' } }), ['one']);
  t.deepEqual(items({ key: { startsWith: 'I' } }), ['one', 'two']);
  const pairs = (words: readonly string[]): unknown[] =>
    keysOf(edge(type, 'Pairs[].value', 'name', 'references', target, { key: { path: 'name', words } }));
  t.deepEqual(pairs(['queue']), ['three']);
  t.deepEqual(pairs(['order']), []);
});

test('reads properties in the item and around it', (t) => {
  const rules = [
    edge(type, 'Rules[].Groups[].Id', 'id', 'uses', target, {
      properties: { port: '^.Port', kind: 'Kind', missing: 'Missing', outside: '^.^.^.^.X' },
    }),
  ];
  t.deepEqual(references(rules, { Rules: [{ Port: 443, Groups: [{ Kind: 'a', Id: 'one' }] }] }), [
    { path: 'Rules[].Groups[].Id', key: 'one', value: 'one', properties: { port: 443, kind: 'a' } },
  ]);
});

test('makes no reference of patterns, of texts in another form and of the own ARN', (t) => {
  const arns = [edge(type, 'A[]', 'arn', 'uses', [])];
  const own = 'arn:aws:sqs:eu-west-1:123456789012:orders';
  const texts = [
    'arn:aws:s3:::a/*',
    'arn:aws:s3:::a?',
    'arn:aws:iam::1:role/${aws:username}',
    '*',
    'a',
    '',
    own,
  ];
  t.deepEqual(references(arns, { A: texts }), []);
  t.deepEqual(references([edge(type, 'KeyName[]', 'id', 'uses', target)], { KeyName: [topicArn, 'a*'] }), []);
});

test('compares hashed values with rules for whole texts only', (t) => {
  const rules = [
    edge(type, 'Env.*', 'arn', 'references', []),
    edge(type, 'Env.*', 'id', 'references', target),
    edge(type, 'Env.*', 'dns', 'references', [], { read: '{value|lower}' }),
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

test('a condition on the key of the item selects the operators of a policy', (t) => {
  const rules = [
    edge(type, 'Statement.Condition.*.*[]', 'arn', 'allows_from', [], {
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

test('a value that a declared rule reads is not generic', (t) => {
  const rules = [edge(type, 'TopicArn', 'arn', 'notifies', ['AWS::SNS::Topic'])];
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
    { resourceType: type, kind: 'url', path: 'Url' },
    { resourceType: type, kind: 'dns', path: 'Hosts[]', read: '{value}.example.com.' },
  ];
  const named = edge('*', 'X', 'name', 'uses', type, { key: { words: ['queue'] } });
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
  const rules = [edge(type, '*.*', 'id', 'uses', target), edge(type, 'toString.a', 'id', 'uses', target)];
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
  const rules = [edge(type, '**', 'id', 'uses', target)];
  const found = references(rules, { 'a"]["b': 'one', 'a\\': 'one', 'c.d': 'one' });
  t.deepEqual(found, [
    { path: '["a\\"][\\"b"]', key: 'one', value: 'one' },
    { path: '["a\\\\"]', key: 'one', value: 'one' },
    { path: '["c.d"]', key: 'one', value: 'one' },
  ]);
});

test('stops after 200,000 leaves', (t) => {
  const rules = extractionRules([edge(type, 'Last', 'id', 'uses', target)], []);
  const leaves = Array.from({ length: maximumLeaves - 1 }, () => 0);
  const whole = extractHolder(document({ A: leaves, Last: 'one' }), hash, rules);
  t.is(whole.cut, undefined);
  t.is(whole.references.length, 1);
  const cut = extractHolder(document({ A: [...leaves, 0], Last: 'one' }), hash, rules);
  t.is(cut.cut, 'leaves');
  t.is(cut.references.length, 0);
});

test('counts the parts of a text as leaves', (t) => {
  const rules = extractionRules([edge(type, 'Ids', 'id', 'uses', target, { split: ',' })], []);
  const parts = (count: number): string => Array.from({ length: count }, () => 'one').join(',');
  t.is(extractHolder(document({ Ids: parts(maximumLeaves - 1) }), hash, rules).cut, undefined);
  t.is(extractHolder(document({ Ids: parts(maximumLeaves) }), hash, rules).cut, 'leaves');
});

test('keeps 2,000 references, declared ones before generic ones', (t) => {
  const rules = extractionRules([edge(type, 'Ids[]', 'id', 'uses', target)], []);
  const arns = Array.from({ length: 2_500 }, (_, index) => `${topicArn}${String(index)}`);
  const ids = (length: number): readonly string[] =>
    Array.from({ length }, (_, index) => `id-${String(index)}`);
  const mixed = extractHolder(document({ Arns: arns, Ids: ids(1_500) }), hash, rules);
  t.is(mixed.cut, 'references');
  t.is(mixed.references.length, maximumReferences);
  t.is(mixed.references.filter(({ rule }) => rule === 'generic').length, 500);
  const declared = extractHolder(document({ Arns: arns, Ids: ids(2_001) }), hash, rules);
  t.is(declared.cut, 'references');
  t.is(declared.references.filter(({ rule }) => rule !== 'generic').length, maximumReferences);
  const full = extractHolder(document({ Ids: ids(2_000) }), hash, rules);
  t.is(full.cut, undefined);
  t.is(full.references.length, maximumReferences);
});

test('equal references count once', (t) => {
  const rules = [edge(type, 'Ids[]', 'id', 'uses', target)];
  t.is(references(rules, { Ids: Array.from({ length: 5_000 }, () => 'one') }).length, 1);
});

test('cuts a document that is deeper than 1,000 levels', (t) => {
  const depth = 100_000;
  const configuration = `{"A":${'['.repeat(depth)}"${topicArn}"${']'.repeat(depth)}}`;
  t.is(extractHolder(document({}, { configuration }), hash, extractionRules([], [])).cut, 'leaves');
});

test('limits paths to 500 characters and identifiers to 2,048 bytes', (t) => {
  const rules = [edge(type, '**', 'id', 'uses', target)];
  const [found] = extractHolder(
    document({ ['😀'.repeat(400)]: { ['b'.repeat(400)]: 'one' } }),
    hash,
    extractionRules(rules, []),
  ).references;
  t.true((found?.path.length ?? 501) <= 500);
  t.notThrows(() => encodeURIComponent(found?.path ?? ''), 'no half of a surrogate pair');
  t.is(references(rules, { a: 'x'.repeat(2_049), b: 'ä'.repeat(1_025) }).length, 0);
  t.is(references(rules, { a: 'x'.repeat(2_048), b: 'ä'.repeat(1_024) }).length, 2);
});

test('every document of a property test gives bounded references with well-formed fields', (t) => {
  const rules = extractionRules(
    [edge(type, '**', 'name', 'uses', target), edge(type, '*[].a', 'dns', 'uses', target, { split: ',' })],
    [{ resourceType: type, kind: 'name', path: '**' }],
  );
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 5 })), (configuration) => {
      const { references: found, identifiers } = extractHolder(document(configuration), hash, rules);
      const entries = found.map(({ rule, path, key }) => JSON.stringify([rule, path, key]));
      return (
        new Set(entries).size === found.length &&
        found.every(({ key, path }) => key !== '' && path.length <= 500) &&
        new Set(identifiers.map(({ kind, key }) => `${kind} ${key}`)).size === identifiers.length
      );
    }),
  );
  t.pass();
});
