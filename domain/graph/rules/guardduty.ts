import type { EdgeRule } from '../edge-rule.ts';
import { roleArn } from './common-edges.ts';

const detector = 'AWS::GuardDuty::Detector';

export const guarddutyRules: readonly EdgeRule[] = [roleArn(detector, 'ServiceRole', 'runs_as')];
