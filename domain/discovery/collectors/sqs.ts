import type { ServiceCollectors } from '../declaration/collector.ts';

export const sqs: ServiceCollectors = {
  service: 'sqs',
  client: 'sqs',
  scope: 'regional',
  probe: { operation: 'ListQueues', input: { MaxResults: 1 } },
  types: [
    {
      resourceType: 'AWS::SQS::Queue',
      title: 'SQS queue',
      notRead: 'Messages.',
      list: { operation: 'ListQueues', input: { MaxResults: 1000 }, items: 'QueueUrls[]', as: 'QueueUrl' },
      details: [
        {
          operation: 'GetQueueAttributes',
          input: { QueueUrl: '{QueueUrl}', AttributeNames: ['All'] },
          result: 'Attributes',
          into: 'Attributes',
        },
      ],
      nativeId: 'QueueUrl',
      arn: ['Attributes.QueueArn', 'arn:{partition}:sqs:{region}:{account}:{QueueUrl|after:/}'],
      name: '{QueueUrl|after:/}',
      createdAt: 'Attributes.CreatedTimestamp',
      tags: { taggingApi: 'sqs' },
      embedded: ['Attributes.Policy', 'Attributes.RedrivePolicy', 'Attributes.RedriveAllowPolicy'],
      volatile: [
        'Attributes.ApproximateNumberOfMessages',
        'Attributes.ApproximateNumberOfMessagesDelayed',
        'Attributes.ApproximateNumberOfMessagesNotVisible',
        'Attributes.LastModifiedTimestamp',
      ],
      terraform: ['aws_sqs_queue'],
    },
  ],
};
