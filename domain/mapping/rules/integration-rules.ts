import { alias, resource } from './rule-row.ts';
import type { MappingRule } from './rule-row.ts';

const byName = { ids: ['${name}'] } as const;
const generated = { generatedId: true } as const;

/** Messaging, events, workflows, streams, deployment stacks and IoT. Sources: the provider's documentation. */
export const integrationRules: readonly MappingRule[] = [
  resource('aws_sqs_queue', 'AWS::SQS::Queue', { ids: ['${url}', '${id}'] }),
  resource('aws_sns_topic', 'AWS::SNS::Topic', { ids: ['${arn}'] }),
  // The ARN contains the account of the topic. The account that subscribed lists the subscription.
  resource('aws_sns_topic_subscription', 'AWS::SNS::Subscription', {
    account: '${owner_id}',
    ids: ['${arn}'],
  }),
  resource('aws_cloudwatch_event_bus', 'AWS::Events::EventBus', byName),
  // The ARN of a rule on the default bus does not contain the name of the bus.
  resource('aws_cloudwatch_event_rule', 'AWS::Events::Rule', {
    ids: ['${arn}'],
    importId: '${EventBusName}/${Name}',
  }),
  resource('aws_cloudwatch_event_archive', 'AWS::Events::Archive', byName),
  resource('aws_cloudwatch_event_connection', 'AWS::Events::Connection', byName),
  resource('aws_cloudwatch_event_api_destination', 'AWS::Events::ApiDestination', byName),
  resource('aws_scheduler_schedule_group', 'AWS::Scheduler::ScheduleGroup', byName),
  resource('aws_scheduler_schedule', 'AWS::Scheduler::Schedule', { ids: ['${group_name}/${name}'] }),
  resource('aws_pipes_pipe', 'AWS::Pipes::Pipe', byName),
  resource('aws_sfn_state_machine', 'AWS::StepFunctions::StateMachine', { ids: ['${arn}'] }),
  resource('aws_sfn_activity', 'AWS::StepFunctions::Activity', { arn: '${id}', ids: [] }),
  resource('aws_kinesis_stream', 'AWS::Kinesis::Stream', byName),
  resource('aws_kinesis_stream_consumer', 'AWS::Kinesis::StreamConsumer', { ids: ['${arn}'] }),
  resource('aws_kinesis_firehose_delivery_stream', 'AWS::KinesisFirehose::DeliveryStream', {
    ...byName,
    importId: '${arn}',
  }),
  resource('aws_kinesisanalyticsv2_application', 'AWS::KinesisAnalyticsV2::Application', {
    ...byName,
    importId: '${arn}',
  }),
  alias('aws_kinesis_analytics_application', 'AWS::KinesisAnalyticsV2::Application', byName),
  resource('aws_msk_serverless_cluster', 'AWS::MSK::Cluster', {
    importWhen: [{ path: 'ClusterType', equals: 'SERVERLESS' }],
  }),
  resource('aws_msk_cluster', 'AWS::MSK::Cluster'),
  resource('aws_msk_configuration', 'AWS::MSK::Configuration'),
  resource('aws_mq_broker', 'AWS::AmazonMQ::Broker', generated),
  resource('aws_mq_configuration', 'AWS::AmazonMQ::Configuration', generated),
  // The id of a stack is its ARN. The import id is its name, which stays the id of an imported stack: it has no candidates.
  resource('aws_cloudformation_stack', 'AWS::CloudFormation::Stack', {
    arn: '${id}',
    ids: [],
    importId: '${native_id|field:5|rest:stack/|before:/}',
  }),
  alias('aws_serverlessapplicationrepository_cloudformation_stack', 'AWS::CloudFormation::Stack', {
    arn: '${id}',
    ids: [],
  }),
  resource('aws_cloudformation_stack_set', 'AWS::CloudFormation::StackSet', byName),
  resource('aws_iot_thing', 'AWS::IoT::Thing', byName),
  resource('aws_iot_thing_group', 'AWS::IoT::ThingGroup', byName),
  resource('aws_iot_thing_type', 'AWS::IoT::ThingType', byName),
  resource('aws_iot_policy', 'AWS::IoT::Policy', byName),
  resource('aws_iot_topic_rule', 'AWS::IoT::TopicRule', byName),
  resource('aws_iot_role_alias', 'AWS::IoT::RoleAlias', { ids: ['${alias}'] }),
];
