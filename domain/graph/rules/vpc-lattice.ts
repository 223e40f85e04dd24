import { defined } from '../../defined.ts';
import type { EdgeRule, Matcher } from '../edge-rule.ts';
import { certificateArn, vpcId } from './common-edges.ts';
import { edge } from './edge.ts';

const service = 'AWS::VpcLattice::Service';
const serviceNetwork = 'AWS::VpcLattice::ServiceNetwork';
const targetGroup = 'AWS::VpcLattice::TargetGroup';

const target = (kind: string, matcher: Matcher, type: string, read?: string): EdgeRule =>
  edge(targetGroup, 'targets[].id', matcher, 'targets', type, {
    variant: kind,
    ...defined({ read }),
    when: { on: 'holder', conditions: [{ path: 'type', equals: kind }] },
    properties: { port: 'port' },
  });

/** Source: VPC Lattice API reference. The VPCs of a network are those of its clients. */
export const vpcLatticeRules: readonly EdgeRule[] = [
  vpcId(targetGroup, 'vpcIdentifier', 'contained_in'),
  edge(targetGroup, 'volatile.serviceArns[]', 'arn', 'forwards_to', 'AWS::VpcLattice::Service', {
    reversed: true,
    example: 'arn:aws:vpc-lattice:eu-west-1:123456789012:service/svc-0a1b2c3d4e5f60718',
  }),
  target('INSTANCE', 'id', 'AWS::EC2::Instance'),
  target('LAMBDA', 'arn', 'AWS::Lambda::Function'),
  target('ALB', 'arn', 'AWS::ElasticLoadBalancingV2::LoadBalancer'),
  target('IP', 'name', 'AWS::EC2::NetworkInterface', '{holder.vpcIdentifier}/{value}'),
  certificateArn(service, 'certificateArn', 'uses'),
  edge(service, 'serviceNetworks[].serviceNetworkArn', 'arn', 'registers_in', serviceNetwork, {
    example: 'arn:aws:vpc-lattice:eu-west-1:123456789012:servicenetwork/sn-0a1b2c3d4e5f60718',
  }),
  vpcId(serviceNetwork, 'vpcs[].vpcId', 'associated_with'),
];
