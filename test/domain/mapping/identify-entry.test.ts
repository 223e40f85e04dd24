import test from 'ava';
import { identifyEntry } from '../../../domain/mapping/identify-entry.ts';
import type { MatchCandidate } from '../../../domain/mapping/identify-entry.ts';
import type { StateEntry } from '../../../domain/mapping/state-entry.ts';

const account = '111122223333';
const base: StateEntry = {
  address: 'aws_x.this',
  codeAddress: 'aws_x.this',
  terraformType: 'aws_x',
  provider: 'provider["registry.terraform.io/hashicorp/aws"]',
  awsAccountNumber: account,
  region: 'eu-west-1',
  locationSource: 'arn',
  attributes: {},
};
const unplaced: StateEntry = (() => {
  const { awsAccountNumber: _account, region: _region, locationSource: _source, ...rest } = base;
  return rest;
})();

function candidatesOf(entry: Partial<StateEntry>, from: StateEntry = base): readonly MatchCandidate[] {
  return identifyEntry({ ...from, ...entry }).candidates;
}

test('tries identity, ARN and computed id in this order', (t) => {
  const arn = `arn:aws:sqs:eu-west-1:${account}:orders`;
  const url = `https://sqs.eu-west-1.amazonaws.com/${account}/orders`;
  t.deepEqual(
    candidatesOf({
      terraformType: 'aws_sqs_queue',
      arn,
      id: url,
      identity: { account_id: account, region: 'eu-west-2', url },
      attributes: { url },
    }),
    [
      {
        method: 'identity',
        confidence: 'high',
        resourceType: 'AWS::SQS::Queue',
        nativeId: url,
        awsAccountNumber: account,
        region: 'eu-west-2',
      },
      { method: 'arn', confidence: 'high', resourceType: 'AWS::SQS::Queue', arn },
      {
        method: 'computed',
        confidence: 'high',
        resourceType: 'AWS::SQS::Queue',
        nativeId: url,
        awsAccountNumber: account,
        region: 'eu-west-1',
      },
    ],
  );
});

test('uses the ARN of the identity first', (t) => {
  const arn = `arn:aws:sns:eu-west-1:${account}:orders`;
  t.deepEqual(candidatesOf({ terraformType: 'aws_sns_topic', arn, id: arn, identity: { arn } })[0], {
    method: 'identity_arn',
    confidence: 'high',
    resourceType: 'AWS::SNS::Topic',
    arn,
  });
});

test('uses the identifier of a database, whose id is the resource id from version 5', (t) => {
  const entry = { terraformType: 'aws_db_instance', attributes: { identifier: 'orders' } };
  for (const id of ['db-ABCDEFGHIJKL', 'orders']) {
    t.deepEqual(
      candidatesOf({ ...entry, id }).map(({ nativeId }) => nativeId),
      ['orders'],
    );
  }
});

test('has medium confidence in a computed id when the location is from the provider block', (t) => {
  const [candidate] = candidatesOf({
    terraformType: 'aws_iam_role_policy',
    locationSource: 'provider_block',
    attributes: { role: 'deploy', name: 'write' },
  });
  t.deepEqual(candidate, {
    method: 'computed',
    confidence: 'medium',
    resourceType: 'AWS::IAM::RolePolicy',
    nativeId: 'deploy:write',
    awsAccountNumber: account,
    region: 'global',
  });
});

test('matches generated ids, but no names, without a location', (t) => {
  t.deepEqual(candidatesOf({ terraformType: 'aws_nat_gateway', id: 'nat-1' }, unplaced), [
    { method: 'id', confidence: 'high', resourceType: 'AWS::EC2::NatGateway', nativeId: 'nat-1' },
  ]);
  const name = { terraformType: 'aws_autoscaling_group', id: 'web', attributes: { name: 'web' } };
  t.deepEqual(candidatesOf(name, unplaced), []);
});

