import type { EdgeRule } from '../edge-rule.ts';
import { bucketUri, keyArn } from './common-edges.ts';
import { arnOrName, edge, encryptedBy } from './edge.ts';

const cluster = 'AWS::EMR::Cluster';
const securityConfiguration = 'AWS::EMR::SecurityConfiguration';
const studio = 'AWS::EMR::Studio';

export const elasticMapReduceRules: readonly EdgeRule[] = [
  edge(cluster, 'Ec2InstanceAttributes.Ec2KeyName', 'name', 'uses', 'AWS::EC2::KeyPair'),
  edge(cluster, 'Ec2InstanceAttributes.Ec2SubnetId', 'id', 'contained_in', 'AWS::EC2::Subnet'),
  ...arnOrName(cluster, 'Ec2InstanceAttributes.IamInstanceProfile', 'uses', 'AWS::IAM::InstanceProfile'),
  edge(
    cluster,
    'Ec2InstanceAttributes.EmrManagedMasterSecurityGroup',
    'id',
    'uses',
    'AWS::EC2::SecurityGroup',
  ),
  edge(
    cluster,
    'Ec2InstanceAttributes.EmrManagedSlaveSecurityGroup',
    'id',
    'uses',
    'AWS::EC2::SecurityGroup',
  ),
  edge(cluster, 'Ec2InstanceAttributes.ServiceAccessSecurityGroup', 'id', 'uses', 'AWS::EC2::SecurityGroup'),
  edge(
    cluster,
    'Ec2InstanceAttributes.AdditionalMasterSecurityGroups[]',
    'id',
    'uses',
    'AWS::EC2::SecurityGroup',
  ),
  edge(
    cluster,
    'Ec2InstanceAttributes.AdditionalSlaveSecurityGroups[]',
    'id',
    'uses',
    'AWS::EC2::SecurityGroup',
  ),
  bucketUri(cluster, 'LogUri', 'logs_to'),
  ...encryptedBy(cluster, 'LogEncryptionKmsKeyId'),
  ...arnOrName(cluster, 'ServiceRole', 'runs_as', 'AWS::IAM::Role'),
  ...arnOrName(cluster, 'AutoScalingRole', 'uses', 'AWS::IAM::Role'),
  edge(cluster, 'CustomAmiId', 'id', 'uses', 'AWS::EC2::Image'),
  edge(cluster, 'SecurityConfiguration', 'name', 'uses', 'AWS::EMR::SecurityConfiguration'),
  edge(
    cluster,
    'MonitoringConfiguration.CloudWatchLogConfiguration.LogGroupName',
    'name',
    'logs_to',
    'AWS::Logs::LogGroup',
  ),
  keyArn(cluster, 'MonitoringConfiguration.CloudWatchLogConfiguration.EncryptionKeyArn'),
  ...encryptedBy(
    securityConfiguration,
    'SecurityConfiguration.EncryptionConfiguration.AtRestEncryptionConfiguration.S3EncryptionConfiguration.AwsKmsKey',
  ),
  ...encryptedBy(
    securityConfiguration,
    'SecurityConfiguration.EncryptionConfiguration.AtRestEncryptionConfiguration.LocalDiskEncryptionConfiguration.AwsKmsKey',
  ),
  edge(studio, 'VpcId', 'id', 'contained_in', 'AWS::EC2::VPC'),
];
