import test from 'ava';
import type { EdgeRule } from '../../../domain/graph/edge-rule.ts';
import { describeExternal, planLookup } from '../../../domain/graph/plan-lookup.ts';
import { genericRule } from '../../../domain/graph/generic-reference.ts';
import { edge } from '../../../domain/graph/rules/edge.ts';

const typeOf = (rule: EdgeRule, key: string) => describeExternal(rule, key).resourceType;

test('an external node has the target type that its ARN names', (t) => {
  const endpoint = edge('AWS::SNS::Subscription', 'Endpoint', 'arn', 'delivers_to', [
    'AWS::SQS::Queue',
    'AWS::Lambda::Function',
    'AWS::KinesisFirehose::DeliveryStream',
  ]);
  const principal = edge('AWS::IAM::Role', 'Principal', 'arn', 'trusts', [
    'AWS::IAM::Role',
    'AWS::IAM::User',
  ]);
  const key = edge('AWS::X::Y', 'Key', 'arn', 'encrypted_by', ['AWS::KMS::Key', 'AWS::KMS::Alias']);
  for (const [rule, identifier, type] of [
    [endpoint, 'arn:aws:sqs:eu-west-1:123456789012:inbox', 'AWS::SQS::Queue'],
    [endpoint, 'arn:aws:lambda:eu-west-1:123456789012:function:ship', 'AWS::Lambda::Function'],
    [endpoint, 'arn:aws:sns:eu-west-1:123456789012:endpoint/APNS/app/1', undefined],
    [key, 'arn:aws:kms:eu-west-1:123456789012:alias/shop', 'AWS::KMS::Alias'],
    [principal, 'arn:aws:iam::123456789012:role/vendor', 'AWS::IAM::Role'],
    [principal, 'arn:aws:iam::123456789012:user/ada', 'AWS::IAM::User'],
    [principal, 'arn:aws:iam::123456789012:root', undefined],
    [edge('AWS::X::Y', 'A', 'arn', 'uses', []), 'arn:aws:sqs:eu-west-1:123456789012:inbox', undefined],
    [edge('AWS::X::Y', 'A', 'id', 'uses', ['AWS::SQS::Queue', 'AWS::SNS::Topic']), 'inbox', undefined],
    [edge('AWS::X::Y', 'A', 'id', 'uses', 'AWS::EC2::Subnet'), 'subnet-1', 'AWS::EC2::Subnet'],
  ] as const)
    t.is(typeOf(rule, identifier), type, identifier);
});

test('an id of no declared rule is searched among the types that mint it', (t) => {
  const typesOf = (key: string) =>
    planLookup({ accountId: 'a', region: 'eu-west-1' }, genericRule, undefined, key)?.types;
  t.deepEqual(typesOf('i-0123456789abcdef0'), ['AWS::EC2::Instance']);
  t.deepEqual(typesOf('fs-0123456789abcdef0'), ['AWS::EFS::FileSystem', 'AWS::FSx::FileSystem']);
  t.deepEqual(typesOf('lgw-0123456789abcdef0'), []);
  t.deepEqual(typesOf('arn:aws:sqs:eu-west-1:123456789012:inbox'), []);
});

test('an external node of a policy is an account, an organization, a service or everyone', (t) => {
  const nodeOf = (type: string, key: string) =>
    describeExternal(edge('AWS::X::Y', 'A', 'id', 'trusts', type), key);
  t.deepEqual(nodeOf('account', '210987654321'), {
    resourceType: 'account',
    awsAccountNumber: '210987654321',
    region: undefined,
  });
  for (const [type, key] of [
    ['anyone', '*'],
    ['organization', 'o-a1b2c3d4e5'],
    ['service', 'lambda.amazonaws.com'],
  ] as const)
    t.deepEqual(nodeOf(type, key), { resourceType: type, awsAccountNumber: undefined, region: undefined });
});
