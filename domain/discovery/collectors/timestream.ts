import type { ServiceCollectors } from '../declaration/collector.ts';

export const timestream: ServiceCollectors = {
  service: 'timestream',
  client: 'timestream-write',
  scope: 'regional',
  probe: { operation: 'ListDatabases', input: { MaxResults: 1 } },
  actions: {
    ListDatabases: ['timestream:DescribeEndpoints', 'timestream:ListDatabases'],
    ListTables: ['timestream:DescribeEndpoints', 'timestream:ListTables'],
  },
  types: [
    {
      resourceType: 'AWS::Timestream::Database',
      title: 'Timestream database',
      list: { operation: 'ListDatabases', input: { MaxResults: 20 }, items: 'Databases[]' },
      nativeId: 'DatabaseName',
      arn: 'Arn',
      name: 'DatabaseName',
      createdAt: 'CreationTime',
      tags: { call: { operation: 'ListTagsForResource', input: { ResourceARN: '{Arn}' }, result: 'Tags' } },
      volatile: ['LastUpdatedTime', 'TableCount'],
      terraform: ['aws_timestreamwrite_database'],
    },
    {
      resourceType: 'AWS::Timestream::Table',
      title: 'Timestream table',
      notRead: 'Records.',
      list: { operation: 'ListTables', input: { MaxResults: 20 }, items: 'Tables[]' },
      nativeId: '{DatabaseName}/{TableName}',
      arn: 'Arn',
      name: 'TableName',
      createdAt: 'CreationTime',
      tags: { call: { operation: 'ListTagsForResource', input: { ResourceARN: '{Arn}' }, result: 'Tags' } },
      volatile: ['LastUpdatedTime', 'TableStatus'],
      terraform: ['aws_timestreamwrite_table'],
    },
  ],
};
