import type { EdgeRule } from '../edge-rule.ts';
import { edge } from './edge.ts';

const task = 'AWS::DataSync::Task';

/** Locations are resources of tier B, one type for each kind of storage. */
export const datasyncRules: readonly EdgeRule[] = [
  edge(task, 'SourceLocationArn', 'arn', 'reads_from', [
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
  ]),
  edge(task, 'DestinationLocationArn', 'arn', 'targets', [
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
  ]),
  edge(task, 'CloudWatchLogGroupArn', 'arn', 'logs_to', 'AWS::Logs::LogGroup'),
  edge(task, 'ManifestConfig.Source.S3.S3BucketArn', 'arn', 'reads_from', 'AWS::S3::Bucket'),
  edge(task, 'ManifestConfig.Source.S3.BucketAccessRoleArn', 'arn', 'uses', 'AWS::IAM::Role'),
  edge(task, 'TaskReportConfig.Destination.S3.S3BucketArn', 'arn', 'logs_to', 'AWS::S3::Bucket'),
  edge(task, 'TaskReportConfig.Destination.S3.BucketAccessRoleArn', 'arn', 'uses', 'AWS::IAM::Role'),
];
