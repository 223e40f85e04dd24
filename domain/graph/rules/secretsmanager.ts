import type { EdgeRule } from '../edge-rule.ts';
import { edge, encryptedBy } from './edge.ts';

const secret = 'AWS::SecretsManager::Secret';

export const secretsManagerRules: readonly EdgeRule[] = [
  ...encryptedBy(secret, 'KmsKeyId'),
  edge(secret, 'RotationLambdaARN', 'arn', 'invokes', 'AWS::Lambda::Function'),
];
