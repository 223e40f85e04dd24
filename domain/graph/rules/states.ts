import type { EdgeRule } from '../edge-rule.ts';
import { encryptedBy, logGroupArn, roleArn } from './common-edges.ts';
import { edge } from './edge.ts';

const stateMachine = 'AWS::StepFunctions::StateMachine';

/**
 * A task names its target in `Resource`, or in the arguments of an optimized integration. Source: Step Functions
 * Developer Guide.
 */
export const statesRules: readonly EdgeRule[] = [
  roleArn(stateMachine, 'roleArn', 'runs_as'),
  logGroupArn(
    stateMachine,
    'loggingConfiguration.destinations[].cloudWatchLogsLogGroup.logGroupArn',
    'logs_to',
  ),
  ...encryptedBy(stateMachine, 'encryptionConfiguration.kmsKeyId'),
  edge(
    stateMachine,
    'definition.**.Resource',
    'arn',
    'invokes',
    ['AWS::Lambda::Function', 'AWS::Lambda::Alias'],
    { text: { includes: ':function:' } },
  ),
  edge(stateMachine, 'definition.**.Resource', 'arn', 'invokes', 'AWS::StepFunctions::Activity', {
    variant: 'activity',
    text: { includes: ':activity:' },
  }),
  edge(stateMachine, 'definition.**.Parameters.FunctionName', 'arn', 'invokes', [
    'AWS::Lambda::Function',
    'AWS::Lambda::Alias',
  ]),
  edge(stateMachine, 'definition.**.Parameters.FunctionName', 'name', 'invokes', 'AWS::Lambda::Function', {
    variant: 'name',
    when: { on: 'item', conditions: [{ path: '^.Resource', includes: ':lambda:' }] },
  }),
  edge(stateMachine, 'definition.**.Parameters.QueueUrl', 'url', 'invokes', 'AWS::SQS::Queue', {
    confidence: 'high',
  }),
  edge(stateMachine, 'definition.**.Parameters.TopicArn', 'arn', 'invokes', 'AWS::SNS::Topic'),
  edge(stateMachine, 'definition.**.Parameters.TableName', 'name', 'uses', 'AWS::DynamoDB::Table', {
    when: { on: 'item', conditions: [{ path: '^.Resource', includes: ':dynamodb:' }] },
  }),
  edge(
    stateMachine,
    'definition.**.Parameters.StateMachineArn',
    'arn',
    'invokes',
    'AWS::StepFunctions::StateMachine',
  ),
  edge(stateMachine, 'definition.**.Parameters.Cluster', 'arn', 'uses', 'AWS::ECS::Cluster'),
  edge(stateMachine, 'definition.**.Parameters.TaskDefinition', 'arn', 'invokes', 'AWS::ECS::TaskDefinition'),
  edge(stateMachine, 'definition.**.Parameters.JobName', 'name', 'invokes', 'AWS::Glue::Job', {
    when: { on: 'item', conditions: [{ path: '^.Resource', includes: ':glue:' }] },
  }),
  edge(stateMachine, 'definition.**.Parameters.JobQueue', 'arn', 'invokes', 'AWS::Batch::JobQueue'),
  edge(stateMachine, 'definition.**.Parameters.JobDefinition', 'arn', 'invokes', 'AWS::Batch::JobDefinition'),
  edge(stateMachine, 'definition.**.Parameters.ProjectName', 'name', 'invokes', 'AWS::CodeBuild::Project', {
    when: { on: 'item', conditions: [{ path: '^.Resource', includes: ':codebuild:' }] },
  }),
  edge(
    stateMachine,
    'definition.**.Parameters.Entries[].EventBusName',
    'name',
    'invokes',
    'AWS::Events::EventBus',
  ),
  edge(stateMachine, 'definition.**.Arguments.FunctionName', 'arn', 'invokes', [
    'AWS::Lambda::Function',
    'AWS::Lambda::Alias',
  ]),
  edge(stateMachine, 'definition.**.Arguments.QueueUrl', 'url', 'invokes', 'AWS::SQS::Queue', {
    confidence: 'high',
  }),
  edge(stateMachine, 'definition.**.Arguments.TopicArn', 'arn', 'invokes', 'AWS::SNS::Topic'),
  edge(stateMachine, 'definition.**.Arguments.TableName', 'name', 'uses', 'AWS::DynamoDB::Table', {
    when: { on: 'item', conditions: [{ path: '^.Resource', includes: ':dynamodb:' }] },
  }),
];
