import type { EdgeRule } from '../edge-rule.ts';
import {
  arnOrName,
  bucketUri,
  encryptedBy,
  keyArn,
  logGroupName,
  securityGroupId,
  subnetId,
  vpcId,
} from './common-edges.ts';
import { edge } from './edge.ts';

const cluster = 'AWS::EMR::Cluster';
const securityConfiguration = 'AWS::EMR::SecurityConfiguration';
const studio = 'AWS::EMR::Studio';

export const elasticMapReduceRules: readonly EdgeRule[] = [
  edge(cluster, 'Ec2InstanceAttributes.Ec2KeyName', 'name', 'uses', 'AWS::EC2::KeyPair', {
    example: 'data-engineers',
  }),
  subnetId(cluster, 'Ec2InstanceAttributes.Ec2SubnetId', 'contained_in'),
  ...arnOrName(cluster, 'Ec2InstanceAttributes.IamInstanceProfile', 'uses', 'AWS::IAM::InstanceProfile', {
    arn: 'arn:aws:iam::123456789012:instance-profile/EMR_EC2_DefaultRole',
    name: 'EMR_EC2_DefaultRole',
  }),
  securityGroupId(cluster, 'Ec2InstanceAttributes.EmrManagedMasterSecurityGroup', 'uses'),
  securityGroupId(cluster, 'Ec2InstanceAttributes.EmrManagedSlaveSecurityGroup', 'uses'),
  securityGroupId(cluster, 'Ec2InstanceAttributes.ServiceAccessSecurityGroup', 'uses'),
  securityGroupId(cluster, 'Ec2InstanceAttributes.AdditionalMasterSecurityGroups[]', 'uses'),
  securityGroupId(cluster, 'Ec2InstanceAttributes.AdditionalSlaveSecurityGroups[]', 'uses'),
  bucketUri(cluster, 'LogUri', 'logs_to'),
  ...encryptedBy(cluster, 'LogEncryptionKmsKeyId'),
  ...arnOrName(cluster, 'ServiceRole', 'runs_as', 'AWS::IAM::Role', {
    arn: 'arn:aws:iam::123456789012:role/EMR_DefaultRole',
    name: 'EMR_DefaultRole',
  }),
  ...arnOrName(cluster, 'AutoScalingRole', 'uses', 'AWS::IAM::Role', {
    arn: 'arn:aws:iam::123456789012:role/EMR_AutoScaling_DefaultRole',
    name: 'EMR_AutoScaling_DefaultRole',
  }),
  edge(cluster, 'CustomAmiId', 'id', 'uses', 'AWS::EC2::Image', { example: 'ami-0abcdef1234567890' }),
  edge(cluster, 'SecurityConfiguration', 'name', 'uses', 'AWS::EMR::SecurityConfiguration', {
    example: 'encrypted',
  }),
  logGroupName(cluster, 'MonitoringConfiguration.CloudWatchLogConfiguration.LogGroupName', 'logs_to'),
  keyArn(cluster, 'MonitoringConfiguration.CloudWatchLogConfiguration.EncryptionKeyArn', 'encrypted_by'),
  ...encryptedBy(
    securityConfiguration,
    'SecurityConfiguration.EncryptionConfiguration.AtRestEncryptionConfiguration.S3EncryptionConfiguration.AwsKmsKey',
  ),
  ...encryptedBy(
    securityConfiguration,
    'SecurityConfiguration.EncryptionConfiguration.AtRestEncryptionConfiguration.LocalDiskEncryptionConfiguration.AwsKmsKey',
  ),
  vpcId(studio, 'VpcId', 'contained_in'),
];
