import type { EdgeRule } from '../edge-rule.ts';
import { bucketName, encryptedBy, logGroupArn, roleArn } from './common-edges.ts';
import { edge } from './edge.ts';
import { eventTargets } from './event-targets.ts';

const pipe = 'AWS::Pipes::Pipe';
const log = 'LogConfiguration';

export const pipesRules: readonly EdgeRule[] = [
  roleArn(pipe, 'RoleArn', 'runs_as'),
  edge(
    pipe,
    'Source',
    'arn',
    'reads_from',
    [
      'AWS::SQS::Queue',
      'AWS::Kinesis::Stream',
      'AWS::Kinesis::StreamConsumer',
      'AWS::DynamoDB::Table',
      'AWS::MSK::Cluster',
      'AWS::AmazonMQ::Broker',
    ],
    { example: 'arn:aws:kinesis:eu-west-1:123456789012:stream/clicks' },
  ),
  edge(
    pipe,
    'SourceParameters.*.DeadLetterConfig.Arn',
    'arn',
    'dead_letters_to',
    ['AWS::SQS::Queue', 'AWS::SNS::Topic'],
    { example: 'arn:aws:sqs:eu-west-1:123456789012:failed' },
  ),
  edge(
    pipe,
    'Enrichment',
    'arn',
    'invokes',
    ['AWS::Lambda::Function', 'AWS::StepFunctions::StateMachine', 'AWS::Events::ApiDestination'],
    { example: 'arn:aws:lambda:eu-west-1:123456789012:function:enrich' },
  ),
  edge(pipe, 'Target', 'arn', 'triggers', eventTargets, {
    example: 'arn:aws:ecs:eu-west-1:123456789012:cluster/main',
  }),
  edge(
    pipe,
    'TargetParameters.EcsTaskParameters.TaskDefinitionArn',
    'arn',
    'triggers',
    'AWS::ECS::TaskDefinition',
    { example: 'arn:aws:ecs:eu-west-1:123456789012:task-definition/report:3' },
  ),
  logGroupArn(pipe, `${log}.CloudwatchLogsLogDestination.LogGroupArn`, 'logs_to'),
  edge(
    pipe,
    `${log}.FirehoseLogDestination.DeliveryStreamArn`,
    'arn',
    'logs_to',
    'AWS::KinesisFirehose::DeliveryStream',
    { example: 'arn:aws:firehose:eu-west-1:123456789012:deliverystream/pipes' },
  ),
  bucketName(pipe, `${log}.S3LogDestination.BucketName`, 'logs_to'),
  ...encryptedBy(pipe, 'KmsKeyIdentifier'),
];