test('matches entries of unlisted types by ARN only', (t) => {
  const arn = `arn:aws:amplify:eu-west-1:${account}:apps/d1`;
  const entry = { terraformType: 'aws_amplify_app', id: 'd1' };
  t.deepEqual(candidatesOf({ ...entry, arn }), [{ method: 'arn', confidence: 'medium', arn }]);
  t.deepEqual(candidatesOf(entry), []);
});

test('has no candidates for associations, even with the ARN of the parent', (t) => {
  const identity = identifyEntry({
    ...base,
    terraformType: 'aws_sns_topic_policy',
    arn: `arn:aws:sns:eu-west-1:${account}:orders`,
  });
  t.deepEqual(identity, { role: 'association', candidates: [] });
});

test('removes the suffix of log group ARNs and lower-cases partition, service and region', (t) => {
  const [candidate] = candidatesOf({
    terraformType: 'aws_cloudwatch_log_group',
    arn: `arn:AWS:logs:EU-WEST-1:${account}:log-group:/app/Web:*`,
    attributes: { name: '/app/Web' },
  });
  t.is(candidate?.arn, `arn:aws:logs:eu-west-1:${account}:log-group:/app/Web`);
});

test('chooses the rule of a type by its condition', (t) => {
  const entry = { ...base, terraformType: 'aws_security_group_rule', id: 'sgrule-1' };
  const attributes = { security_group_rule_id: 'sgr-1' };
  const typeOf = (type: string) =>
    identifyEntry({ ...entry, attributes: { ...attributes, type } }).resourceType;
  t.is(typeOf('ingress'), 'AWS::EC2::SecurityGroupIngress');
  t.is(typeOf('egress'), 'AWS::EC2::SecurityGroupEgress');
  t.is(typeOf('other'), undefined);
});

test('does not read inherited properties of attributes', (t) => {
  t.deepEqual(candidatesOf({ terraformType: 'constructor', id: '__proto__' }), []);
});

test('uses the complete name of a record and its set identifier', (t) => {
  const attributes = { zone_id: 'Z1', fqdn: 'WWW.example.com.', type: 'A', name: 'www' };
  const idOf = (more: Record<string, string>) =>
    candidatesOf({ terraformType: 'aws_route53_record', attributes: { ...attributes, ...more } })[0]
      ?.nativeId;
  t.is(idOf({}), 'Z1_www.example.com_A');
  t.is(idOf({ set_identifier: 'blue' }), 'Z1_www.example.com_A_blue');
  t.is(idOf({ set_identifier: '' }), 'Z1_www.example.com_A');
});

test('searches a subscription to the topic of another account in the account that subscribed', (t) => {
  const arn = `arn:aws:sns:eu-west-1:444455556666:orders:00000000-0000-4000-8000-000000000000`;
  const entry = { terraformType: 'aws_sns_topic_subscription', arn, awsAccountNumber: '444455556666' };
  t.like(candidatesOf({ ...entry, attributes: { owner_id: account } })[1], {
    method: 'computed',
    nativeId: arn,
    awsAccountNumber: account,
  });
});

test('an ARN in the id identifies when the attribute arn is absent', (t) => {
  const arn = `arn:aws:sns:eu-west-1:${account}:orders`;
  const candidate = { method: 'arn', confidence: 'high', resourceType: 'AWS::SNS::Topic', arn } as const;
  t.deepEqual(candidatesOf({ terraformType: 'aws_sns_topic', id: arn }, unplaced)[0], candidate);
  t.deepEqual(candidatesOf({ terraformType: 'aws_new_thing', id: arn }, unplaced), [
    { method: 'arn', confidence: 'medium', arn },
  ]);
  for (const id of [`${arn},${arn}`, `${arn}|v1`, `${arn}_${arn}`, 'orders'])
    t.deepEqual(candidatesOf({ terraformType: 'aws_new_thing', id }, unplaced), [], id);
});
