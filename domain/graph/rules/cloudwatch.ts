import type { EdgeRule } from '../edge-rule.ts';
import { edge } from './edge.ts';

const alarm = 'AWS::CloudWatch::Alarm';
const composite = 'AWS::CloudWatch::CompositeAlarm';
const actionTargets = ['AWS::SNS::Topic', 'AWS::Lambda::Function', 'AWS::AutoScaling::ScalingPolicy'];

const actions = (type: string): readonly EdgeRule[] =>
  ['AlarmActions', 'OKActions', 'InsufficientDataActions'].map((path) =>
    edge(type, `${path}[]`, 'arn', 'notifies', actionTargets, { text: { excludes: ':automate:' } }),
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
  edge(composite, 'ActionsSuppressor', 'arn', 'uses', [alarm, composite], { variant: 'arn' }),
  edge(composite, 'ActionsSuppressor', 'name', 'uses', [alarm, composite], { variant: 'name' }),
  edge(
    'AWS::CloudWatch::InsightRule',
    'Definition.LogGroupNames[]',
    'name',
    'reads_from',
    'AWS::Logs::LogGroup',
  ),
  edge(
    'AWS::CloudWatch::MetricStream',
    'FirehoseArn',
    'arn',
    'delivers_to',
    'AWS::KinesisFirehose::DeliveryStream',
  ),
];
