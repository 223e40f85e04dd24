import type { EdgeRule } from '../edge-rule.ts';
import { allowedBy, encryptedBy, logGroupName, roleArn } from './common-edges.ts';
import { edge } from './edge.ts';

const logGroup = 'AWS::Logs::LogGroup';
const filter = 'AWS::Logs::SubscriptionFilter';
const destination = 'AWS::Logs::Destination';
const stream = 'AWS::Kinesis::Stream';
const firehose = 'AWS::KinesisFirehose::DeliveryStream';

export const logsRules: readonly EdgeRule[] = [
  ...allowedBy(destination, 'accessPolicy'),
  ...allowedBy('AWS::Logs::ResourcePolicy', 'policyDocument'),
  ...encryptedBy(logGroup, 'kmsKeyId'),
  logGroupName('AWS::Logs::MetricFilter', 'logGroupName', 'reads_from'),
  logGroupName(filter, 'logGroupName', 'reads_from'),
  edge(
    filter,
    'destinationArn',
    'arn',
    'delivers_to',
    ['AWS::Lambda::Function', stream, firehose, destination],
    { example: 'arn:aws:kinesis:eu-west-1:123456789012:stream/logs' },
  ),
  roleArn(filter, 'roleArn', 'runs_as'),
  edge(destination, 'targetArn', 'arn', 'delivers_to', [stream, firehose], {
    example: 'arn:aws:kinesis:eu-west-1:123456789012:stream/logs',
  }),
  roleArn(destination, 'roleArn', 'runs_as'),
  logGroupName('AWS::Logs::QueryDefinition', 'logGroupNames[]', 'reads_from'),
  edge(
    'AWS::Logs::DeliverySource',
    'resourceArns[]',
    'arn',
    'reads_from',
    ['AWS::CloudFront::Distribution', 'AWS::Cognito::UserPool', 'AWS::Events::EventBus', 'AWS::Events::Rule'],
    { example: 'arn:aws:cloudfront::123456789012:distribution/E1A2B3C4D5E6F7' },
  ),
  edge(
    'AWS::Logs::DeliveryDestination',
    'deliveryDestinationConfiguration.destinationResourceArn',
    'arn',
    'delivers_to',
    ['AWS::S3::Bucket', logGroup, firehose],
    { example: 'arn:aws:s3:::central-logs' },
  ),
];
