import type { EdgeRule } from '../edge-rule.ts';
import { bucketName, roleArn } from './common-edges.ts';

/** Source: Amazon Macie API reference, sessions and classification jobs. */
export const macieRules: readonly EdgeRule[] = [
  roleArn('AWS::Macie::Session', 'serviceRole', 'runs_as'),
  bucketName('AWS::Macie::ClassificationJob', 'bucketDefinitions[].buckets[]', 'monitors'),
];
