import type { EdgeRule } from '../edge-rule.ts';
import { encryptedBy } from './edge.ts';

const repository = 'AWS::CodeCommit::Repository';

export const codecommitRules: readonly EdgeRule[] = [...encryptedBy(repository, 'kmsKeyId')];
