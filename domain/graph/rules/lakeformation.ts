import type { EdgeRule } from '../edge-rule.ts';
import { roleArn } from './common-edges.ts';
import { edge } from './edge.ts';

const resource = 'AWS::LakeFormation::Resource';

export const lakeFormationRules: readonly EdgeRule[] = [
  edge(resource, 'ResourceArn', 'arn', 'uses', 'AWS::S3::Bucket', {
    example: { 'arn:aws:s3:::example-data-lake/sales': { baseKey: 'arn:aws:s3:::example-data-lake' } },
  }),
  roleArn(resource, 'RoleArn', 'runs_as'),
];
