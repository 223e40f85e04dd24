import type { ServiceCollectors } from '../declaration/collector.ts';

export const firehose: ServiceCollectors = {
  service: 'firehose',
  client: 'firehose',
  scope: 'regional',
  probe: { operation: 'ListDeliveryStreams', input: { Limit: 1 } },
  types: [
    {
      resourceType: 'AWS::KinesisFirehose::DeliveryStream',
      title: 'Firehose stream',
      list: {
        operation: 'ListDeliveryStreams',
        input: { Limit: 10000 },
        items: 'DeliveryStreamNames[]',
        as: 'DeliveryStreamName',
        page: {
          tokens: { ExclusiveStartDeliveryStreamName: 'DeliveryStreamNames[]' },
          more: 'HasMoreDeliveryStreams',
        },
      },
      details: [
        {
          operation: 'DescribeDeliveryStream',
          input: { DeliveryStreamName: '{DeliveryStreamName}' },
          result: 'DeliveryStreamDescription',
        },
      ],
      nativeId: 'DeliveryStreamName',
      arn: [
        'DeliveryStreamARN',
        'arn:{partition}:firehose:{region}:{account}:deliverystream/{DeliveryStreamName}',
      ],
      name: 'DeliveryStreamName',
      createdAt: 'CreateTimestamp',
      tags: { taggingApi: 'firehose' },
      secrets: [
        'Destinations[].HttpEndpointDestinationDescription.RequestConfiguration.CommonAttributes[].AttributeValue',
      ],
      settled: {
        'DeliveryStreamEncryptionConfiguration.Status': { ENABLING: 'ENABLED', DISABLING: 'DISABLED' },
      },
      volatile: [
        'DeliveryStreamStatus',
        'LastUpdateTimestamp',
        'HasMoreDestinations',
        'VersionId',
        'Source.DatabaseSourceDescription.SnapshotInfo',
      ],
      terraform: ['aws_kinesis_firehose_delivery_stream'],
    },
  ],
};
