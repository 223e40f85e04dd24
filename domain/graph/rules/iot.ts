import type { EdgeRule } from '../edge-rule.ts';
import { bucketName, functionArn, logGroupName, roleArn, topicArn } from './common-edges.ts';
import { edge } from './edge.ts';

const thing = 'AWS::IoT::Thing';
const topicRule = 'AWS::IoT::TopicRule';
const roleAlias = 'AWS::IoT::RoleAlias';

export const iotRules: readonly EdgeRule[] = [
  edge(thing, 'thingTypeName', 'name', 'uses', 'AWS::IoT::ThingType', { example: 'meter' }),
  functionArn(topicRule, 'rule.actions[].lambda.functionArn', 'triggers'),
  topicArn(topicRule, 'rule.actions[].sns.targetArn', 'delivers_to'),
  edge(topicRule, 'rule.actions[].sqs.queueUrl', 'url', 'delivers_to', 'AWS::SQS::Queue', {
    confidence: 'high',
    example: 'https://sqs.eu-west-1.amazonaws.com/123456789012/telemetry',
  }),
  edge(topicRule, 'rule.actions[].kinesis.streamName', 'name', 'delivers_to', 'AWS::Kinesis::Stream', {
    example: 'telemetry',
  }),
  edge(
    topicRule,
    'rule.actions[].firehose.deliveryStreamName',
    'name',
    'delivers_to',
    'AWS::KinesisFirehose::DeliveryStream',
    { example: 'telemetry-archive' },
  ),
  edge(topicRule, 'rule.actions[].dynamoDB.tableName', 'name', 'delivers_to', 'AWS::DynamoDB::Table', {
    example: 'readings',
  }),
  edge(
    topicRule,
    'rule.actions[].dynamoDBv2.putItem.tableName',
    'name',
    'delivers_to',
    'AWS::DynamoDB::Table',
    { example: 'meters' },
  ),
  bucketName(topicRule, 'rule.actions[].s3.bucketName', 'delivers_to'),
  logGroupName(topicRule, 'rule.actions[].cloudwatchLogs.logGroupName', 'logs_to'),
  edge(topicRule, 'rule.actions[].cloudwatchAlarm.alarmName', 'name', 'triggers', 'AWS::CloudWatch::Alarm', {
    example: 'meter-offline',
  }),
  edge(
    topicRule,
    'rule.actions[].stepFunctions.stateMachineName',
    'name',
    'triggers',
    'AWS::StepFunctions::StateMachine',
    { example: 'meter-intake' },
  ),
  edge(topicRule, 'rule.actions[].timestream.tableName', 'arn', 'delivers_to', 'AWS::Timestream::Table', {
    read: 'arn:{partition}:timestream:{region}:{account}:database/{item.databaseName}/table/{value}',
  }),
  edge(
    topicRule,
    'rule.actions[].openSearch.endpoint',
    'dns',
    'delivers_to',
    'AWS::OpenSearchService::Domain',
    {
      example: {
        'https://search-telemetry-2j5kd6sn7vqk3cxu4tz5w6y7za.eu-west-1.es.amazonaws.com':
          'search-telemetry-2j5kd6sn7vqk3cxu4tz5w6y7za.eu-west-1.es.amazonaws.com',
      },
    },
  ),
  roleArn(topicRule, 'rule.actions[].*.roleArn', 'runs_as'),
  edge(topicRule, 'rule.errorAction.sqs.queueUrl', 'url', 'dead_letters_to', 'AWS::SQS::Queue', {
    confidence: 'high',
    example: 'https://sqs.eu-west-1.amazonaws.com/123456789012/telemetry-failed',
  }),
  roleArn(topicRule, 'rule.errorAction.*.roleArn', 'runs_as'),
  functionArn(topicRule, 'rule.errorAction.lambda.functionArn', 'dead_letters_to'),
  topicArn(topicRule, 'rule.errorAction.sns.targetArn', 'dead_letters_to'),
  bucketName(topicRule, 'rule.errorAction.s3.bucketName', 'dead_letters_to'),
  edge(topicRule, 'rule.errorAction.kinesis.streamName', 'name', 'dead_letters_to', 'AWS::Kinesis::Stream', {
    example: 'iot-errors',
  }),
  edge(
    topicRule,
    'rule.errorAction.firehose.deliveryStreamName',
    'name',
    'dead_letters_to',
    'AWS::KinesisFirehose::DeliveryStream',
    { example: 'iot-errors' },
  ),
  logGroupName(topicRule, 'rule.errorAction.cloudwatchLogs.logGroupName', 'dead_letters_to'),
  roleArn(roleAlias, 'roleArn', 'points_to'),
];
