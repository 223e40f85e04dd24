import type { EdgeRule } from '../edge-rule.ts';
import { arnOrName } from './common-edges.ts';
import { edge } from './edge.ts';

const alarm = 'AWS::CloudWatch::Alarm';
const composite = 'AWS::CloudWatch::CompositeAlarm';
const actionTargets = [
  'AWS::SNS::Topic',
  'AWS::Lambda::Function',
  'AWS::AutoScaling::ScalingPolicy',
  'AWS::ApplicationAutoScaling::ScalingPolicy',
];

const actions = (type: string): readonly EdgeRule[] =>
  ['AlarmActions', 'OKActions', 'InsufficientDataActions'].map((path) =>
    edge(type, `${path}[]`, 'arn', 'notifies', actionTargets, {
      text: { excludes: ':automate:' },
      // Application Auto Scaling adds the creator to the ARN of its policy.
      read: '{value|before::createdBy/}',
      example: {
        'arn:aws:automate:eu-west-1:ec2:recover': false,
        'arn:aws:sns:eu-west-1:123456789012:alerts': true,
        'arn:aws:autoscaling:eu-west-1:123456789012:scalingPolicy:7b1f2a60-3c55-4b8a-9e21-5d0f6c9a4e11:autoScalingGroupName/web:policyName/cpu': true,
        'arn:aws:autoscaling:eu-west-1:123456789012:scalingPolicy:6d8972f3-efc8-437c-92d1-6270f29a66e7:resource/ecs/service/shop/web:policyName/cpu:createdBy/527814a7-6d42-4a31-8e59-ef901bad4fd3':
          'arn:aws:autoscaling:eu-west-1:123456789012:scalingPolicy:6d8972f3-efc8-437c-92d1-6270f29a66e7:resource/ecs/service/shop/web:policyName/cpu',
      },
    }),
  );

export const cloudwatchRules: readonly EdgeRule[] = [
  ...actions(alarm),
  ...actions(composite),
  // `ALARM("one") OR NOT OK(two)`: each part after a parenthesis begins with the name or ARN of an alarm.
  edge(composite, 'AlarmRule', 'name', 'monitors', [alarm, composite], {
    variant: 'name',
    split: '(',
    text: { includes: ')' },
    read: '{value|before:)|skip:"|trim:"}',
  }),
  edge(composite, 'AlarmRule', 'arn', 'monitors', [alarm, composite], {
    variant: 'arn',
    split: '(',
    text: { includes: ')' },
    read: '{value|before:)|skip:"|trim:"}',
  }),
  ...arnOrName(composite, 'ActionsSuppressor', 'uses', [alarm, composite], {
    arn: 'arn:aws:cloudwatch:eu-west-1:123456789012:alarm:maintenance',
    name: 'maintenance',
  }),
  edge(
    'AWS::CloudWatch::InsightRule',
    'Definition.LogGroupNames[]',
    'name',
    'reads_from',
    'AWS::Logs::LogGroup',
    { example: { '/app/web': true, '/app/api*': false } },
  ),
  edge(
    'AWS::CloudWatch::MetricStream',
    'FirehoseArn',
    'arn',
    'delivers_to',
    'AWS::KinesisFirehose::DeliveryStream',
    { example: 'arn:aws:firehose:eu-west-1:123456789012:deliverystream/metrics' },
  ),
];
