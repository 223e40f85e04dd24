import type { EdgeRule } from '../edge-rule.ts';
import { keyArn, roleArn, securityGroupId, subnetId, vpcId } from './common-edges.ts';
import { edge } from './edge.ts';

const cluster = 'AWS::EKS::Cluster';
const nodegroup = 'AWS::EKS::Nodegroup';
const fargateProfile = 'AWS::EKS::FargateProfile';
const addon = 'AWS::EKS::Addon';
const accessEntry = 'AWS::EKS::AccessEntry';
const role = 'AWS::IAM::Role';

export const eksRules: readonly EdgeRule[] = [
  roleArn(cluster, 'roleArn', 'runs_as'),
  vpcId(cluster, 'resourcesVpcConfig.vpcId', 'contained_in'),
  subnetId(cluster, 'resourcesVpcConfig.subnetIds[]', 'contained_in'),
  securityGroupId(cluster, 'resourcesVpcConfig.securityGroupIds[]', 'uses'),
  securityGroupId(cluster, 'resourcesVpcConfig.clusterSecurityGroupId', 'uses'),
  keyArn(cluster, 'encryptionConfig[].provider.keyArn', 'encrypted_by'),
  edge(cluster, 'identity.oidc.issuer', 'name', 'uses', 'AWS::IAM::OIDCProvider', {
    read: '{value|skip:https://}',
    example: {
      'https://oidc.eks.eu-west-1.amazonaws.com/id/EXAMPLED539D4633E53DE1B71EXAMPLE':
        'oidc.eks.eu-west-1.amazonaws.com/id/EXAMPLED539D4633E53DE1B71EXAMPLE',
    },
  }),

  edge(
    nodegroup,
    'resources.autoScalingGroups[].name',
    'name',
    'manages',
    'AWS::AutoScaling::AutoScalingGroup',
    { example: 'eks-workers-7b1f2a60' },
  ),
  roleArn(nodegroup, 'nodeRole', 'runs_as'),
  subnetId(nodegroup, 'subnets[]', 'contained_in'),
  edge(nodegroup, 'launchTemplate.id', 'id', 'uses', 'AWS::EC2::LaunchTemplate', {
    example: 'lt-0a1b2c3d4e5f60718',
  }),
  edge(nodegroup, 'remoteAccess.ec2SshKey', 'name', 'uses', 'AWS::EC2::KeyPair', { example: 'operators' }),
  securityGroupId(nodegroup, 'remoteAccess.sourceSecurityGroups[]', 'uses'),
  securityGroupId(nodegroup, 'resources.remoteAccessSecurityGroup', 'uses'),

  roleArn(fargateProfile, 'podExecutionRoleArn', 'runs_as'),
  subnetId(fargateProfile, 'subnets[]', 'contained_in'),
  roleArn(addon, 'serviceAccountRoleArn', 'runs_as'),
  edge(accessEntry, 'principalArn', 'arn', 'allows_from', [role, 'AWS::IAM::User'], {
    example: 'arn:aws:iam::123456789012:role/operators',
  }),
];
