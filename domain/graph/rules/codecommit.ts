import type { EdgeRule } from '../edge-rule.ts';
import { encryptedBy } from './common-edges.ts';

const repository = 'AWS::CodeCommit::Repository';

export const codecommitRules: readonly EdgeRule[] = [...encryptedBy(repository, 'kmsKeyId')];
