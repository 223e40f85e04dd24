import type { EdgeRule } from '../edge-rule.ts';
import { allowedBy, grantedTo } from './common-edges.ts';
import { edge } from './edge.ts';

const key = 'AWS::KMS::Key';

export const kmsRules: readonly EdgeRule[] = [
  edge('AWS::KMS::Alias', 'TargetKeyId', 'id', 'points_to', key, {
    example: '7b1f2a60-3c55-4b8a-9e21-5d0f6c9a4e11',
  }),
  edge(key, 'MultiRegionConfiguration.ReplicaKeys[].Arn', 'arn', 'replicates_to', key, {
    example: 'arn:aws:kms:us-east-1:123456789012:key/mrk-7b1f2a603c554b8a9e215d0f6c9a4e11',
  }),
  edge(key, 'MultiRegionConfiguration.PrimaryKey.Arn', 'arn', 'replicates_to', key, {
    reversed: true,
    example: 'arn:aws:kms:eu-west-1:123456789012:key/mrk-7b1f2a603c554b8a9e215d0f6c9a4e11',
  }),
  ...allowedBy(key, 'Policy'),
  ...['GranteePrincipal', 'GranteeServicePrincipal'].flatMap((grantee) =>
    grantedTo(key, `volatile.Grants[].${grantee}`, { confidence: 'low' }),
  ),
];
