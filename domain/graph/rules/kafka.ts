import type { EdgeRule } from '../edge-rule.ts';
import { keyArn } from './common-edges.ts';
import { bucketName, edge } from './edge.ts';

const cluster = 'AWS::MSK::Cluster';

export const kafkaRules: readonly EdgeRule[] = [
  edge(cluster, 'Provisioned.BrokerNodeGroupInfo.ClientSubnets[]', 'id', 'contained_in', 'AWS::EC2::Subnet'),
  edge(cluster, 'Provisioned.BrokerNodeGroupInfo.SecurityGroups[]', 'id', 'uses', 'AWS::EC2::SecurityGroup'),
  edge(
    cluster,
    'Provisioned.ClientAuthentication.Tls.CertificateAuthorityArnList[]',
    'arn',
    'uses',
    'AWS::ACMPCA::CertificateAuthority',
  ),
  edge(
    cluster,
    'Provisioned.CurrentBrokerSoftwareInfo.ConfigurationArn',
    'arn',
    'uses',
    'AWS::MSK::Configuration',
  ),
  keyArn(cluster, 'Provisioned.EncryptionInfo.EncryptionAtRest.DataVolumeKMSKeyId'),
  edge(
    cluster,
    'Provisioned.LoggingInfo.BrokerLogs.CloudWatchLogs.LogGroup',
    'name',
    'logs_to',
    'AWS::Logs::LogGroup',
  ),
  edge(
    cluster,
    'Provisioned.LoggingInfo.BrokerLogs.Firehose.DeliveryStream',
    'name',
    'logs_to',
    'AWS::KinesisFirehose::DeliveryStream',
  ),
  bucketName(cluster, 'Provisioned.LoggingInfo.BrokerLogs.S3.Bucket', 'logs_to'),
  edge(
    cluster,
    'Provisioned.LoggingInfo.AuthorizerLogs.CloudWatchLogs.LogGroup',
    'name',
    'logs_to',
    'AWS::Logs::LogGroup',
  ),
  edge(
    cluster,
    'Provisioned.LoggingInfo.AuthorizerLogs.Firehose.DeliveryStream',
    'name',
    'logs_to',
    'AWS::KinesisFirehose::DeliveryStream',
  ),
  bucketName(cluster, 'Provisioned.LoggingInfo.AuthorizerLogs.S3.Bucket', 'logs_to'),
  edge(cluster, 'Serverless.VpcConfigs[].SubnetIds[]', 'id', 'contained_in', 'AWS::EC2::Subnet'),
  edge(cluster, 'Serverless.VpcConfigs[].SecurityGroupIds[]', 'id', 'uses', 'AWS::EC2::SecurityGroup'),
];
