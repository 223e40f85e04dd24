import type { EdgeRule } from '../edge-rule.ts';
import {
  sharedSnapshot,
  arnOrName,
  encryptedBy,
  logStreamArn,
  roleArn,
  secretArn,
  securityGroupId,
  subnetId,
  topicArn,
  vpcId,
} from './common-edges.ts';
import { edge } from './edge.ts';

/** Engines share subnet groups, parameter groups, snapshots and the namespace of their identifiers. */
const products = ['RDS', 'Neptune', 'DocDB'] as const;
const instances = products.map((product) => `AWS::${product}::DBInstance`);
const clusters = products.map((product) => `AWS::${product}::DBCluster`);
const subnetGroup = 'AWS::RDS::DBSubnetGroup';
const proxy = 'AWS::RDS::DBProxy';
const subscription = 'AWS::RDS::EventSubscription';

const instanceRules = (product: (typeof products)[number]): readonly EdgeRule[] => {
  const type = `AWS::${product}::DBInstance`;
  return [
    edge(type, 'DBClusterIdentifier', 'name', 'member_of', `AWS::${product}::DBCluster`, {
      example: 'orders',
    }),
    edge(type, 'DBSubnetGroup.DBSubnetGroupName', 'name', 'uses', subnetGroup, { example: 'private' }),
    subnetId(type, 'DBSubnetGroup.Subnets[].SubnetIdentifier', 'contained_in'),
    vpcId(type, 'DBSubnetGroup.VpcId', 'contained_in'),
    securityGroupId(type, 'VpcSecurityGroups[].VpcSecurityGroupId', 'uses'),
    ...encryptedBy(type, 'KmsKeyId'),
    edge(type, 'DBParameterGroups[].DBParameterGroupName', 'name', 'uses', 'AWS::RDS::DBParameterGroup', {
      example: 'orders',
    }),
  ];
};

const clusterRules = (product: (typeof products)[number]): readonly EdgeRule[] => {
  const type = `AWS::${product}::DBCluster`;
  return [
    edge(
      type,
      'DBClusterMembers[].DBInstanceIdentifier',
      'name',
      'member_of',
      `AWS::${product}::DBInstance`,
      { reversed: true, example: 'orders-1' },
    ),
    edge(type, 'DBSubnetGroup', 'name', 'uses', subnetGroup, { example: 'private' }),
    securityGroupId(type, 'VpcSecurityGroups[].VpcSecurityGroupId', 'uses'),
    ...encryptedBy(type, 'KmsKeyId'),
    edge(type, 'DBClusterParameterGroup', 'name', 'uses', 'AWS::RDS::DBClusterParameterGroup', {
      example: 'orders',
    }),
    roleArn(type, 'AssociatedRoles[].RoleArn', 'runs_as'),
  ];
};

const rdsInstance = 'AWS::RDS::DBInstance';
const rdsCluster = 'AWS::RDS::DBCluster';

/** Types of the sources of events. Source: RDS API reference, AddSourceIdentifierToSubscription. */
const subscribedTypes: Readonly<Record<string, string | readonly string[]>> = {
  instance: instances,
  cluster: clusters,
  snapshot: 'AWS::RDS::DBSnapshot',
  'cluster-snapshot': 'AWS::RDS::DBClusterSnapshot',
  'parameter-group': 'AWS::RDS::DBParameterGroup',
  proxy,
};

