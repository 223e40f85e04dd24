import type { EdgeRule } from '../edge-rule.ts';
import { edge } from './edge.ts';

const detector = 'AWS::GuardDuty::Detector';
const filter = 'AWS::GuardDuty::Filter';

export const guarddutyRules: readonly EdgeRule[] = [
  edge(detector, 'ServiceRole', 'arn', 'runs_as', 'AWS::IAM::Role'),
  edge(filter, 'DetectorId', 'id', 'contained_in', 'AWS::GuardDuty::Detector'),
];
