import type { ServiceCollectors } from '../declaration/collector.ts';

export const synthetics: ServiceCollectors = {
  service: 'synthetics',
  client: 'synthetics',
  scope: 'regional',
  probe: { operation: 'DescribeCanaries', input: { MaxResults: 1 } },
  types: [
    {
      resourceType: 'AWS::Synthetics::Canary',
      title: 'Canary',
      list: { operation: 'DescribeCanaries', input: { MaxResults: 20 }, items: 'Canaries[]' },
      nativeId: 'Name',
      arn: 'arn:{partition}:synthetics:{region}:{account}:canary:{Name}',
      name: 'Name',
      createdAt: 'Timeline.Created',
      tags: { path: 'Tags' },
      volatile: ['Status', 'Timeline'],
      terraform: ['aws_synthetics_canary'],
    },
  ],
};
