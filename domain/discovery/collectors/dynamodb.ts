import type { ServiceCollectors } from '../collector.ts';

export const dynamodb: ServiceCollectors = {
  service: 'dynamodb',
  client: 'dynamodb',
  scope: 'regional',
  probe: { operation: 'ListTables', input: { Limit: 1 } },
  types: [
    {
      resourceType: 'AWS::DynamoDB::Table',
      title: 'DynamoDB table',
      notRead: 'Items, streams and backups.',
      list: {
        operation: 'ListTables',
        input: { Limit: 100 },
        items: 'TableNames[]',
        as: 'TableName',
        page: { tokens: { ExclusiveStartTableName: 'LastEvaluatedTableName' } },
      },
      details: [{ operation: 'DescribeTable', input: { TableName: '{TableName}' }, result: 'Table' }],
      nativeId: 'TableName',
      arn: 'TableArn',
      name: 'TableName',
      tags: { taggingApi: 'dynamodb:table' },
      volatile: [
        'ItemCount',
        'TableSizeBytes',
        'TableStatus',
        'GlobalSecondaryIndexes[].ItemCount',
        'GlobalSecondaryIndexes[].IndexSizeBytes',
        'GlobalSecondaryIndexes[].IndexStatus',
        'LocalSecondaryIndexes[].ItemCount',
        'LocalSecondaryIndexes[].IndexSizeBytes',
        'ProvisionedThroughput.LastIncreaseDateTime',
        'ProvisionedThroughput.LastDecreaseDateTime',
        'ProvisionedThroughput.NumberOfDecreasesToday',
        'Replicas[].ReplicaStatus',
        'Replicas[].ReplicaInaccessibleDateTime',
      ],
      sets: ['AttributeDefinitions', 'GlobalSecondaryIndexes', 'LocalSecondaryIndexes', 'Replicas'],
      terraform: ['aws_dynamodb_table', 'aws_dynamodb_table_replica'],
    },
  ],
};
