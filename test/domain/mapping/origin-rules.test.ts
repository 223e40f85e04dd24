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

const dhcp = (...entries: readonly (readonly [key: string, value: string])[]) => ({
  DhcpConfigurations: entries.map(([Key, Value]) => ({ Key, Values: [{ Value }] })),
});
const amazonDns = ['domain-name-servers', 'AmazonProvidedDNS'] as const;

/** An item that AWS or a service makes, and one of a user that looks like it. */
const cases: readonly (readonly [
  resourceType: string,
  expected: 'child' | 'default',
  made: JsonObject,
  users: JsonObject,
])[] = [
  ['AWS::EC2::VPC', 'default', { IsDefault: true }, { IsDefault: false }],
  ['AWS::EC2::InternetGateway', 'default', { DefaultVpc: true }, { Attachments: [{ VpcId: 'vpc-1' }] }],
  ['AWS::EC2::SecurityGroup', 'default', { GroupName: 'default' }, { GroupName: 'default-web' }],
  [
    'AWS::EC2::SecurityGroup',
    'child',
    { GroupName: 'd-1_controllers', Description: 'AWS created security group for d-1 directory controllers' },
    { GroupName: 'd-1_controllers', Description: 'security group for d-1' },
  ],
  [
    'AWS::EC2::DHCPOptions',
    'default',
    dhcp(['domain-name', 'eu-west-1.compute.internal'], amazonDns),
    dhcp(['domain-name', 'eu-west-1.compute.internal'], amazonDns, ['ntp-servers', '169.254.169.123']),
  ],
  [
    'AWS::EC2::DHCPOptions',
    'default',
    dhcp(['domain-name', 'ec2.internal'], amazonDns),
    dhcp(['domain-name', 'example.test'], amazonDns),
  ],
  [
    'AWS::EC2::NetworkInterface',
    'child',
    { InterfaceType: 'nat_gateway' },
    { InterfaceType: 'interface', Description: 'nat_gateway' },
  ],
  [
    'AWS::EC2::NetworkInterface',
    'child',
    { Description: 'arn:aws-cn:ecs:cn-north-1:111122223333:attachment/1' },
    { Description: 'for ecs' },
  ],
  ['AWS::MemoryDB::SubnetGroup', 'default', { Name: 'default' }, { Name: 'default-cache' }],
  ['AWS::ECS::Cluster', 'child', { clusterName: 'jobs_Batch_0a1b' }, { clusterName: 'Batch_jobs' }],
  [
    'AWS::IAM::Role',
    'default',
    { Path: '/aws-service-role/x/' },
    { Path: '/', RoleName: 'AWSServiceRoleForX' },
  ],
  [
    'AWS::RDS::DBInstance',
    'child',
    { Engine: 'postgres', DBClusterIdentifier: 'a' },
    { Engine: 'aurora-postgresql', DBClusterIdentifier: 'a' },
  ],
  ['AWS::SecretsManager::Secret', 'child', { Name: 'rds!cluster-1' }, { Name: 'rds/cluster-1' }],
  [
    'AWS::Backup::BackupPlan',
    'default',
    { BackupPlanName: 'aws/efs/automatic-backup-plan' },
    { BackupPlanName: 'aws' },
  ],
  ['AWS::Logs::LogGroup', 'child', { logGroupName: '/aws/eks/a/cluster' }, { logGroupName: '/app/aws/eks/' }],
  ['AWS::Events::EventBus', 'default', { Name: 'default' }, { Name: 'default-2' }],
  [
    'AWS::Redshift::ClusterSecurityGroup',
    'default',
    { ClusterSecurityGroupName: 'default' },
    { ClusterSecurityGroupName: 'web' },
  ],
  ['AWS::WAFv2::WebACL', 'child', { ManagedByFirewallManager: true }, { ManagedByFirewallManager: false }],
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

test('every type with an origin rule of a service has a collector, and every rule a source and a condition', (t) => {
  for (const [resourceType, rules] of Object.entries(serviceOrigins)) {
    t.truthy(collectorOf(resourceType), resourceType);
    for (const { source, when } of rules) t.true(source.length > 10 && when.length > 0, resourceType);
  }
});

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
