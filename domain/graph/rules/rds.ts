import type { EdgeRule } from '../edge-rule.ts';
import { edge, encryptedBy } from './edge.ts';

/** Engines share subnet groups, parameter groups, snapshots and the namespace of their identifiers. */
const products = ['RDS', 'Neptune', 'DocDB'] as const;
const instances = products.map((product) => `AWS::${product}::DBInstance`);
const clusters = products.map((product) => `AWS::${product}::DBCluster`);
const subnetGroup = 'AWS::RDS::DBSubnetGroup';
const proxy = 'AWS::RDS::DBProxy';
const subscription = 'AWS::RDS::EventSubscription';
const subnet = 'AWS::EC2::Subnet';
const vpc = 'AWS::EC2::VPC';
const securityGroup = 'AWS::EC2::SecurityGroup';
const role = 'AWS::IAM::Role';
const secret = 'AWS::SecretsManager::Secret';

const instanceRules = (product: (typeof products)[number]): readonly EdgeRule[] => {
  const type = `AWS::${product}::DBInstance`;
  return [
    edge(type, 'DBClusterIdentifier', 'name', 'member_of', `AWS::${product}::DBCluster`),
    edge(type, 'DBSubnetGroup.DBSubnetGroupName', 'name', 'uses', subnetGroup),
    edge(type, 'DBSubnetGroup.Subnets[].SubnetIdentifier', 'id', 'contained_in', subnet),
    edge(type, 'DBSubnetGroup.VpcId', 'id', 'contained_in', vpc),
    edge(type, 'VpcSecurityGroups[].VpcSecurityGroupId', 'id', 'uses', securityGroup),
    ...encryptedBy(type, 'KmsKeyId'),
    edge(type, 'DBParameterGroups[].DBParameterGroupName', 'name', 'uses', 'AWS::RDS::DBParameterGroup'),
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
      { reversed: true },
    ),
    edge(type, 'DBSubnetGroup', 'name', 'uses', subnetGroup),
    edge(type, 'VpcSecurityGroups[].VpcSecurityGroupId', 'id', 'uses', securityGroup),
    ...encryptedBy(type, 'KmsKeyId'),
    edge(type, 'DBClusterParameterGroup', 'name', 'uses', 'AWS::RDS::DBClusterParameterGroup'),
    edge(type, 'AssociatedRoles[].RoleArn', 'arn', 'runs_as', role),
  ];
};

const rdsInstance = 'AWS::RDS::DBInstance';
const rdsCluster = 'AWS::RDS::DBCluster';

export const rdsRules: readonly EdgeRule[] = [
  ...products.flatMap(instanceRules),
  ...products.flatMap(clusterRules),

  edge(rdsInstance, 'OptionGroupMemberships[].OptionGroupName', 'name', 'uses', 'AWS::RDS::OptionGroup'),
  edge(rdsInstance, 'MonitoringRoleArn', 'arn', 'runs_as', role),
  edge(rdsInstance, 'AssociatedRoles[].RoleArn', 'arn', 'runs_as', role),
  edge(rdsInstance, 'EnhancedMonitoringResourceArn', 'arn', 'logs_to', 'AWS::Logs::LogGroup'),
  edge(rdsInstance, 'MasterUserSecret.SecretArn', 'arn', 'reads_secret', secret),
  ...encryptedBy(rdsInstance, 'PerformanceInsightsKMSKeyId'),
  // The source of a replica in another region is an ARN.
  edge(rdsInstance, 'ReadReplicaSourceDBInstanceIdentifier', 'arn', 'replicates_to', rdsInstance, {
    variant: 'arn',
    reversed: true,
  }),
  edge(rdsInstance, 'ReadReplicaSourceDBInstanceIdentifier', 'name', 'replicates_to', rdsInstance, {
    variant: 'name',
    reversed: true,
  }),
  edge(rdsCluster, 'ReplicationSourceIdentifier', 'arn', 'replicates_to', [rdsCluster, rdsInstance], {
    reversed: true,
  }),
  edge(rdsCluster, 'MonitoringRoleArn', 'arn', 'runs_as', role),
  edge(rdsCluster, 'MasterUserSecret.SecretArn', 'arn', 'reads_secret', secret),
  ...encryptedBy(rdsCluster, 'PerformanceInsightsKMSKeyId'),
  ...encryptedBy(rdsCluster, 'ActivityStreamKmsKeyId'),
  edge(rdsCluster, 'ActivityStreamKinesisStreamName', 'name', 'logs_to', 'AWS::Kinesis::Stream'),

  edge('AWS::RDS::DBSnapshot', 'DBInstanceIdentifier', 'name', 'created_from', rdsInstance),
  edge('AWS::RDS::DBSnapshot', 'SourceDBSnapshotIdentifier', 'arn', 'created_from', 'AWS::RDS::DBSnapshot'),
  ...encryptedBy('AWS::RDS::DBSnapshot', 'KmsKeyId'),
  edge('AWS::RDS::DBClusterSnapshot', 'DBClusterIdentifier', 'name', 'created_from', clusters),
  ...encryptedBy('AWS::RDS::DBClusterSnapshot', 'KmsKeyId'),

  edge(subnetGroup, 'VpcId', 'id', 'contained_in', vpc),
  edge(subnetGroup, 'Subnets[].SubnetIdentifier', 'id', 'contained_in', subnet),

  edge(proxy, 'VpcId', 'id', 'contained_in', vpc),
  edge(proxy, 'VpcSubnetIds[]', 'id', 'contained_in', subnet),
  edge(proxy, 'VpcSecurityGroupIds[]', 'id', 'uses', securityGroup),
  edge(proxy, 'RoleArn', 'arn', 'runs_as', role),
  edge(proxy, 'Auth[].SecretArn', 'arn', 'reads_secret', secret),

  edge(subscription, 'SnsTopicArn', 'arn', 'notifies', 'AWS::SNS::Topic'),
  edge(subscription, 'SourceIdsList[]', 'name', 'monitors', instances, {
    variant: 'instance',
    when: { on: 'holder', conditions: [{ path: 'SourceType', equals: 'db-instance' }] },
  }),
  edge(subscription, 'SourceIdsList[]', 'name', 'monitors', clusters, {
    variant: 'cluster',
    when: { on: 'holder', conditions: [{ path: 'SourceType', equals: 'db-cluster' }] },
  }),

  edge('AWS::RDS::GlobalCluster', 'GlobalClusterMembers[].DBClusterArn', 'arn', 'member_of', clusters, {
    reversed: true,
  }),
  edge('AWS::RDS::GlobalCluster', 'GlobalClusterMembers[].Readers[]', 'arn', 'member_of', clusters, {
    reversed: true,
  }),
];
