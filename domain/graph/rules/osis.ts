import type { EdgeRule } from '../edge-rule.ts';
import { edge } from './edge.ts';

const pipeline = 'AWS::OSIS::Pipeline';

export const osisRules: readonly EdgeRule[] = [
  edge(
    pipeline,
    'LogPublishingOptions.CloudWatchLogDestination.LogGroup',
    'name',
    'logs_to',
    'AWS::Logs::LogGroup',
  ),
  edge(pipeline, 'VpcEndpoints[].VpcEndpointId', 'id', 'uses', 'AWS::EC2::VPCEndpoint'),
  edge(pipeline, 'VpcEndpoints[].VpcId', 'id', 'contained_in', 'AWS::EC2::VPC'),
  edge(pipeline, 'VpcEndpoints[].VpcOptions.SubnetIds[]', 'id', 'contained_in', 'AWS::EC2::Subnet'),
  edge(pipeline, 'VpcEndpoints[].VpcOptions.SecurityGroupIds[]', 'id', 'uses', 'AWS::EC2::SecurityGroup'),
];
