import type { Condition, OriginRule, TypeCollector } from '../discovery/collector.ts';

/**
 * Types whose resources are parts of another resource: they are `child` also when a state names them. Sources: the AWS
 * provider manages them inline or as a separate resource (`aws_security_group_rule`, `aws_iam_role_policy`,
 * `aws_route53_resolver_rule_association`).
 */
export const partResourceTypes: ReadonlySet<string> = new Set([
  'AWS::EC2::SecurityGroupIngress',
  'AWS::EC2::SecurityGroupEgress',
  'AWS::IAM::GroupPolicy',
  'AWS::IAM::RolePolicy',
  'AWS::IAM::UserPolicy',
  'AWS::Route53Resolver::ResolverRuleAssociation',
]);

/**
 * Tags that AWS services set on the resources that they create, for resources of any type. Users cannot set tags with the
 * prefix `aws:`. Sources: the pages about tagging of the named services.
 */
const creatorTags: readonly string[] = [
  'aws:autoscaling:groupName',
  'aws:backup:source-resource',
  'aws:cloudformation:stack-id',
  'aws:dlm:lifecycle-policy-id',
  'aws:ec2:fleet-id',
  'aws:ec2spot:fleet-request-id',
  'aws:eks:cluster-name',
  'aws:elasticmapreduce:job-flow-id',
  'aws:servicecatalog:provisionedProductArn',
  // Amazon EKS, its storage drivers and its load balancer controller.
  'eks:nodegroup-name',
  'elbv2.k8s.aws/cluster',
  'kubernetes.io/created-for/pvc/name',
  'karpenter.sh/nodepool',
];

const generalRules: readonly OriginRule[] = creatorTags.map((tag) => ({
  origin: 'child',
  when: [{ tag } satisfies Condition],
}));

const partRule: OriginRule = { origin: 'part', when: [] };

/** Returns the origin rules of a type in order: parts, the rules of its collector, and the rules of all types. */
export function originRulesOf({ resourceType, origin = [] }: TypeCollector): readonly OriginRule[] {
  return partResourceTypes.has(resourceType) ? [partRule] : [...origin, ...generalRules];
}
