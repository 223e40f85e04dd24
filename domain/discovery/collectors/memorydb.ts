import type { ServiceCollectors } from '../declaration/collector.ts';

export const memorydb: ServiceCollectors = {
  service: 'memorydb',
  client: 'memorydb',
  scope: 'regional',
  probe: { operation: 'DescribeClusters', input: { MaxResults: 1 } },
  types: [
    {
      resourceType: 'AWS::MemoryDB::Cluster',
      title: 'MemoryDB cluster',
      list: {
        operation: 'DescribeClusters',
        input: { MaxResults: 50, ShowShardDetails: false },
        items: 'Clusters[]',
      },
      nativeId: 'Name',
      arn: 'ARN',
      name: 'Name',
      tags: { call: { operation: 'ListTags', input: { ResourceArn: '{ARN}' }, result: 'TagList' } },
      volatile: ['Status', 'PendingUpdates', 'AvailabilityMode'],
      terraform: ['aws_memorydb_cluster'],
    },
    {
      resourceType: 'AWS::MemoryDB::SubnetGroup',
      title: 'MemoryDB subnet group',
      list: { operation: 'DescribeSubnetGroups', input: { MaxResults: 50 }, items: 'SubnetGroups[]' },
      nativeId: 'Name',
      arn: 'ARN',
      name: 'Name',
      tags: { call: { operation: 'ListTags', input: { ResourceArn: '{ARN}' }, result: 'TagList' } },
      terraform: ['aws_memorydb_subnet_group'],
    },
    {
      resourceType: 'AWS::MemoryDB::ReservedNode',
      title: 'Reserved MemoryDB node',
      list: { operation: 'DescribeReservedNodes', input: { MaxResults: 50 }, items: 'ReservedNodes[]' },
      nativeId: 'ReservationId',
      arn: 'ARN',
      name: 'ReservationId',
      createdAt: 'StartTime',
      volatile: ['State'],
      ended: { State: ['retired', 'payment-failed'] },
      notRead: 'Reservations that have ended; tags.',
      terraform: [],
    },
  ],
};
