import type { RelationshipType } from '../../values.ts';
import type { EdgeRule } from '../edge-rule.ts';
import { edge } from './edge.ts';

/** A rule for values that are the ARN of a KMS key or alias, never an id. */
export function keyArn(
  sourceType: string,
  path: string,
  relation: RelationshipType = 'encrypted_by',
): EdgeRule {
  return edge(sourceType, path, 'arn', relation, ['AWS::KMS::Key', 'AWS::KMS::Alias']);
}

/** A rule for the bucket in a URI such as `s3://bucket/key`; Hadoop also writes the schemes `s3a` and `s3n`. */
export function bucketUri(sourceType: string, path: string, relation: RelationshipType): EdgeRule {
  return edge(sourceType, path, 'arn', relation, 'AWS::S3::Bucket', {
    text: { startsWith: 's3', includes: '://' },
    read: 'arn:{partition}:s3:::{value|rest:://|before:/}',
  });
}
