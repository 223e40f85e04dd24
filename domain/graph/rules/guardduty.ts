import type { EdgeRule } from '../edge-rule.ts';
import { roleArn } from './common-edges.ts';
import { edge } from './edge.ts';

const detector = 'AWS::GuardDuty::Detector';
const filter = 'AWS::GuardDuty::Filter';

export const guarddutyRules: readonly EdgeRule[] = [roleArn(detector, 'ServiceRole', 'runs_as')];
