import type { EdgeRule } from '../edge-rule.ts';
import { edge } from './edge.ts';

const parent = (
  tag: string,
  matcher: 'arn' | 'id' | 'name',
  relation: 'contains' | 'manages',
  type: string,
): EdgeRule => edge('*', `tags["${tag}"]`, matcher, relation, type, { reversed: true, external: false });

/** Tags with which AWS marks resources of a parent. Sources: the user guides of the services. */
export const anyRules: readonly EdgeRule[] = [
  parent('aws:cloudformation:stack-id', 'arn', 'manages', 'AWS::CloudFormation::Stack'),
  parent('aws:autoscaling:groupName', 'name', 'contains', 'AWS::AutoScaling::AutoScalingGroup'),
  parent('eks:cluster-name', 'name', 'manages', 'AWS::EKS::Cluster'),
  parent('aws:eks:cluster-name', 'name', 'manages', 'AWS::EKS::Cluster'),
  parent('aws:ec2:fleet-id', 'id', 'contains', 'AWS::EC2::EC2Fleet'),
  parent('aws:ec2spot:fleet-request-id', 'id', 'contains', 'AWS::EC2::SpotFleet'),
  parent('aws:ecs:clusterName', 'name', 'manages', 'AWS::ECS::Cluster'),
  edge('*', 'tags["aws:ec2launchtemplate:id"]', 'id', 'created_from', 'AWS::EC2::LaunchTemplate', {
    external: false,
  }),
  edge('*', 'tags.*', 'name', 'manages', 'AWS::EKS::Cluster', {
    variant: 'kubernetes-cluster',
    reversed: true,
    external: false,
    key: { startsWith: 'kubernetes.io/cluster/' },
    text: { equals: 'owned' },
    read: '{key|skip:kubernetes.io/cluster/}',
  }),
];
