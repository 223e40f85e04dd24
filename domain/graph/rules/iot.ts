import type { EdgeRule } from '../edge-rule.ts';
import { bucketName, edge } from './edge.ts';

const thing = 'AWS::IoT::Thing';
const topicRule = 'AWS::IoT::TopicRule';
const roleAlias = 'AWS::IoT::RoleAlias';

export const iotRules: readonly EdgeRule[] = [
  edge(thing, 'thingTypeName', 'name', 'uses', 'AWS::IoT::ThingType'),
  edge(topicRule, 'rule.actions[].lambda.functionArn', 'arn', 'triggers', [
    'AWS::Lambda::Function',
    'AWS::Lambda::Alias',
  ]),
  edge(topicRule, 'rule.actions[].sns.targetArn', 'arn', 'delivers_to', 'AWS::SNS::Topic'),
  edge(topicRule, 'rule.actions[].sqs.queueUrl', 'url', 'delivers_to', 'AWS::SQS::Queue', {
    confidence: 'high',
  }),
  edge(topicRule, 'rule.actions[].kinesis.streamName', 'name', 'delivers_to', 'AWS::Kinesis::Stream'),
  edge(
    topicRule,
    'rule.actions[].firehose.deliveryStreamName',
    'name',
    'delivers_to',
    'AWS::KinesisFirehose::DeliveryStream',
  ),
  edge(topicRule, 'rule.actions[].dynamoDB.tableName', 'name', 'delivers_to', 'AWS::DynamoDB::Table'),
  edge(
    topicRule,
    'rule.actions[].dynamoDBv2.putItem.tableName',
    'name',
    'delivers_to',
    'AWS::DynamoDB::Table',
  ),
  bucketName(topicRule, 'rule.actions[].s3.bucketName', 'delivers_to'),
  edge(topicRule, 'rule.actions[].cloudwatchLogs.logGroupName', 'name', 'logs_to', 'AWS::Logs::LogGroup'),
  edge(topicRule, 'rule.actions[].cloudwatchAlarm.alarmName', 'name', 'triggers', 'AWS::CloudWatch::Alarm'),
  edge(
    topicRule,
    'rule.actions[].stepFunctions.stateMachineName',
    'name',
    'triggers',
    'AWS::StepFunctions::StateMachine',
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
  ),
  edge(topicRule, 'rule.actions[].*.roleArn', 'arn', 'runs_as', 'AWS::IAM::Role'),
  edge(topicRule, 'rule.errorAction.sqs.queueUrl', 'url', 'dead_letters_to', 'AWS::SQS::Queue', {
    confidence: 'high',
  }),
  edge(topicRule, 'rule.errorAction.*.roleArn', 'arn', 'runs_as', 'AWS::IAM::Role'),
  edge(topicRule, 'rule.errorAction.lambda.functionArn', 'arn', 'dead_letters_to', [
    'AWS::Lambda::Function',
    'AWS::Lambda::Alias',
  ]),
  edge(topicRule, 'rule.errorAction.sns.targetArn', 'arn', 'dead_letters_to', 'AWS::SNS::Topic'),
  bucketName(topicRule, 'rule.errorAction.s3.bucketName', 'dead_letters_to'),
  edge(topicRule, 'rule.errorAction.kinesis.streamName', 'name', 'dead_letters_to', 'AWS::Kinesis::Stream'),
  edge(
    topicRule,
    'rule.errorAction.firehose.deliveryStreamName',
    'name',
    'dead_letters_to',
    'AWS::KinesisFirehose::DeliveryStream',
  ),
  edge(
    topicRule,
    'rule.errorAction.cloudwatchLogs.logGroupName',
    'name',
    'dead_letters_to',
    'AWS::Logs::LogGroup',
  ),
  edge(roleAlias, 'roleArn', 'arn', 'points_to', 'AWS::IAM::Role'),
];
