import type { EdgeRule } from '../edge-rule.ts';
import { roleArn } from './common-edges.ts';

/** Source: Amazon Data Lifecycle Manager API reference, LifecyclePolicy. */
export const dlmRules: readonly EdgeRule[] = [
  roleArn('AWS::DLM::LifecyclePolicy', 'ExecutionRoleArn', 'runs_as'),
];
