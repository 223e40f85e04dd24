import type { ServiceCollectors } from '../declaration/collector.ts';

export const mq: ServiceCollectors = {
  service: 'mq',
  client: 'mq',
  scope: 'regional',
  probe: { operation: 'ListBrokers', input: { MaxResults: 5 } },
  types: [
    {
      resourceType: 'AWS::AmazonMQ::Broker',
      title: 'Message broker',
      list: { operation: 'ListBrokers', input: { MaxResults: 100 }, items: 'BrokerSummaries[]' },
      details: [{ operation: 'DescribeBroker', input: { BrokerId: '{BrokerId}' } }],
      nativeId: 'BrokerId',
      arn: 'BrokerArn',
      name: 'BrokerName',
      createdAt: 'Created',
      tags: { path: 'Tags' },
      volatile: ['BrokerState', 'ActionsRequired', 'PendingEngineVersion'],
      sets: { Users: 'amazon-mq/latest/api-reference/brokers-broker-id' },
      terraform: ['aws_mq_broker'],
    },
    {
      resourceType: 'AWS::AmazonMQ::Configuration',
      title: 'Message broker configuration',
      list: { operation: 'ListConfigurations', input: { MaxResults: 100 }, items: 'Configurations[]' },
      nativeId: 'Id',
      arn: 'Arn',
      name: 'Name',
      createdAt: 'Created',
      tags: { path: 'Tags' },
      terraform: ['aws_mq_configuration'],
    },
  ],
};
