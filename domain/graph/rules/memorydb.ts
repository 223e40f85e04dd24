import type { EdgeRule } from '../edge-rule.ts';
import { encryptedBy, securityGroupId, subnetId, topicArn, vpcId } from './common-edges.ts';
import { edge } from './edge.ts';

const cluster = 'AWS::MemoryDB::Cluster';
const subnetGroup = 'AWS::MemoryDB::SubnetGroup';

export const memorydbRules: readonly EdgeRule[] = [
  edge(cluster, 'ParameterGroupName', 'name', 'uses', 'AWS::MemoryDB::ParameterGroup', {
    example: 'sessions',
  }),
  securityGroupId(cluster, 'SecurityGroups[].SecurityGroupId', 'uses'),
  edge(cluster, 'SubnetGroupName', 'name', 'uses', 'AWS::MemoryDB::SubnetGroup', { example: 'private' }),
  ...encryptedBy(cluster, 'KmsKeyId'),
  topicArn(cluster, 'SnsTopicArn', 'notifies'),
  edge(cluster, 'ACLName', 'name', 'uses', 'AWS::MemoryDB::ACL', { example: 'applications' }),
  vpcId(subnetGroup, 'VpcId', 'contained_in'),
  subnetId(subnetGroup, 'Subnets[].Identifier', 'contained_in'),
];
