import type { ServiceCollectors } from '../declaration/collector.ts';

export const kinesis: ServiceCollectors = {
  service: 'kinesis',
  client: 'kinesis',
  scope: 'regional',
  probe: { operation: 'ListStreams', input: { Limit: 1 } },
  types: [
    {
      resourceType: 'AWS::Kinesis::Stream',
      title: 'Kinesis stream',
      notRead: 'Records and shards.',
      list: { operation: 'ListStreams', input: { Limit: 1000 }, items: 'StreamSummaries[]' },
      details: [
        {
          operation: 'DescribeStreamSummary',
          input: { StreamARN: '{StreamARN}' },
          result: 'StreamDescriptionSummary',
        },
      ],
      nativeId: 'StreamName',
      arn: 'StreamARN',
      name: 'StreamName',
      createdAt: 'StreamCreationTimestamp',
      tags: {
        call: { operation: 'ListTagsForStream', input: { StreamName: '{StreamName}' }, result: 'Tags' },
      },
      volatile: ['StreamStatus', 'OpenShardCount', 'ConsumerCount'],
      terraform: ['aws_kinesis_stream'],
    },
    {
      resourceType: 'AWS::Kinesis::StreamConsumer',
      title: 'Kinesis stream consumer',
      parent: 'AWS::Kinesis::Stream',
      list: {
        operation: 'ListStreamConsumers',
        input: { StreamARN: '{StreamARN}', MaxResults: 1000 },
        items: 'Consumers[]',
      },
      fromParent: { StreamARN: 'StreamARN' },
      nativeId: 'ConsumerARN',
      arn: 'ConsumerARN',
      name: 'ConsumerName',
      createdAt: 'ConsumerCreationTimestamp',
      volatile: ['ConsumerStatus'],
      terraform: ['aws_kinesis_stream_consumer'],
    },
  ],
};