export const rdsRules: readonly EdgeRule[] = [
  ...products.flatMap(instanceRules),
  ...products.flatMap(clusterRules),

  edge(rdsInstance, 'OptionGroupMemberships[].OptionGroupName', 'name', 'uses', 'AWS::RDS::OptionGroup', {
    example: 'default:mysql-8-0',
  }),
  roleArn(rdsInstance, 'MonitoringRoleArn', 'runs_as'),
  roleArn(rdsInstance, 'AssociatedRoles[].RoleArn', 'runs_as'),
  logStreamArn(rdsInstance, 'EnhancedMonitoringResourceArn', 'logs_to'),
  secretArn(rdsInstance, 'MasterUserSecret.SecretArn', 'reads_secret'),
  ...encryptedBy(rdsInstance, 'PerformanceInsightsKMSKeyId'),
  // The source of a replica in another region is an ARN.
  ...arnOrName(
    rdsInstance,
    'ReadReplicaSourceDBInstanceIdentifier',
    'replicates_to',
    rdsInstance,
    { arn: 'arn:aws:rds:us-east-1:123456789012:db:orders-0', name: 'orders-0' },
    { reversed: true },
  ),
  edge(rdsCluster, 'ReplicationSourceIdentifier', 'arn', 'replicates_to', [rdsCluster, rdsInstance], {
    reversed: true,
    example: 'arn:aws:rds:us-east-1:123456789012:cluster:orders',
  }),
  roleArn(rdsCluster, 'MonitoringRoleArn', 'runs_as'),
  secretArn(rdsCluster, 'MasterUserSecret.SecretArn', 'reads_secret'),
  ...encryptedBy(rdsCluster, 'PerformanceInsightsKMSKeyId'),
  ...encryptedBy(rdsCluster, 'ActivityStreamKmsKeyId'),
  edge(rdsCluster, 'ActivityStreamKinesisStreamName', 'name', 'logs_to', 'AWS::Kinesis::Stream', {
    example: 'aws-rds-das-cluster-ABCDEFGHIJ',
  }),

  edge('AWS::RDS::DBSnapshot', 'DBInstanceIdentifier', 'name', 'created_from', rdsInstance, {
    example: 'orders-1',
  }),
  edge('AWS::RDS::DBSnapshot', 'SourceDBSnapshotIdentifier', 'arn', 'created_from', 'AWS::RDS::DBSnapshot', {
    example: 'arn:aws:rds:us-east-1:123456789012:snapshot:orders',
  }),
  ...sharedSnapshot('AWS::RDS::DBSnapshot', 'DBSnapshotAttributes[]'),
  ...sharedSnapshot('AWS::RDS::DBClusterSnapshot', 'DBClusterSnapshotAttributes[]'),
  ...encryptedBy('AWS::RDS::DBSnapshot', 'KmsKeyId'),
  edge('AWS::RDS::DBClusterSnapshot', 'DBClusterIdentifier', 'name', 'created_from', clusters, {
    example: 'orders',
  }),
  ...encryptedBy('AWS::RDS::DBClusterSnapshot', 'KmsKeyId'),

  vpcId(subnetGroup, 'VpcId', 'contained_in'),
  subnetId(subnetGroup, 'Subnets[].SubnetIdentifier', 'contained_in'),

  vpcId(proxy, 'VpcId', 'contained_in'),
  subnetId(proxy, 'VpcSubnetIds[]', 'contained_in'),
  securityGroupId(proxy, 'VpcSecurityGroupIds[]', 'uses'),
  roleArn(proxy, 'RoleArn', 'runs_as'),
  secretArn(proxy, 'Auth[].SecretArn', 'reads_secret'),

  edge(proxy, 'Targets[].RdsResourceId', 'name', 'connects', instances, {
    variant: 'instance',
    when: { on: 'item', conditions: [{ path: 'Type', equals: 'RDS_INSTANCE' }] },
  }),
  edge(proxy, 'Targets[].RdsResourceId', 'name', 'connects', clusters, {
    variant: 'cluster',
    when: { on: 'item', conditions: [{ path: 'Type', equals: 'TRACKED_CLUSTER' }] },
  }),
  topicArn(subscription, 'SnsTopicArn', 'notifies'),
  ...Object.entries(subscribedTypes).map(([source, types]) =>
    edge(subscription, 'SourceIdsList[]', 'name', 'monitors', types, {
      variant: source,
      when: { on: 'holder', conditions: [{ path: 'SourceType', equals: `db-${source}` }] },
    }),
  ),

  edge('AWS::RDS::GlobalCluster', 'GlobalClusterMembers[].DBClusterArn', 'arn', 'member_of', clusters, {
    reversed: true,
    example: 'arn:aws:rds:eu-west-1:123456789012:cluster:orders',
  }),
  edge('AWS::RDS::GlobalCluster', 'GlobalClusterMembers[].Readers[]', 'arn', 'member_of', clusters, {
    reversed: true,
    example: 'arn:aws:rds:us-east-1:123456789012:cluster:orders',
  }),
];
