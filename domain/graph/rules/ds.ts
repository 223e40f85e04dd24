import type { EdgeRule } from '../edge-rule.ts';
import { securityGroupId, subnetId, vpcId } from './common-edges.ts';

const microsoftAD = 'AWS::DirectoryService::MicrosoftAD';
const simpleAD = 'AWS::DirectoryService::SimpleAD';

export const directoryServiceRules: readonly EdgeRule[] = [
  vpcId(microsoftAD, 'VpcSettings.VpcId', 'contained_in'),
  subnetId(microsoftAD, 'VpcSettings.SubnetIds[]', 'contained_in'),
  securityGroupId(microsoftAD, 'VpcSettings.SecurityGroupId', 'uses'),
  vpcId(simpleAD, 'VpcSettings.VpcId', 'contained_in'),
  subnetId(simpleAD, 'VpcSettings.SubnetIds[]', 'contained_in'),
  securityGroupId(simpleAD, 'VpcSettings.SecurityGroupId', 'uses'),
];
