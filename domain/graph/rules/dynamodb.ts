import type { EdgeRule } from '../edge-rule.ts';
import { keyArn } from './common-edges.ts';
import { edge, encryptedBy } from './edge.ts';

const table = 'AWS::DynamoDB::Table';

export const dynamodbRules: readonly EdgeRule[] = [
  keyArn(table, 'SSEDescription.KMSMasterKeyArn'),
  edge(table, 'Replicas[].RegionName', 'arn', 'replicates_to', table, {
    read: 'arn:{partition}:dynamodb:{value}:{account}:table/{holder.TableName}',
  }),
  ...encryptedBy(table, 'Replicas[].KMSMasterKeyId'),
  edge(table, 'RestoreSummary.SourceTableArn', 'arn', 'created_from', table),
];
