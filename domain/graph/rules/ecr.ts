import type { EdgeRule } from '../edge-rule.ts';
import { allowedBy, encryptedBy } from './common-edges.ts';

const repository = 'AWS::ECR::Repository';

export const ecrRules: readonly EdgeRule[] = [
  ...encryptedBy(repository, 'encryptionConfiguration.kmsKey'),
  ...allowedBy(repository, 'policyText'),
];
