import type { EdgeRule } from '../edge-rule.ts';
import { bucketName, keyArn, logGroupName, securityGroupId, subnetId } from './common-edges.ts';
import { edge } from './edge.ts';

const cluster = 'AWS::MSK::Cluster';

export const kafkaRules: readonly EdgeRule[] = [
  subnetId(cluster, 'Provisioned.BrokerNodeGroupInfo.ClientSubnets[]', 'contained_in'),
  securityGroupId(cluster, 'Provisioned.BrokerNodeGroupInfo.SecurityGroups[]', 'uses'),
  edge(
    cluster,
    'Provisioned.ClientAuthentication.Tls.CertificateAuthorityArnList[]',
    'arn',
    'uses',
    'AWS::ACMPCA::CertificateAuthority',
    {
      example:
        'arn:aws:acm-pca:eu-west-1:123456789012:certificate-authority/0c8f1d52-9b0e-4f0e-a1d3-6a6c1d9f3b27',
    },
  ),
  edge(
    cluster,
    'Provisioned.CurrentBrokerSoftwareInfo.ConfigurationArn',
    'arn',
    'uses',
    'AWS::MSK::Configuration',
    {
      example:
        'arn:aws:kafka:eu-west-1:123456789012:configuration/events/0d1e2f3a-4b5c-4d6e-8f70-81929a3b4c5d-2',
    },
  ),
  keyArn(cluster, 'Provisioned.EncryptionInfo.EncryptionAtRest.DataVolumeKMSKeyId', 'encrypted_by'),
  logGroupName(cluster, 'Provisioned.LoggingInfo.BrokerLogs.CloudWatchLogs.LogGroup', 'logs_to'),
  edge(
    cluster,
    'Provisioned.LoggingInfo.BrokerLogs.Firehose.DeliveryStream',
    'name',
    'logs_to',
    'AWS::KinesisFirehose::DeliveryStream',
    { example: 'msk-logs' },
  ),
  bucketName(cluster, 'Provisioned.LoggingInfo.BrokerLogs.S3.Bucket', 'logs_to'),
  logGroupName(cluster, 'Provisioned.LoggingInfo.AuthorizerLogs.CloudWatchLogs.LogGroup', 'logs_to'),
  edge(
    cluster,
    'Provisioned.LoggingInfo.AuthorizerLogs.Firehose.DeliveryStream',
    'name',
    'logs_to',
    'AWS::KinesisFirehose::DeliveryStream',
    { example: 'msk-authorizer' },
  ),
  bucketName(cluster, 'Provisioned.LoggingInfo.AuthorizerLogs.S3.Bucket', 'logs_to'),
  subnetId(cluster, 'Serverless.VpcConfigs[].SubnetIds[]', 'contained_in'),
  securityGroupId(cluster, 'Serverless.VpcConfigs[].SecurityGroupIds[]', 'uses'),
];
