import type { EdgeRule } from '../edge-rule.ts';
import {
  encryptedBy,
  functionArn,
  logStreamArn,
  roleArn,
  securityGroupId,
  subnetId,
  vpcId,
} from './common-edges.ts';
import { edge } from './edge.ts';

const application = 'AWS::KinesisAnalyticsV2::Application';

export const kinesisAnalyticsRules: readonly EdgeRule[] = [
  roleArn(application, 'ServiceExecutionRole', 'runs_as'),
  edge(
    application,
    'ApplicationConfigurationDescription.ApplicationCodeConfigurationDescription.CodeContentDescription.S3ApplicationCodeLocationDescription.BucketARN',
    'arn',
    'reads_from',
    'AWS::S3::Bucket',
    { example: 'arn:aws:s3:::example-flink-code' },
  ),
  vpcId(
    application,
    'ApplicationConfigurationDescription.VpcConfigurationDescriptions[].VpcId',
    'contained_in',
  ),
  subnetId(
    application,
    'ApplicationConfigurationDescription.VpcConfigurationDescriptions[].SubnetIds[]',
    'contained_in',
  ),
  securityGroupId(
    application,
    'ApplicationConfigurationDescription.VpcConfigurationDescriptions[].SecurityGroupIds[]',
    'uses',
  ),
  ...encryptedBy(
    application,
    'ApplicationConfigurationDescription.ApplicationEncryptionConfigurationDescription.KeyId',
  ),
  logStreamArn(application, 'CloudWatchLoggingOptionDescriptions[].LogStreamARN', 'logs_to'),
  edge(
    application,
    'ApplicationConfigurationDescription.SqlApplicationConfigurationDescription.InputDescriptions[].KinesisStreamsInputDescription.ResourceARN',
    'arn',
    'reads_from',
    'AWS::Kinesis::Stream',
    { example: 'arn:aws:kinesis:eu-west-1:123456789012:stream/orders' },
  ),
  edge(
    application,
    'ApplicationConfigurationDescription.SqlApplicationConfigurationDescription.InputDescriptions[].KinesisFirehoseInputDescription.ResourceARN',
    'arn',
    'reads_from',
    'AWS::KinesisFirehose::DeliveryStream',
    { example: 'arn:aws:firehose:eu-west-1:123456789012:deliverystream/returns' },
  ),
  functionArn(
    application,
    'ApplicationConfigurationDescription.SqlApplicationConfigurationDescription.InputDescriptions[].InputProcessingConfigurationDescription.InputLambdaProcessorDescription.ResourceARN',
    'invokes',
  ),
  edge(
    application,
    'ApplicationConfigurationDescription.SqlApplicationConfigurationDescription.OutputDescriptions[].KinesisStreamsOutputDescription.ResourceARN',
    'arn',
    'delivers_to',
    'AWS::Kinesis::Stream',
    { example: 'arn:aws:kinesis:eu-west-1:123456789012:stream/order-totals' },
  ),
  edge(
    application,
    'ApplicationConfigurationDescription.SqlApplicationConfigurationDescription.OutputDescriptions[].KinesisFirehoseOutputDescription.ResourceARN',
    'arn',
    'delivers_to',
    'AWS::KinesisFirehose::DeliveryStream',
    { example: 'arn:aws:firehose:eu-west-1:123456789012:deliverystream/order-archive' },
  ),
  functionArn(
    application,
    'ApplicationConfigurationDescription.SqlApplicationConfigurationDescription.OutputDescriptions[].LambdaOutputDescription.ResourceARN',
    'delivers_to',
  ),
  edge(
    application,
    'ApplicationConfigurationDescription.SqlApplicationConfigurationDescription.ReferenceDataSourceDescriptions[].S3ReferenceDataSourceDescription.BucketARN',
    'arn',
    'reads_from',
    'AWS::S3::Bucket',
    { example: 'arn:aws:s3:::example-reference-data' },
  ),
  edge(
    application,
    'ApplicationConfigurationDescription.ZeppelinApplicationConfigurationDescription.CatalogConfigurationDescription.GlueDataCatalogConfigurationDescription.DatabaseARN',
    'arn',
    'uses',
    'AWS::Glue::Database',
    { example: 'arn:aws:glue:eu-west-1:123456789012:database/streams' },
  ),
  edge(
    application,
    'ApplicationConfigurationDescription.ZeppelinApplicationConfigurationDescription.DeployAsApplicationConfigurationDescription.S3ContentLocationDescription.BucketARN',
    'arn',
    'uses',
    'AWS::S3::Bucket',
    { example: 'arn:aws:s3:::example-flink-notebooks' },
  ),
  edge(
    application,
    'ApplicationConfigurationDescription.ZeppelinApplicationConfigurationDescription.CustomArtifactsConfigurationDescription[].S3ContentLocationDescription.BucketARN',
    'arn',
    'reads_from',
    'AWS::S3::Bucket',
    { example: 'arn:aws:s3:::example-flink-libraries' },
  ),
];
