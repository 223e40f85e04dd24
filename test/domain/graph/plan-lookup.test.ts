import test from 'ava';
import type { EdgeRule } from '../../../domain/graph/edge-rule.ts';
import { describeExternal } from '../../../domain/graph/plan-lookup.ts';
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
