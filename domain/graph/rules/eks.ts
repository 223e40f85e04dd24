import type { EdgeRule } from '../edge-rule.ts';
import { keyArn } from './common-edges.ts';
import { edge } from './edge.ts';

const cluster = 'AWS::EKS::Cluster';
const nodegroup = 'AWS::EKS::Nodegroup';
const fargateProfile = 'AWS::EKS::FargateProfile';
const addon = 'AWS::EKS::Addon';
const accessEntry = 'AWS::EKS::AccessEntry';
const role = 'AWS::IAM::Role';
const subnet = 'AWS::EC2::Subnet';
const securityGroup = 'AWS::EC2::SecurityGroup';

const inCluster = (type: string): EdgeRule => edge(type, 'clusterName', 'name', 'contained_in', cluster);

export const eksRules: readonly EdgeRule[] = [
  edge(cluster, 'roleArn', 'arn', 'runs_as', role),
  edge(cluster, 'resourcesVpcConfig.vpcId', 'id', 'contained_in', 'AWS::EC2::VPC'),
  edge(cluster, 'resourcesVpcConfig.subnetIds[]', 'id', 'contained_in', subnet),
  edge(cluster, 'resourcesVpcConfig.securityGroupIds[]', 'id', 'uses', securityGroup),
  edge(cluster, 'resourcesVpcConfig.clusterSecurityGroupId', 'id', 'uses', securityGroup),
  keyArn(cluster, 'encryptionConfig[].provider.keyArn'),
  edge(cluster, 'identity.oidc.issuer', 'name', 'uses', 'AWS::IAM::OIDCProvider', {
    read: '{value|skip:https://}',
  }),

  inCluster(nodegroup),
  edge(
    nodegroup,
    'resources.autoScalingGroups[].name',
    'name',
    'manages',
    'AWS::AutoScaling::AutoScalingGroup',
  ),
  edge(nodegroup, 'nodeRole', 'arn', 'runs_as', role),
  edge(nodegroup, 'subnets[]', 'id', 'contained_in', subnet),
  edge(nodegroup, 'launchTemplate.id', 'id', 'uses', 'AWS::EC2::LaunchTemplate'),
  edge(nodegroup, 'remoteAccess.ec2SshKey', 'name', 'uses', 'AWS::EC2::KeyPair'),
  edge(nodegroup, 'remoteAccess.sourceSecurityGroups[]', 'id', 'uses', securityGroup),
  edge(nodegroup, 'resources.remoteAccessSecurityGroup', 'id', 'uses', securityGroup),

  inCluster(fargateProfile),
  edge(fargateProfile, 'podExecutionRoleArn', 'arn', 'runs_as', role),
  edge(fargateProfile, 'subnets[]', 'id', 'contained_in', subnet),
  inCluster(addon),
  edge(addon, 'serviceAccountRoleArn', 'arn', 'runs_as', role),
  inCluster(accessEntry),
  edge(accessEntry, 'principalArn', 'arn', 'allows_from', [role, 'AWS::IAM::User']),
];
