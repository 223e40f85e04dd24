import { createHash } from 'node:crypto';
import test from 'ava';
import fc from 'fast-check';
import { canonicalJson } from '../../../../domain/json/canonical.ts';
import { normalise } from '../../../../domain/discovery/observation/normalise.ts';
import type { NormaliseRules } from '../../../../domain/discovery/observation/normalise.ts';
import type { RawItem } from '../../../../domain/discovery/observation/observe.ts';
import { toJson } from '../../../../domain/json/to-json.ts';

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
const rules: NormaliseRules = {
  embedded: ['Policy'],
  secrets: ['Environment.*'],
  volatile: ['State', 'Items[].At'],
  sets: { Items: '', 'Nested.Set': '' },
};
const run = (value: object, withRules = rules): ReturnType<typeof normalise> =>
  normalise(toJson(value) as RawItem, withRules, hash);

const anyObject = fc.dictionary(
  fc.oneof(
    fc.string(),
    fc.constantFrom(
      'Policy',
      'Environment',
      'State',
      'Items',
      'At',
      'Tags',
      'Nested',
      'Set',
      'Effect',
      'Principal',
      'Action',
      '__proto__',
      '1',
    ),
  ),
  fc.jsonValue({ maxDepth: 3 }),
);

test('normalising is idempotent', (t) => {
  fc.assert(
    fc.property(anyObject, (value) => {
      const once = run(value);
      const twice = run(once.configuration);
      t.is(canonicalJson(twice.configuration), canonicalJson(once.configuration));
    }),
  );
  t.pass();
});

test('ignores the order of keys', (t) => {
  fc.assert(
    fc.property(anyObject, (value) => {
      const reversed = Object.fromEntries(Object.entries(value).toReversed());
      t.is(canonicalJson(run(reversed).configuration), canonicalJson(run(value).configuration));
    }),
  );
});

test('sorts set-like arrays and keeps the order of other arrays', (t) => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.jsonValue({ maxDepth: 1 }), { minLength: 2, maxLength: 6 }), (items) => {
      const reversed = items.toReversed();
      const pick = (value: object): string => canonicalJson(run(value).configuration);
      t.is(pick({ Items: reversed }), pick({ Items: items }));
      t.is(pick({ SecurityGroupIds: reversed }), pick({ SecurityGroupIds: items }));
    }),
  );
  t.not(
    canonicalJson(run({ Command: ['a', 'b'] }).configuration),
    canonicalJson(run({ Command: ['b', 'a'] }).configuration),
  );
});

test('separates volatile values from the configuration', (t) => {
  const { configuration, volatile } = run({
    State: 'on',
    Items: [
      { At: 1, Id: 'b' },
      { At: 2, Id: 'a' },
    ],
    Keep: 1,
  });
  t.deepEqual(configuration, { Items: [{ Id: 'a' }, { Id: 'b' }], Keep: 1 });
  t.deepEqual(volatile, { 'Items[].At': [1, 2], State: 'on' });
});

test('parses an embedded policy, plain or URL-encoded', (t) => {
  const one = JSON.stringify({ Statement: [{ Effect: 'Allow', Action: ['b', 'a'] }] });
  const other = encodeURIComponent(JSON.stringify({ Statement: [{ Action: ['a', 'b'], Effect: 'Allow' }] }));
  t.deepEqual(run({ Policy: one }).configuration, run({ Policy: other }).configuration);
  t.deepEqual(run({ Policy: 'no JSON' }).configuration, { Policy: 'no JSON' });
});

test('principals and values of conditions in a policy are sets', (t) => {
  const set = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(set, set, set, (principals, values, actions) => {
      const policy = (order: (items: readonly string[]) => unknown) => ({
        Policy: {
          Statement: [
            {
              Effect: 'Allow',
              Principal: { AWS: order(principals), Service: order(values) },
              NotPrincipal: { Federated: order(values) },
              Action: order(actions),
              Condition: { StringEquals: { 'aws:SourceAccount': order(values) } },
            },
          ],
        },
      });
      const stored = run(policy((items) => items)).configuration;
      t.deepEqual(run(policy((items) => items.toReversed())).configuration, stored);
      t.deepEqual(run(policy((items) => (items.length === 1 ? items[0] : items))).configuration, stored);
      t.deepEqual(run(stored).configuration, stored);
    }),
  );
});

test('a set of a policy statement with one element is equal to the element', (t) => {
  const statement = { Effect: 'Allow', Principal: { AWS: ['a'] }, Action: ['b'], Resource: ['c', 'd'] };
  t.deepEqual(run({ Policy: { Statement: [statement] } }).configuration, {
    Policy: { Statement: [{ Action: 'b', Effect: 'Allow', Principal: { AWS: 'a' }, Resource: ['c', 'd'] }] },
  });
  // An event pattern, in which an array has another meaning than a text.
  const pattern = { Action: ['b'], Principal: { AWS: ['b', 'a'] } };
  t.deepEqual(run({ Policy: pattern }).configuration, { Policy: pattern });
  t.deepEqual(run({ Statement: [statement] }).configuration, { Statement: [statement] });
});

test('the order of subnets of an Auto Scaling group, of CIDRs of an EKS cluster and of subnets of a broker has no meaning', (t) => {
  const resource = (items: readonly string[]) => ({
    VPCZoneIdentifier: items.join(','),
    resourcesVpcConfig: { publicAccessCidrs: items },
    Provisioned: { BrokerNodeGroupInfo: { ClientSubnets: items } },
  });
  t.deepEqual(run(resource(['b', 'a'])).configuration, run(resource(['a', 'b'])).configuration);
  t.is(run(resource(['b', 'a'])).configuration['VPCZoneIdentifier'], 'a,b');
});

test('keeps the order of statements in a policy', (t) => {
  const { configuration } = run({ Policy: '{"Statement":[{"Sid":"b"},{"Sid":"a"}]}' });
  t.deepEqual(configuration, { Policy: { Statement: [{ Sid: 'b' }, { Sid: 'a' }] } });
});

test('removes empty values but keeps false and zero', (t) => {
  t.deepEqual(run({ a: null, b: '', c: [], d: {}, e: { f: [{}] }, g: false, h: 0 }).configuration, {
    g: false,
    h: 0,
  });
});

test('converts dates and bytes of the SDK to text', (t) => {
  const value = {
    At: new Date('2026-01-02T03:04:05.678Z'),
    Bytes: new Uint8Array([104, 105]),
    $metadata: { x: 1 },
  };
  t.deepEqual(run(value).configuration, { At: '2026-01-02T03:04:05.678Z', Bytes: 'aGk=' });
});

test('canonical JSON is valid JSON and equal for equal values', (t) => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonicalJson(toJson(value));
      t.is(canonicalJson(JSON.parse(text)), text);
      t.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(value)));
    }),
  );
  t.is(
    canonicalJson({ b: 1, a: [true, null, 'é'], 10: 0, 9: 0 }),
    '{"10":0,"9":0,"a":[true,null,"é"],"b":1}',
  );
});

test('replaces a declared secret by a hash that changes with its value', (t) => {
  const hashes = ['hunter2', 'hunter2', 'hunter3'].map(
    (KEY) => run({ Environment: { KEY } }).configuration['Environment'],
  );
  t.deepEqual(hashes[0], { KEY: `hmac-sha256:${hash('hunter2')}` });
  t.deepEqual(hashes[1], hashes[0]);
  t.notDeepEqual(hashes[2], hashes[0]);
});
