import type { EdgeRule } from '../edge-rule.ts';
import { edge, encryptedBy } from './edge.ts';

const cluster = 'AWS::MemoryDB::Cluster';
const subnetGroup = 'AWS::MemoryDB::SubnetGroup';

export const memorydbRules: readonly EdgeRule[] = [
  edge(cluster, 'ParameterGroupName', 'name', 'uses', 'AWS::MemoryDB::ParameterGroup'),
  edge(cluster, 'SecurityGroups[].SecurityGroupId', 'id', 'uses', 'AWS::EC2::SecurityGroup'),
  edge(cluster, 'SubnetGroupName', 'name', 'uses', 'AWS::MemoryDB::SubnetGroup'),
  ...encryptedBy(cluster, 'KmsKeyId'),
  edge(cluster, 'SnsTopicArn', 'arn', 'notifies', 'AWS::SNS::Topic'),
  edge(cluster, 'ACLName', 'name', 'uses', 'AWS::MemoryDB::ACL'),
  edge(subnetGroup, 'VpcId', 'id', 'contained_in', 'AWS::EC2::VPC'),
  edge(subnetGroup, 'Subnets[].Identifier', 'id', 'contained_in', 'AWS::EC2::Subnet'),
];
