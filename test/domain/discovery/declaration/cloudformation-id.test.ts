import test from 'ava';
import { cloudControlTable } from '../../../../domain/discovery/cloud-control/cloud-control-table.ts';
import { SERVICES } from '../../../../domain/discovery/collectors/index.ts';
import {
  cloudformationId,
  withoutCloudformationId,
} from '../../../../domain/discovery/declaration/cloudformation-id.ts';

const identifiers = new Map(
  cloudControlTable.map((line) => {
    const [type = '', identifier = ''] = line.split('|');
    return [type, identifier.split(',')] as const;
  }),
);

test('derives the identifier of CloudFormation where it is not the native id', (t) => {
  const arn = 'arn:aws:x:eu-west-1:123456789012:y/z';
  const cases: readonly (readonly [string, string, string])[] = [
    ['ApiGateway::Stage', 'abc/live', 'abc|live'],
    ['ApiGatewayV2::Authorizer', 'api/auth', 'auth|api'],
    [
      'ApplicationAutoScaling::ScalableTarget',
      'ecs/service/web/api/ecs:service:DesiredCount',
      'service/web/api|ecs:service:DesiredCount|ecs',
    ],
    ['AutoScaling::ScheduledAction', 'group/nightly', 'nightly|group'],
    ['Batch::JobDefinition', 'arn:aws:batch:eu-west-1:123456789012:job-definition/etl:3', 'etl'],
    ['ECS::Cluster', 'arn:aws:ecs:eu-west-1:123456789012:cluster/web', 'web'],
    [
      'Config::AggregationAuthorization',
      'arn:aws:config:eu-west-1:123456789012:aggregation-authorization/210987654321/us-east-1',
      '210987654321|us-east-1',
    ],
    [
      'EKS::AccessEntry',
      'web/arn:aws:iam::123456789012:role/admin',
      'arn:aws:iam::123456789012:role/admin|web',
    ],
    ['IAM::RolePolicy', 'deploy:write', 'write|deploy'],
    ['Logs::SubscriptionFilter', '/aws/lambda/a:ship', 'ship|/aws/lambda/a'],
    [
      'SSO::PermissionSet',
      'arn:aws:sso:::permissionSet/ssoins-1/ps-2',
      'arn:aws:sso:::instance/ssoins-1|arn:aws:sso:::permissionSet/ssoins-1/ps-2',
    ],
    ['WAFv2::WebACL', 'arn:aws:wafv2:eu-west-1:123456789012:regional/webacl/shop/1-2', 'shop|1-2|REGIONAL'],
    ['WAFv2::IPSet', 'arn:aws:wafv2:us-east-1:123456789012:global/ipset/bad/3', 'bad|3|CLOUDFRONT'],
    ['Transfer::User', 's-1/ann', arn],
  ];
  for (const [type, nativeId, expected] of cases)
    t.is(cloudformationId({ resourceType: `AWS::${type}`, nativeId, arn }), expected, type);
  t.is(cloudformationId({ resourceType: 'AWS::EC2::VPC', nativeId: 'vpc-1', arn }), undefined);
  t.is(cloudformationId({ resourceType: 'AWS::ApiGateway::Stage', nativeId: 'odd' }), undefined);
});

/** Whether a native id is not the values of the primary identifier, in their order, joined by `|`. */
function differs(nativeId: string, primary: readonly string[]): boolean {
  const parts = [...nativeId.matchAll(/\{([^{}|]+)[^{}]*\}/g)];
  if (primary.length === 1) return parts.length > 1 && !nativeId.startsWith('arn:');
  return nativeId.replaceAll(/\{[^{}]+\}/g, 'x') !== primary.map(() => 'x').join('|');
}

test('every type with another identifier in CloudFormation has a derivation, or is listed as having none', (t) => {
  // The identifiers are the values of the schema's properties under other names, or in one property.
  const equal = new Set(['AWS::SSO::Assignment', 'AWS::EKS::Nodegroup']);
  const missing = SERVICES.flatMap(({ types }) => types).filter(({ resourceType, nativeId }) => {
    const primary = identifiers.get(resourceType);
    const texts = [nativeId].flat();
    if (primary === undefined || equal.has(resourceType)) return false;
    if (!texts.some((one) => differs(one, primary))) return false;
    const example = { resourceType, nativeId: 'arn:aws:a:b:c:d/e/f/g:f/g/h', arn: 'arn', name: 'name' };
    return cloudformationId(example) === undefined && !withoutCloudformationId.has(resourceType);
  });
  t.deepEqual(
    missing.map(({ resourceType }) => resourceType),
    [],
  );
});

test('a type whose identifier in CloudFormation is the ARN has it, if its native id is another one', (t) => {
  const types = SERVICES.flatMap(({ types }) => types).filter(({ resourceType, nativeId, arn }) => {
    const [only = '', ...others] = identifiers.get(resourceType) ?? [];
    const isNative = String(nativeId) === String(arn) || /arn/i.test(String(nativeId));
    return others.length === 0 && /arn$/i.test(only) && !isNative;
  });
  t.true(types.length > 15);
  for (const { resourceType } of types)
    t.is(cloudformationId({ resourceType, nativeId: 'id', arn: 'arn' }), 'arn', resourceType);
});
