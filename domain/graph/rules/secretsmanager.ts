import type { EdgeRule } from '../edge-rule.ts';
import { allowedBy, encryptedBy } from './common-edges.ts';
import { edge } from './edge.ts';

const secret = 'AWS::SecretsManager::Secret';

export const secretsManagerRules: readonly EdgeRule[] = [
  ...encryptedBy(secret, 'KmsKeyId'),
  edge(secret, 'RotationLambdaARN', 'arn', 'invokes', 'AWS::Lambda::Function', {
    example: 'arn:aws:lambda:eu-west-1:123456789012:function:rotate-db',
  }),
  ...allowedBy(secret, 'ResourcePolicy'),
];
