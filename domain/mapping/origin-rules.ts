import type { OriginRule, TypeCollector } from '../discovery/declaration/collector.ts';
import { partResourceTypes } from './part-resource-types.ts';
import { serviceOrigins } from './service-origins.ts';
import type { SourcedOriginRule } from './service-origins.ts';

/** Tag of the resources of a stack, with its ARN. The stack may have been deleted, or have released the resource. */
export const stackTag = 'aws:cloudformation:stack-id';

/**
 * Tags that services set on the resources that they create, for resources of any type: tag key → source. Users cannot set
 * tags with the prefix `aws:`.
 */
const creatorTags: Readonly<Record<string, string>> = {
  'aws:autoscaling:groupName': 'EC2 Auto Scaling User Guide, Tag Auto Scaling groups and instances',
  'aws:backup:source-resource': 'AWS Backup Developer Guide, Tags of recovery points',
  'aws:dlm:lifecycle-policy-id': 'EBS User Guide, Amazon Data Lifecycle Manager',
  'aws:ec2:fleet-id': 'EC2 User Guide, Tag an EC2 Fleet',
  'aws:ec2spot:fleet-request-id': 'EC2 User Guide, Tag a Spot Fleet',
  'aws:ecs:serviceName': 'ECS Developer Guide, Amazon ECS-managed tags',
  'aws:eks:cluster-name': 'EKS User Guide, View Amazon EKS security group requirements for clusters',
  'aws:elasticmapreduce:job-flow-id': 'EMR Management Guide, Tag and categorize Amazon EMR cluster resources',
  'aws:secretsmanager:owningService': 'Secrets Manager User Guide, Secrets managed by other services',
  'aws:servicecatalog:provisionedProductArn': 'Service Catalog Administrator Guide, AutoTags',
  AWSBatchServiceTag: 'AWS managed policy BatchServiceRolePolicy',
  Ec2ImageBuilderArn: 'Image Builder User Guide, Tag resources',
  GuardDutyManaged: 'GuardDuty User Guide, Runtime Monitoring: VPC endpoints and security groups',
  ManagedByAmazonSageMakerResource: 'SageMaker Developer Guide, Resources of a domain',
  'ebs.csi.aws.com/cluster': 'EBS CSI driver, docs/tagging.md',
  'eks:eks-cluster-name': 'EKS User Guide, EKS Auto Mode: managed instances',
  'eks:nodegroup-name': 'EKS User Guide, Managed node groups',
  'elbv2.k8s.aws/cluster': 'AWS Load Balancer Controller, Resource tags',
  'kubernetes.io/created-for/pvc/name': 'EBS CSI driver, docs/tagging.md',
  'kubernetes.io/service-name': 'Kubernetes cloud-provider-aws, load balancer tags',
  'karpenter.sh/nodepool': 'Karpenter, NodeClasses: spec.tags',
  'node.k8s.amazonaws.com/instance_id': 'Amazon VPC CNI plugin, network interface tags',
};

const generalRules: readonly SourcedOriginRule[] = [
  ...Object.entries(creatorTags).map(([tag, source]): SourcedOriginRule => ({
    origin: 'child',
    when: [{ tag }],
    source,
  })),
  // EC2 and Route 53 Resolver also list what another account shares. Only its owner can manage it.
  {
    origin: 'child',
    when: [{ path: 'OwnerId', otherAccount: true }],
    source: 'RAM User Guide, Shareable AWS resources; VPC User Guide, Share your VPC subnets',
  },
  // The last rule: a service that makes resources for a resource of a stack can copy the tag.
  { origin: 'stack', when: [{ tag: stackTag }], source: 'CloudFormation User Guide, Resource tags' },
];

const partRule: OriginRule = { origin: 'part', when: [] };

/** Increase it with every change of the rules, so that a match after the next scan reads all resources. */
export const originRulesVersion = 3;

/**
 * Returns the origin rules of a type in order: parts, the rules of its collector, the rules of the service, and the rules
 * of all types.
 */
export function originRulesOf({ resourceType, origin = [] }: TypeCollector): readonly OriginRule[] {
  if (partResourceTypes.has(resourceType)) return [partRule];
  return [...origin, ...(serviceOrigins[resourceType] ?? []), ...generalRules];
}
