import type { EdgeRule } from '../edge-rule.ts';
import { edge } from './edge.ts';

const cluster = 'AWS::DAX::Cluster';

export const daxRules: readonly EdgeRule[] = [
  edge(cluster, 'NotificationConfiguration.TopicArn', 'arn', 'notifies', 'AWS::SNS::Topic'),
  edge(cluster, 'SubnetGroup', 'name', 'uses', 'AWS::DAX::SubnetGroup'),
  edge(cluster, 'SecurityGroups[].SecurityGroupIdentifier', 'id', 'uses', 'AWS::EC2::SecurityGroup'),
  edge(cluster, 'IamRoleArn', 'arn', 'runs_as', 'AWS::IAM::Role'),
  edge(cluster, 'ParameterGroup.ParameterGroupName', 'name', 'uses', 'AWS::DAX::ParameterGroup'),
];
