import type { EdgeRule } from '../edge-rule.ts';
import { bucketName, edge, encryptedBy } from './edge.ts';
import { eventTargets } from './event-targets.ts';

const pipe = 'AWS::Pipes::Pipe';
const log = 'LogConfiguration';

export const pipesRules: readonly EdgeRule[] = [
  edge(pipe, 'RoleArn', 'arn', 'runs_as', 'AWS::IAM::Role'),
  edge(pipe, 'Source', 'arn', 'reads_from', [
    'AWS::SQS::Queue',
    'AWS::Kinesis::Stream',
    'AWS::Kinesis::StreamConsumer',
    'AWS::DynamoDB::Table',
    'AWS::MSK::Cluster',
    'AWS::AmazonMQ::Broker',
  ]),
  edge(pipe, 'SourceParameters.*.DeadLetterConfig.Arn', 'arn', 'dead_letters_to', [
    'AWS::SQS::Queue',
    'AWS::SNS::Topic',
  ]),
  edge(pipe, 'Enrichment', 'arn', 'invokes', [
    'AWS::Lambda::Function',
    'AWS::StepFunctions::StateMachine',
    'AWS::Events::ApiDestination',
  ]),
  edge(pipe, 'Target', 'arn', 'triggers', eventTargets),
  edge(
    pipe,
    'TargetParameters.EcsTaskParameters.TaskDefinitionArn',
    'arn',
    'triggers',
    'AWS::ECS::TaskDefinition',
  ),
  edge(pipe, `${log}.CloudwatchLogsLogDestination.LogGroupArn`, 'arn', 'logs_to', 'AWS::Logs::LogGroup'),
  edge(
    pipe,
    `${log}.FirehoseLogDestination.DeliveryStreamArn`,
    'arn',
    'logs_to',
    'AWS::KinesisFirehose::DeliveryStream',
  ),
  bucketName(pipe, `${log}.S3LogDestination.BucketName`, 'logs_to'),
  ...encryptedBy(pipe, 'KmsKeyIdentifier'),
];
