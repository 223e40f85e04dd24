import test from 'ava';
import { locateEntries, locateEntry } from '../../../domain/mapping/locate-entries.ts';
import type { StateEntry } from '../../../domain/mapping/state-entry.ts';

const provider = 'provider["registry.terraform.io/hashicorp/aws"]';

function entry(name: string, fields: Partial<StateEntry> = {}): StateEntry {
  const address = `aws_sqs_queue.${name}`;
  return {
    address,
    codeAddress: address,
    terraformType: 'aws_sqs_queue',
    provider,
    attributes: {},
    ...fields,
  };
}

test('prefers the identity to the ARN, and the ARN to attributes', (t) => {
  const arn = 'arn:aws:sqs:eu-west-1:111111111111:q';
  const attributes = ['us-east-1', '333333333333'];
  t.deepEqual(
    locateEntry({ identity: { account_id: '222222222222', region: 'eu-north-1' }, arn, attributes }),
    { awsAccountNumber: '222222222222', region: 'eu-north-1', locationSource: 'identity' },
  );
  t.deepEqual(locateEntry({ arn, attributes }), {
    awsAccountNumber: '111111111111',
    region: 'eu-west-1',
    locationSource: 'arn',
  });
  t.deepEqual(locateEntry({ attributes }), {
    awsAccountNumber: '333333333333',
    region: 'us-east-1',
    locationSource: 'attribute',
  });
  t.deepEqual(locateEntry({ attributes: [] }), {});
});

test('reads an ARN of an identity, and completes an ARN without account and region with attributes', (t) => {
  t.deepEqual(locateEntry({ identity: { arn: 'arn:aws:sns:eu-west-1:111111111111:t' }, attributes: [] }), {
    awsAccountNumber: '111111111111',
    region: 'eu-west-1',
    locationSource: 'identity',
  });
  t.deepEqual(locateEntry({ arn: 'arn:aws:s3:::bucket', attributes: ['eu-west-1'] }), {
    region: 'eu-west-1',
    locationSource: 'attribute',
  });
  t.deepEqual(locateEntry({ arn: 'arn:aws:iam::aws:policy/ReadOnlyAccess', attributes: [] }), {});
});

test('reads regions, zones, account numbers, ARNs and URLs in attributes', (t) => {
  const read = {
    'eu-west-1': { region: 'eu-west-1' },
    'us-gov-west-1b': { region: 'us-gov-west-1' },
    'us-west-2-lax-1a': { region: 'us-west-2' },
    '123456789012': { awsAccountNumber: '123456789012' },
    'arn:aws:sqs:eu-west-1:123456789012:q': { region: 'eu-west-1', awsAccountNumber: '123456789012' },
    'https://sqs.eu-west-1.amazonaws.com/123456789012/q': {
      region: 'eu-west-1',
      awsAccountNumber: '123456789012',
    },
    '123456789012.dkr.ecr.cn-north-1.amazonaws.com.cn/app': {
      region: 'cn-north-1',
      awsAccountNumber: '123456789012',
    },
    'https://abc.execute-api.eu-west-1.amazonaws.com': { region: 'eu-west-1' },
  };
  for (const [value, location] of Object.entries(read))
    t.deepEqual(locateEntry({ attributes: [value] }), { ...location, locationSource: 'attribute' }, value);
  for (const value of ['global', 'https://eu-west-1.example.com/123456789012', 'x', '12345678901', '']) {
    t.deepEqual(locateEntry({ attributes: [value] }), {}, value);
  }
});

test('completes entries from the ARNs of entries with the same provider, when they agree', (t) => {
  const [named, ...rest] = locateEntries(
    [
      entry('named', { region: 'eu-central-1', locationSource: 'attribute' }),
      entry('a', {
        arn: 'arn:aws:sqs:eu-west-1:111111111111:a',
        region: 'eu-west-1',
        awsAccountNumber: '111111111111',
        locationSource: 'arn',
      }),
      entry('role', { arn: 'arn:aws:iam::111111111111:role/r', awsAccountNumber: '111111111111' }),
      entry('other', { provider: `${provider}.west` }),
    ],
    new Map(),
  );
  t.like(named, { awsAccountNumber: '111111111111', region: 'eu-central-1', locationSource: 'siblings' });
  t.deepEqual(
    rest.map(({ region, locationSource }) => [region, locationSource]),
    [
      ['eu-west-1', 'arn'],
      ['eu-west-1', 'siblings'],
      [undefined, undefined],
    ],
  );
});

test('uses the provider block when the ARNs of its entries disagree', (t) => {
  const entries = [
    entry('named'),
    entry('a', { arn: 'arn:aws:sqs:eu-west-1:111111111111:a' }),
    entry('b', { arn: 'arn:aws:sqs:eu-west-1:222222222222:b' }),
  ];
  const [alone] = locateEntries(entries, new Map());
  t.is(alone?.awsAccountNumber, undefined);
  t.like(alone, { region: 'eu-west-1', locationSource: 'siblings' });
  const [named] = locateEntries(
    entries,
    new Map([[provider, { region: 'us-east-1', assumeRoleAccount: '333333333333' }]]),
  );
  t.like(named, { awsAccountNumber: '333333333333', region: 'eu-west-1', locationSource: 'provider_block' });
});
