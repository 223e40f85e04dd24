import test from 'ava';
import { resourceIdentifiers } from '../../../domain/changes/resource-identifiers.ts';

const identify = (resourceType: string, nativeId: string, arn?: string, name?: string) =>
  resourceIdentifiers({ resourceType, nativeId, arn, name }).map(
    (one) => `${one.resourceType} ${one.identifier}`,
  );

test('a role is identified by ARN, path and name', (t) => {
  const found = identify('AWS::IAM::Role', 'deploy', 'arn:aws:iam::111111111111:role/team/deploy', 'deploy');
  for (const text of ['arn:aws:iam::111111111111:role/team/deploy', 'team/deploy', 'deploy'])
    t.true(found.includes(`AWS::IAM::Role ${text}`));
  t.true(found.includes('* arn:aws:iam::111111111111:role/team/deploy'));
});

test('a setting of the account is not identified by the account number', (t) => {
  t.deepEqual(identify('AWS::EC2::EBSEncryptionByDefault', '111111111111'), [
    'AWS::EC2::EBSEncryptionByDefault @',
  ]);
});

test('a rule of another event bus is not identified by its name alone', (t) => {
  const arn = 'arn:aws:events:eu-west-1:111111111111:rule/bus/orders';
  const found = identify('AWS::Events::Rule', arn, arn, 'orders');
  t.true(found.includes('AWS::Events::Rule bus/orders'));
  t.false(found.includes('AWS::Events::Rule orders'));
});

test('a record set with a set identifier is identified by zone, name and type', (t) => {
  t.true(
    identify('AWS::Route53::RecordSet', 'Z1_example.com_A_blue').includes(
      'AWS::Route53::RecordSet Z1_example.com_A',
    ),
  );
});

test('a secret is identified by its name', (t) => {
  const arn = 'arn:aws:secretsmanager:eu-west-1:111111111111:secret:prod/orders-AbCdEf';
  t.true(
    identify('AWS::SecretsManager::Secret', arn, arn).includes('AWS::SecretsManager::Secret prod/orders'),
  );
});

test('a single resource of an account is identified by its type, and by its ARN', (t) => {
  const arn = 'arn:aws:securityhub:eu-west-1:111111111111:hub/default';
  const found = identify('AWS::SecurityHub::Hub', arn, arn);
  t.true(found.includes('AWS::SecurityHub::Hub @'));
  t.true(found.includes(`* ${arn}`));
});

test('identifiers have the forms in which services write them', (t) => {
  const digest = `sha256:${'0'.repeat(64)}`;
  for (const [type, nativeId, arn, expected] of [
    ['AWS::ECR::Image', `shop/web@${digest}`, undefined, `AWS::ECR::Image ${digest}`],
    ['AWS::Route53::HostedZone', 'Z1', undefined, 'AWS::Route53::HostedZone /hostedzone/Z1'],
    ['AWS::Route53Domains::Domain', 'example.com.', undefined, 'AWS::Route53Domains::Domain example.com'],
    ['AWS::EFS::FileSystem', 'fs-0123456789abcdef0', undefined, '* fs-0123456789abcdef0'],
    [
      'AWS::WAFv2::WebACLAssociation',
      'arn:aws:a|arn:aws:b',
      undefined,
      'AWS::WAFv2::WebACLAssociation arn:aws:a',
    ],
    ['AWS::Organizations::Account', '444455556666', undefined, 'AWS::Organizations::Account 444455556666'],
    [
      'AWS::WAFv2::WebACL',
      'x',
      'arn:aws:wafv2:eu-west-1:1:regional/webacl/foo/1a',
      'AWS::WAFv2::WebACL webacl/foo/1a',
    ],
  ] as const)
    t.true(identify(type, nativeId, arn).includes(expected), expected);
});
