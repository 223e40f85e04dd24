import type { EdgeRule } from '../edge-rule.ts';
import { vpcId } from './common-edges.ts';

const targetGroup = 'AWS::VpcLattice::TargetGroup';

export const vpcLatticeRules: readonly EdgeRule[] = [vpcId(targetGroup, 'vpcIdentifier', 'contained_in')];
