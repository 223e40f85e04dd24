import type { EdgeRule } from '../edge-rule.ts';
import { edge } from './edge.ts';

const microsoftAD = 'AWS::DirectoryService::MicrosoftAD';
const simpleAD = 'AWS::DirectoryService::SimpleAD';

export const directoryServiceRules: readonly EdgeRule[] = [
  edge(microsoftAD, 'VpcSettings.VpcId', 'id', 'contained_in', 'AWS::EC2::VPC'),
  edge(microsoftAD, 'VpcSettings.SubnetIds[]', 'id', 'contained_in', 'AWS::EC2::Subnet'),
  edge(microsoftAD, 'VpcSettings.SecurityGroupId', 'id', 'uses', 'AWS::EC2::SecurityGroup'),
  edge(simpleAD, 'VpcSettings.VpcId', 'id', 'contained_in', 'AWS::EC2::VPC'),
  edge(simpleAD, 'VpcSettings.SubnetIds[]', 'id', 'contained_in', 'AWS::EC2::Subnet'),
  edge(simpleAD, 'VpcSettings.SecurityGroupId', 'id', 'uses', 'AWS::EC2::SecurityGroup'),
];
