import type { EdgeRule } from '../edge-rule.ts';
import { edge } from './edge.ts';

const targetGroup = 'AWS::VpcLattice::TargetGroup';

export const vpcLatticeRules: readonly EdgeRule[] = [
  edge(targetGroup, 'vpcIdentifier', 'id', 'contained_in', 'AWS::EC2::VPC'),
];
