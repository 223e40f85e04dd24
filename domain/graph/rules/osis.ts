import type { EdgeRule } from '../edge-rule.ts';
import { logGroupName, securityGroupId, subnetId, vpcId } from './common-edges.ts';
import { edge } from './edge.ts';

const pipeline = 'AWS::OSIS::Pipeline';

export const osisRules: readonly EdgeRule[] = [
  logGroupName(pipeline, 'LogPublishingOptions.CloudWatchLogDestination.LogGroup', 'logs_to'),
  edge(pipeline, 'VpcEndpoints[].VpcEndpointId', 'id', 'uses', 'AWS::EC2::VPCEndpoint', {
    example: 'vpce-050f79086ee71ac05',
  }),
  vpcId(pipeline, 'VpcEndpoints[].VpcId', 'contained_in'),
  subnetId(pipeline, 'VpcEndpoints[].VpcOptions.SubnetIds[]', 'contained_in'),
  securityGroupId(pipeline, 'VpcEndpoints[].VpcOptions.SecurityGroupIds[]', 'uses'),
];
