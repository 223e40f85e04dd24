import type { EdgeRule } from '../edge-rule.ts';
import { allowedBy, edge, encryptedBy } from './edge.ts';

const topic = 'AWS::SNS::Topic';
const subscription = 'AWS::SNS::Subscription';
const role = 'AWS::IAM::Role';

export const snsRules: readonly EdgeRule[] = [
  ...encryptedBy(topic, 'Attributes.KmsMasterKeyId'),
  ...allowedBy(topic, 'Attributes.Policy'),
  // `LambdaSuccessFeedbackRoleArn`, `SQSFailureFeedbackRoleArn` and eight others.
  edge(topic, 'Attributes.*', 'arn', 'runs_as', role, { key: { words: ['feedback role arn'] } }),

  edge(subscription, 'TopicArn', 'arn', 'contained_in', topic),
  edge(subscription, 'Endpoint', 'arn', 'delivers_to', [
    'AWS::SQS::Queue',
    'AWS::Lambda::Function',
    'AWS::KinesisFirehose::DeliveryStream',
  ]),
  edge(
    subscription,
    'Attributes.RedrivePolicy.deadLetterTargetArn',
    'arn',
    'dead_letters_to',
    'AWS::SQS::Queue',
  ),
  edge(subscription, 'Attributes.SubscriptionRoleArn', 'arn', 'runs_as', role),
];
