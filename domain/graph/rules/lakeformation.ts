import type { EdgeRule } from '../edge-rule.ts';
import { edge } from './edge.ts';

const resource = 'AWS::LakeFormation::Resource';

export const lakeFormationRules: readonly EdgeRule[] = [
  edge(resource, 'ResourceArn', 'arn', 'uses', 'AWS::S3::Bucket'),
  edge(resource, 'RoleArn', 'arn', 'runs_as', 'AWS::IAM::Role'),
];
