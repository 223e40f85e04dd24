import type { EdgeRule } from '../edge-rule.ts';
import { allowedBy, encryptedBy, queueArn, roleArn, topicArn } from './common-edges.ts';
import { edge } from './edge.ts';

const topic = 'AWS::SNS::Topic';
const subscription = 'AWS::SNS::Subscription';
const role = 'AWS::IAM::Role';

export const snsRules: readonly EdgeRule[] = [
  ...encryptedBy(topic, 'Attributes.KmsMasterKeyId'),
  ...allowedBy(topic, 'Attributes.Policy'),
  // `LambdaSuccessFeedbackRoleArn`, `SQSFailureFeedbackRoleArn` and eight others.
  edge(topic, 'Attributes.*', 'arn', 'runs_as', role, { key: { words: ['feedback role arn'] } }),

  topicArn(subscription, 'TopicArn', 'contained_in'),
  edge(
    subscription,
    'Endpoint',
    'arn',
    'delivers_to',
    ['AWS::SQS::Queue', 'AWS::Lambda::Function', 'AWS::KinesisFirehose::DeliveryStream'],
    { example: { 'arn:aws:sqs:eu-west-1:123456789012:orders': true, 'ops@example.com': false } },
  ),
  queueArn(subscription, 'Attributes.RedrivePolicy.deadLetterTargetArn', 'dead_letters_to'),
  roleArn(subscription, 'Attributes.SubscriptionRoleArn', 'runs_as'),
];
