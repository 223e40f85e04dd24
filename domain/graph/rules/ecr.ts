import type { EdgeRule } from '../edge-rule.ts';
import { allowedBy, encryptedBy } from './edge.ts';

const repository = 'AWS::ECR::Repository';

export const ecrRules: readonly EdgeRule[] = [
  ...encryptedBy(repository, 'encryptionConfiguration.kmsKey'),
  ...allowedBy(repository, 'policyText'),
];
