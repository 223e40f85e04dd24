import type { ServiceCollectors } from '../declaration/collector.ts';

export const securityHub: ServiceCollectors = {
  service: 'securityhub',
  client: 'securityhub',
  scope: 'regional',
  probe: { operation: 'DescribeHub' },
  types: [
    {
      resourceType: 'AWS::SecurityHub::Hub',
      title: 'Security Hub',
      notRead: 'Findings and standards.',
      list: {
        operation: 'DescribeHub',
        items: '',
        page: false,
        absent: ['InvalidAccessException', 'ResourceNotFoundException'],
      },
      nativeId: 'HubArn',
      arn: 'HubArn',
      createdAt: 'SubscribedAt',
      tags: {
        call: { operation: 'ListTagsForResource', input: { ResourceArn: '{HubArn}' }, result: 'Tags' },
      },
      terraform: ['aws_securityhub_account'],
    },
  ],
};
