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

/** A rule for container images in private ECR repositories: `<account>.dkr.ecr.<region>.amazonaws.com/<name>:<tag>`. */
export function ecrImage(sourceType: string, path: string): EdgeRule {
  return edge(sourceType, path, 'arn', 'pulls_from', 'AWS::ECR::Repository', {
    variant: 'ecr',
    text: { includes: '.dkr.ecr.' },
    read: 'arn:{partition}:ecr:{value|after:.dkr.ecr.|before:.}:{value|before:.}:repository/{value|image|rest:/}',
  });
}

/** The rule of {@link ecrImage}, and a rule for the full names of images of other registries. */
export function containerImage(sourceType: string, path: string): readonly EdgeRule[] {
  return [
    ecrImage(sourceType, path),
    edge(sourceType, path, 'name', 'pulls_from', ['AWS::ECR::Repository', 'AWS::ECR::PublicRepository'], {
      variant: 'registry',
      text: { excludes: '.dkr.ecr.' },
      read: '{value|image}',
      external: true,
    }),
  ];
}
