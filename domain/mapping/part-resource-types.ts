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
