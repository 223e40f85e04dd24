import type { ServiceCollectors } from '../declaration/collector.ts';

export const networkManager: ServiceCollectors = {
  service: 'networkmanager',
  client: 'networkmanager',
  scope: 'global',
  // The regions of China have no Network Manager. Source: AWS General Reference, endpoints of Network Manager.
  callRegions: { aws: 'us-east-1', 'aws-us-gov': 'us-gov-west-1' },
  probe: { operation: 'DescribeGlobalNetworks' },
  types: [
    {
      resourceType: 'AWS::NetworkManager::GlobalNetwork',
      title: 'Global network',
      list: { operation: 'DescribeGlobalNetworks', items: 'GlobalNetworks[]' },
      nativeId: 'GlobalNetworkId',
      arn: 'GlobalNetworkArn',
      name: 'Description',
      createdAt: 'CreatedAt',
      tags: { path: 'Tags' },
      volatile: ['State'],
      terraform: ['aws_networkmanager_global_network'],
    },
    {
      resourceType: 'AWS::NetworkManager::CoreNetwork',
      title: 'Core network',
      list: { operation: 'ListCoreNetworks', items: 'CoreNetworks[]' },
      nativeId: 'CoreNetworkId',
      arn: 'CoreNetworkArn',
      name: 'Description',
      tags: { path: 'Tags' },
      volatile: ['State'],
      terraform: ['aws_networkmanager_core_network'],
    },
  ],
};
