import type { EdgeRule } from '../edge-rule.ts';
import { edge } from './edge.ts';

const parent = (
  tag: string,
  matcher: 'arn' | 'id' | 'name',
  relation: 'contains' | 'manages',
  type: string,
  example: string,
): EdgeRule =>
  edge('*', `tags["${tag}"]`, matcher, relation, type, { reversed: true, external: false, example });

/** Tags with which AWS marks resources of a parent. Sources: the user guides of the services. */
export const anyRules: readonly EdgeRule[] = [
  parent(
    'aws:cloudformation:stack-id',
    'arn',
    'manages',
    'AWS::CloudFormation::Stack',
    'arn:aws:cloudformation:eu-west-1:123456789012:stack/web/7b1f2a60-3c55-4b8a-9e21-5d0f6c9a4e11',
  ),
  parent('aws:autoscaling:groupName', 'name', 'contains', 'AWS::AutoScaling::AutoScalingGroup', 'web'),
  parent('eks:cluster-name', 'name', 'manages', 'AWS::EKS::Cluster', 'main'),
  parent('aws:eks:cluster-name', 'name', 'manages', 'AWS::EKS::Cluster', 'main'),
  parent(
    'aws:ec2:fleet-id',
    'id',
    'contains',
    'AWS::EC2::EC2Fleet',
    'fleet-7b1f2a60-3c55-4b8a-9e21-5d0f6c9a4e11',
  ),
  parent(
    'aws:ec2spot:fleet-request-id',
    'id',
    'contains',
    'AWS::EC2::SpotFleet',
    'sfr-7b1f2a60-3c55-4b8a-9e21-5d0f6c9a4e11',
  ),
  parent('aws:ecs:clusterName', 'name', 'manages', 'AWS::ECS::Cluster', 'main'),
  edge('*', 'tags["aws:ec2launchtemplate:id"]', 'id', 'created_from', 'AWS::EC2::LaunchTemplate', {
    external: false,
    example: 'lt-0a1b2c3d4e5f60718',
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
