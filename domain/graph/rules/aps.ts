import type { EdgeRule } from '../edge-rule.ts';
import { keyArn } from './common-edges.ts';

const workspace = 'AWS::APS::Workspace';

export const apsRules: readonly EdgeRule[] = [keyArn(workspace, 'kmsKeyArn', 'encrypted_by')];
