import test from 'ava';
import { originOf } from '../../../domain/discovery/declaration/condition.ts';
import { collectorOf, RESOURCE_TYPES } from '../../../domain/discovery/declaration/resource-types.ts';
import type { JsonObject } from '../../../domain/json/json.ts';
import { originRulesOf } from '../../../domain/mapping/origin-rules.ts';
import { partResourceTypes } from '../../../domain/mapping/part-resource-types.ts';
import { mappingRulesFor } from '../../../domain/mapping/rules/mapping-rule.ts';
import { serviceOrigins } from '../../../domain/mapping/service-origins.ts';

function origin(resourceType: string, item: JsonObject, tags: Readonly<Record<string, string>> = {}) {
  const collector = collectorOf(resourceType);
  if (collector === undefined) throw new Error(`${resourceType} has no collector`);
  return originOf(item, tags, originRulesOf(collector), '111122223333');
}

/** An item that meets a rule of a collector, and one of a user that looks like it. */
const cases: readonly (readonly [
  resourceType: string,
  expected: 'child' | 'default',
  made: JsonObject,
  users: JsonObject,
])[] = [
  ['AWS::EC2::VPC', 'default', { IsDefault: true }, { IsDefault: false }],
  ['AWS::EC2::SecurityGroup', 'default', { GroupName: 'default' }, { GroupName: 'default-web' }],
  [
    'AWS::IAM::Role',
    'default',
    { Path: '/aws-service-role/x/' },
    { Path: '/', RoleName: 'AWSServiceRoleForX' },
  ],
  ['AWS::Events::EventBus', 'default', { Name: 'default' }, { Name: 'default-2' }],
  ['AWS::RDS::DBSnapshot', 'child', { SnapshotType: 'automated' }, { SnapshotType: 'manual' }],
];
for (const [resourceType, expected, made, users] of cases) {
  test(`${JSON.stringify(made)} of ${resourceType} is ${expected}, ${JSON.stringify(users)} is not`, (t) => {
    t.is(origin(resourceType, made), expected);
    t.is(origin(resourceType, users), undefined);
  });
}

test('resources with the tag of a stack or a service are children, of any type', (t) => {
  for (const tag of ['aws:autoscaling:groupName', 'elbv2.k8s.aws/cluster']) {
    t.is(origin('AWS::SQS::Queue', {}, { [tag]: 'x', 'aws:cloudformation:stack-id': 'arn' }), 'child');
  }
  t.is(origin('AWS::SQS::Queue', {}, { 'aws:cloudformation:stack-id': 'arn' }), 'stack');
  t.is(origin('AWS::SQS::Queue', {}, { 'kubernetes.io/cluster/a': 'shared', Name: 'x' }), undefined);
});

test('a resource of another account that shares it is a child', (t) => {
  t.is(origin('AWS::EC2::Subnet', { OwnerId: '444455556666' }), 'child');
  t.is(origin('AWS::EC2::Subnet', { OwnerId: '111122223333' }), undefined);
  t.is(origin('AWS::Route53Resolver::ResolverRule', { OwnerId: 'Route 53 Resolver' }), 'default');
});

test('an AWS default with tags of a user is still a default', (t) => {
  t.is(origin('AWS::EC2::VPC', { IsDefault: true }, { Name: 'main' }), 'default');
});

for (const [resourceType, rules] of Object.entries(serviceOrigins)) {
  test(`each rule for the origin of ${resourceType} holds for its example, and no rule for that of a user`, (t) => {
    for (const rule of rules) {
      t.true(rule.source.length > 10 && rule.when.length > 0);
      t.is(originOf(rule.example, {}, [rule], '111122223333'), rule.origin, JSON.stringify(rule.example));
      t.is(origin(resourceType, rule.example), rule.origin, JSON.stringify(rule.example));
      t.is(origin(resourceType, rule.users), undefined, JSON.stringify(rule.users));
    }
  });
}

test('origin rules do not read values that are not stored in the configuration', (t) => {
  for (const { resourceType } of RESOURCE_TYPES) {
    const collector = collectorOf(resourceType);
    if (collector === undefined) continue;
    const paths = originRulesOf(collector).flatMap(({ when }) =>
      when.flatMap((one) => ('path' in one ? one.path : [])),
    );
    for (const path of paths) {
      const volatile = (collector.volatile ?? []).find((one) => path === one || path.startsWith(`${one}.`));
      t.is(volatile, undefined, `${resourceType} ${path}`);
    }
  }
});

test('the part types of the origin rules are those of the mapping rules', (t) => {
  const parts = RESOURCE_TYPES.filter(({ resourceType }) =>
    mappingRulesFor(resourceType).some(({ role }) => role === 'part'),
  );
  t.deepEqual(
    parts.map(({ resourceType }) => resourceType),
    [...partResourceTypes].toSorted(),
  );
});
