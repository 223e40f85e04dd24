import type { EdgeRule } from '../edge-rule.ts';
import { edge, encryptedBy } from './edge.ts';

const logGroup = 'AWS::Logs::LogGroup';
const filter = 'AWS::Logs::SubscriptionFilter';
const destination = 'AWS::Logs::Destination';
const role = 'AWS::IAM::Role';
const stream = 'AWS::Kinesis::Stream';
const firehose = 'AWS::KinesisFirehose::DeliveryStream';

export const logsRules: readonly EdgeRule[] = [
  ...encryptedBy(logGroup, 'kmsKeyId'),
  edge('AWS::Logs::MetricFilter', 'logGroupName', 'name', 'reads_from', logGroup),
  edge(filter, 'logGroupName', 'name', 'reads_from', logGroup),
  edge(filter, 'destinationArn', 'arn', 'delivers_to', [
    'AWS::Lambda::Function',
    stream,
    firehose,
    destination,
  ]),
  edge(filter, 'roleArn', 'arn', 'runs_as', role),
  edge(destination, 'targetArn', 'arn', 'delivers_to', [stream, firehose]),
  edge(destination, 'roleArn', 'arn', 'runs_as', role),
  edge('AWS::Logs::QueryDefinition', 'logGroupNames[]', 'name', 'reads_from', logGroup),
  edge('AWS::Logs::DeliverySource', 'resourceArns[]', 'arn', 'reads_from', [
    'AWS::CloudFront::Distribution',
    'AWS::Cognito::UserPool',
    'AWS::Events::EventBus',
    'AWS::Events::Rule',
  ]),
  edge(
    'AWS::Logs::DeliveryDestination',
    'deliveryDestinationConfiguration.destinationResourceArn',
    'arn',
    'delivers_to',
    ['AWS::S3::Bucket', logGroup, firehose],
  ),
];
