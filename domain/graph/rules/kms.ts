import type { EdgeRule } from '../edge-rule.ts';
import { allowedBy, edge } from './edge.ts';

const key = 'AWS::KMS::Key';

export const kmsRules: readonly EdgeRule[] = [
  edge('AWS::KMS::Alias', 'TargetKeyId', 'id', 'points_to', key),
  edge(key, 'MultiRegionConfiguration.ReplicaKeys[].Arn', 'arn', 'replicates_to', key),
  edge(key, 'MultiRegionConfiguration.PrimaryKey.Arn', 'arn', 'replicates_to', key, { reversed: true }),
  ...allowedBy(key, 'Policy'),
];
