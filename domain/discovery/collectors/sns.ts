import type { ServiceCollectors } from '../declaration/collector.ts';

export const sns: ServiceCollectors = {
  service: 'sns',
  client: 'sns',
  scope: 'regional',
  probe: { operation: 'ListTopics' },
  types: [
    {
      resourceType: 'AWS::SNS::Topic',
      title: 'SNS topic',
      notRead: 'Messages and delivery logs.',
      list: { operation: 'ListTopics', items: 'Topics[]' },
      details: [
        {
          operation: 'GetTopicAttributes',
          input: { TopicArn: '{TopicArn}' },
          result: 'Attributes',
          into: 'Attributes',
        },
      ],
      nativeId: 'TopicArn',
      arn: 'TopicArn',
      name: '{TopicArn|after::}',
      tags: { taggingApi: 'sns' },
      embedded: [
        'Attributes.Policy',
        'Attributes.DeliveryPolicy',
        'Attributes.EffectiveDeliveryPolicy',
        'Attributes.ArchivePolicy',
      ],
      volatile: [
        'Attributes.SubscriptionsConfirmed',
        'Attributes.SubscriptionsPending',
        'Attributes.SubscriptionsDeleted',
        'Attributes.BeginningArchiveTime',
      ],
      terraform: ['aws_sns_topic'],
    },
    {
      resourceType: 'AWS::SNS::Subscription',
      title: 'SNS subscription',
      list: {
        operation: 'ListSubscriptions',
        items: 'Subscriptions[]',
        only: [{ path: 'SubscriptionArn', startsWith: 'arn:' }],
      },
      details: [
        {
          operation: 'GetSubscriptionAttributes',
          input: { SubscriptionArn: '{SubscriptionArn}' },
          result: 'Attributes',
          into: 'Attributes',
        },
      ],
      nativeId: 'SubscriptionArn',
      arn: 'SubscriptionArn',
      label: '{Protocol} subscription of {TopicArn|after::}',
      embedded: [
        'Attributes.FilterPolicy',
        'Attributes.RedrivePolicy',
        'Attributes.DeliveryPolicy',
        'Attributes.EffectiveDeliveryPolicy',
      ],
      volatile: ['Attributes.PendingConfirmation'],
      home: { account: 'Owner' },
      terraform: ['aws_sns_topic_subscription'],
    },
  ],
};
