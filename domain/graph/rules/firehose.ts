import type { EdgeRule } from '../edge-rule.ts';
import {
  keyArn,
  logGroupName,
  roleArn,
  secretArn,
  securityGroupId,
  subnetId,
  vpcId,
} from './common-edges.ts';
import { edge } from './edge.ts';

const deliveryStream = 'AWS::KinesisFirehose::DeliveryStream';

/** The keys of a destination name its kind. Each kind has its own role, bucket, key and log group. */
export const firehoseRules: readonly EdgeRule[] = [
  keyArn(deliveryStream, 'DeliveryStreamEncryptionConfiguration.KeyARN', 'encrypted_by'),
  edge(
    deliveryStream,
    'Source.KinesisStreamSourceDescription.KinesisStreamARN',
    'arn',
    'reads_from',
    'AWS::Kinesis::Stream',
    { example: 'arn:aws:kinesis:eu-west-1:123456789012:stream/orders' },
  ),
  roleArn(deliveryStream, 'Source.KinesisStreamSourceDescription.RoleARN', 'runs_as'),
  roleArn(deliveryStream, 'Destinations[].*.RoleARN', 'runs_as'),
  edge(deliveryStream, 'Destinations[].*.BucketARN', 'arn', 'delivers_to', 'AWS::S3::Bucket', {
    example: 'arn:aws:s3:::example-orders',
  }),
  keyArn(
    deliveryStream,
    'Destinations[].*.EncryptionConfiguration.KMSEncryptionConfig.AWSKMSKeyARN',
    'encrypted_by',
  ),
  logGroupName(deliveryStream, 'Destinations[].*.CloudWatchLoggingOptions.LogGroupName', 'logs_to'),
  edge(
    deliveryStream,
    'Destinations[].*.ProcessingConfiguration.Processors[].Parameters[].ParameterValue',
    'arn',
    'invokes',
    ['AWS::Lambda::Function', 'AWS::Lambda::Alias'],
    { when: { on: 'item', conditions: [{ path: 'ParameterName', equals: 'LambdaArn' }] } },
  ),
  roleArn(deliveryStream, 'Destinations[].*.S3BackupDescription.RoleARN', 'runs_as'),
  edge(
    deliveryStream,
    'Destinations[].*.S3BackupDescription.BucketARN',
    'arn',
    'delivers_to',
    'AWS::S3::Bucket',
    { example: 'arn:aws:s3:::example-orders-raw' },
  ),
  keyArn(
    deliveryStream,
    'Destinations[].*.S3BackupDescription.EncryptionConfiguration.KMSEncryptionConfig.AWSKMSKeyARN',
    'encrypted_by',
  ),
  edge(
    deliveryStream,
    'Destinations[].ExtendedS3DestinationDescription.DataFormatConversionConfiguration.SchemaConfiguration.DatabaseName',
    'arn',
    'uses',
    'AWS::Glue::Database',
    {
      read: [
        'arn:{partition}:glue:{item.Region}:{item.CatalogId}:database/{value}',
        'arn:{partition}:glue:{item.Region}:{account}:database/{value}',
        'arn:{partition}:glue:{region}:{account}:database/{value}',
      ],
    },
  ),
  edge(
    deliveryStream,
    'Destinations[].ExtendedS3DestinationDescription.DataFormatConversionConfiguration.SchemaConfiguration.TableName',
    'arn',
    'uses',
    'AWS::Glue::Table',
    {
      read: [
        'arn:{partition}:glue:{item.Region}:{item.CatalogId}:table/{item.DatabaseName}/{value}',
        'arn:{partition}:glue:{item.Region}:{account}:table/{item.DatabaseName}/{value}',
        'arn:{partition}:glue:{region}:{account}:table/{item.DatabaseName}/{value}',
      ],
    },
  ),
  roleArn(
    deliveryStream,
    'Destinations[].ExtendedS3DestinationDescription.DataFormatConversionConfiguration.SchemaConfiguration.RoleARN',
    'runs_as',
  ),
  edge(
    deliveryStream,
    'Source.MSKSourceDescription.MSKClusterARN',
    'arn',
    'reads_from',
    'AWS::MSK::Cluster',
    { example: 'arn:aws:kafka:eu-west-1:123456789012:cluster/events/6bfa2d5e-2f7b-4a4e-8a2f-3c4f5d6e7a8b-5' },
  ),
  roleArn(deliveryStream, 'Source.MSKSourceDescription.AuthenticationConfiguration.RoleARN', 'runs_as'),
  edge(deliveryStream, 'Destinations[].*.DomainARN', 'arn', 'delivers_to', 'AWS::OpenSearchService::Domain', {
    example: 'arn:aws:es:eu-west-1:123456789012:domain/catalog',
  }),
  roleArn(deliveryStream, 'Destinations[].*.S3DestinationDescription.RoleARN', 'runs_as'),
  edge(
    deliveryStream,
    'Destinations[].*.S3DestinationDescription.BucketARN',
    'arn',
    'delivers_to',
    'AWS::S3::Bucket',
    { example: 'arn:aws:s3:::example-failed-documents' },
  ),
  keyArn(
    deliveryStream,
    'Destinations[].*.S3DestinationDescription.EncryptionConfiguration.KMSEncryptionConfig.AWSKMSKeyARN',
    'encrypted_by',
  ),
  logGroupName(
    deliveryStream,
    'Destinations[].*.S3DestinationDescription.CloudWatchLoggingOptions.LogGroupName',
    'logs_to',
  ),
  subnetId(deliveryStream, 'Destinations[].*.VpcConfigurationDescription.SubnetIds[]', 'contained_in'),
  securityGroupId(deliveryStream, 'Destinations[].*.VpcConfigurationDescription.SecurityGroupIds[]', 'uses'),
  vpcId(deliveryStream, 'Destinations[].*.VpcConfigurationDescription.VpcId', 'contained_in'),
  roleArn(deliveryStream, 'Destinations[].*.VpcConfigurationDescription.RoleARN', 'uses'),
  edge(
    deliveryStream,
    'Destinations[].RedshiftDestinationDescription.ClusterJDBCURL',
    'dns',
    'delivers_to',
    'AWS::Redshift::Cluster',
    {
      text: { startsWith: 'jdbc:redshift://' },
      read: '{value|skip:jdbc:redshift://|before::}',
      example: {
        'jdbc:redshift://warehouse.cx7h2k9exmpl.eu-west-1.redshift.amazonaws.com:5439/sales':
          'warehouse.cx7h2k9exmpl.eu-west-1.redshift.amazonaws.com',
      },
    },
  ),
  secretArn(deliveryStream, 'Destinations[].*.SecretsManagerConfiguration.SecretARN', 'reads_secret'),
  roleArn(deliveryStream, 'Destinations[].*.SecretsManagerConfiguration.RoleARN', 'uses'),
  edge(
    deliveryStream,
    'Destinations[].AmazonOpenSearchServerlessDestinationDescription.CollectionEndpoint',
    'id',
    'delivers_to',
    'AWS::OpenSearchServerless::Collection',
    {
      read: '{value|skip:https://|before:.}',
      external: false,
      example: { 'https://07tjusf2h91cunochc.eu-west-1.aoss.amazonaws.com': '07tjusf2h91cunochc' },
    },
  ),
];
