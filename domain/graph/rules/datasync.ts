import type { EdgeRule } from '../edge-rule.ts';
import { logGroupArn, roleArn } from './common-edges.ts';
import { edge } from './edge.ts';

const task = 'AWS::DataSync::Task';

/** Locations are resources of tier B, one type for each kind of storage. */
export const datasyncRules: readonly EdgeRule[] = [
  edge(
    task,
    'SourceLocationArn',
    'arn',
    'reads_from',
    [
      'AWS::DataSync::LocationS3',
      'AWS::DataSync::LocationEFS',
      'AWS::DataSync::LocationNFS',
      'AWS::DataSync::LocationSMB',
      'AWS::DataSync::LocationFSxLustre',
      'AWS::DataSync::LocationFSxWindows',
      'AWS::DataSync::LocationFSxONTAP',
      'AWS::DataSync::LocationFSxOpenZFS',
      'AWS::DataSync::LocationHDFS',
      'AWS::DataSync::LocationObjectStorage',
      'AWS::DataSync::LocationAzureBlob',
    ],
    { example: 'arn:aws:datasync:eu-west-1:123456789012:location/loc-0a1b2c3d4e5f60718' },
  ),
  edge(
    task,
    'DestinationLocationArn',
    'arn',
    'targets',
    [
      'AWS::DataSync::LocationS3',
      'AWS::DataSync::LocationEFS',
      'AWS::DataSync::LocationNFS',
      'AWS::DataSync::LocationSMB',
      'AWS::DataSync::LocationFSxLustre',
      'AWS::DataSync::LocationFSxWindows',
      'AWS::DataSync::LocationFSxONTAP',
      'AWS::DataSync::LocationFSxOpenZFS',
      'AWS::DataSync::LocationHDFS',
      'AWS::DataSync::LocationObjectStorage',
      'AWS::DataSync::LocationAzureBlob',
    ],
    { example: 'arn:aws:datasync:eu-west-1:123456789012:location/loc-0f9e8d7c6b5a40312' },
  ),
  logGroupArn(task, 'CloudWatchLogGroupArn', 'logs_to'),
  edge(task, 'ManifestConfig.Source.S3.S3BucketArn', 'arn', 'reads_from', 'AWS::S3::Bucket', {
    example: 'arn:aws:s3:::example-manifests',
  }),
  roleArn(task, 'ManifestConfig.Source.S3.BucketAccessRoleArn', 'uses'),
  edge(task, 'TaskReportConfig.Destination.S3.S3BucketArn', 'arn', 'logs_to', 'AWS::S3::Bucket', {
    example: 'arn:aws:s3:::example-transfer-reports',
  }),
  roleArn(task, 'TaskReportConfig.Destination.S3.BucketAccessRoleArn', 'uses'),
];
