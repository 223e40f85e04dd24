import type { EdgeRule } from '../edge-rule.ts';
import { vpcId } from './common-edges.ts';
import { edge } from './edge.ts';

const targetGroup = 'AWS::VpcLattice::TargetGroup';

export const vpcLatticeRules: readonly EdgeRule[] = [
  vpcId(targetGroup, 'vpcIdentifier', 'contained_in'),
  edge(targetGroup, 'volatile.serviceArns[]', 'arn', 'forwards_to', 'AWS::VpcLattice::Service', {
    reversed: true,
    example: 'arn:aws:vpc-lattice:eu-west-1:123456789012:service/svc-0a1b2c3d4e5f60718',
  }),
];
