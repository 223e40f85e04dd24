import type { EdgeRule } from '../edge-rule.ts';
import { bucketName } from './common-edges.ts';

/** Source: Amazon Macie API reference, classification jobs. */
export const macieRules: readonly EdgeRule[] = [
  bucketName('AWS::Macie::ClassificationJob', 'bucketDefinitions[].buckets[]', 'monitors'),
];
