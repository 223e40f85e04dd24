import test from 'ava';
import { normalise } from '../../../../domain/discovery/observation/normalise.ts';
import type { NormaliseRules } from '../../../../domain/discovery/observation/normalise.ts';
import type { JsonObject } from '../../../../domain/json/json.ts';
import { toJson } from '../../../../domain/json/to-json.ts';
import type { RawItem } from '../../../../domain/discovery/observation/observe.ts';

const hash = (text: string) => Buffer.from(text).toString('hex').padEnd(64, '0').slice(0, 64);
const mark = (text: string) => `hmac-sha256:${hash(text)}`;
const observed = (item: JsonObject, rules: NormaliseRules = {}) =>
  normalise(toJson(item) as RawItem, rules, hash);

test('members that the SDK does not know are stored in their places', (t) => {
  const result = observed({
    Name: 'a',
    Endpoints: [{ Port: 1, $unmodeled: { Mode: 'dual' } }],
    $unmodeled: { Engine: { Kind: 'x', Flags: ['a'] }, IsPublic: true },
  });
  t.deepEqual(result.configuration, {
    Name: 'a',
    Endpoints: [{ Port: 1, Mode: 'dual' }],
    Engine: { Kind: 'x', Flags: ['a'] },
    IsPublic: true,
  });
  t.deepEqual(result.unmodeled, ['Endpoints[].Mode', 'Engine', 'IsPublic']);
  t.false(Object.hasOwn(observed({ Name: 'a' }), 'unmodeled'));
});

test('numbers, times and states of unknown members are volatile', (t) => {
  const { configuration, volatile } = observed({
    Nodes: [{ $unmodeled: { Load: 1, Zone: 'a' } }, { $unmodeled: { Load: 2, Zone: 'b' } }],
    $unmodeled: {
      Limit: 5,
      Used: '2026-01-02T03:04:05Z',
      LastSeenAt: 'yesterday',
      item_count: 'many',
      diskSize: '5 GB',
      SyncStatus: { Code: 'RUNNING' },
      UploadProgress: 'half',
      requestId: 'c0ffee',
      Deep: { Version: '1.2', Replicas: 3, Samples: [1, 'a'] },
      AccountId: '123456789012',
      Statusboard: 'x',
    },
  });
  t.deepEqual(configuration, {
    Nodes: [{ Zone: 'a' }, { Zone: 'b' }],
    Deep: { Version: '1.2', Samples: ['a'] },
    AccountId: '123456789012',
    Statusboard: 'x',
  });
  t.deepEqual(volatile, {
    Limit: 5,
    Used: '2026-01-02T03:04:05Z',
    LastSeenAt: 'yesterday',
    item_count: 'many',
    diskSize: '5 GB',
    SyncStatus: { Code: 'RUNNING' },
    UploadProgress: 'half',
    requestId: 'c0ffee',
    'Deep.Replicas': 3,
    'Deep.Samples[]': [1],
    'Nodes[].Load': [1, 2],
  });
});

test('texts of unknown members whose key names a secret are stored as hashes', (t) => {
  const { configuration } = observed({
    $unmodeled: {
      AdminPassword: 'p4ss',
      Credentials: { User: 'u', Nested: ['n'], Reference: 'arn:aws:iam::123456789012:role/a' },
      Note: 'password=hunter2',
      SecretArn: 'plain',
      Auth: { ApiKeyValue: 'k3y' },
    },
  });
  t.deepEqual(configuration, {
    AdminPassword: mark('p4ss'),
    Credentials: { User: mark('u'), Nested: [mark('n')], Reference: 'arn:aws:iam::123456789012:role/a' },
    Note: `password=${mark('hunter2')}`,
    SecretArn: 'plain',
    Auth: { ApiKeyValue: mark('k3y') },
  });
});

test('an unknown member of a union is stored as a member', (t) => {
  const { configuration } = observed({ Source: { $unknown: ['Queue', { Arn: 'a' }] } });
  t.deepEqual(configuration, { Source: { Queue: { Arn: 'a' } } });
});

test('a member that the item has keeps its value, and a secret path covers unknown members', (t) => {
  const { configuration } = observed(
    { Name: 'a', Login: { $unmodeled: { Word: 'x' } }, $unmodeled: { Name: 'b' } },
    { secrets: ['Login.*'] },
  );
  t.deepEqual(configuration, { Name: 'a', Login: { Word: mark('x') } });
});

test('normalising a stored configuration again changes nothing', (t) => {
  const once = observed({ $unmodeled: { Mode: 'x', Token: 's', Count: 1 } });
  t.deepEqual(observed(once.configuration).configuration, once.configuration);
});

test('the values of an identifier are shown, wherever the net of credentials would hide them', (t) => {
  const key = 'AKIAIOSFODNN7EXAMPLE';
  const item = { AccessKeyId: key, Other: key, AppToken: 'a|b' };
  t.deepEqual(observed(item, { nativeId: 'AccessKeyId' }).configuration, {
    AccessKeyId: key,
    Other: mark(key),
    AppToken: mark('a|b'),
  });
  t.is(observed(item, { nativeId: '{region}/{AppToken}' }).configuration['AppToken'], 'a|b');
  t.is(observed(item, { nativeId: '{AppToken|before:|}' }).configuration['AppToken'], mark('a|b'));
});
