import type { EdgeRule } from '../edge-rule.ts';
import { roleArn, securityGroupId, topicArn } from './common-edges.ts';
import { edge } from './edge.ts';

const cluster = 'AWS::DAX::Cluster';

export const daxRules: readonly EdgeRule[] = [
  topicArn(cluster, 'NotificationConfiguration.TopicArn', 'notifies'),
  edge(cluster, 'SubnetGroup', 'name', 'uses', 'AWS::DAX::SubnetGroup', { example: 'private' }),
  securityGroupId(cluster, 'SecurityGroups[].SecurityGroupIdentifier', 'uses'),
  roleArn(cluster, 'IamRoleArn', 'runs_as'),
  edge(cluster, 'ParameterGroup.ParameterGroupName', 'name', 'uses', 'AWS::DAX::ParameterGroup', {
    example: 'sessions',
  }),
];
