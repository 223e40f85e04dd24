import type { EdgeRule } from '../edge-rule.ts';
import { allowedBy, encryptedBy, keyArn } from './common-edges.ts';
import { edge } from './edge.ts';

const table = 'AWS::DynamoDB::Table';

export const dynamodbRules: readonly EdgeRule[] = [
  keyArn(table, 'SSEDescription.KMSMasterKeyArn', 'encrypted_by'),
  edge(table, 'Replicas[].RegionName', 'arn', 'replicates_to', table, {
    read: 'arn:{partition}:dynamodb:{value}:{account}:table/{holder.TableName}',
  }),
  ...encryptedBy(table, 'Replicas[].KMSMasterKeyId'),
  edge(table, 'RestoreSummary.SourceTableArn', 'arn', 'created_from', table, {
    example: 'arn:aws:dynamodb:eu-west-1:123456789012:table/orders-old',
  }),
  edge(table, 'KinesisDataStreamDestinations[].StreamArn', 'arn', 'delivers_to', 'AWS::Kinesis::Stream', {
    when: { on: 'item', conditions: [{ path: 'DestinationStatus', equals: 'ACTIVE' }] },
  }),
  ...allowedBy(table, 'ResourcePolicy'),
];
