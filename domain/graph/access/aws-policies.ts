import type { AccessStatement } from './access-statement.ts';

/**
 * Policies of AWS that grant widely and that the inventory does not have. Source: AWS Managed Policy Reference, the page of each
 * policy; the list has those whose document is short. Other policies of AWS are answered as `policy_not_read`.
 */
export const knownAwsPolicies: ReadonlyMap<string, readonly AccessStatement[]> = new Map(
  Object.entries({
    AdministratorAccess: [allow(['*'])],
    PowerUserAccess: [
      allow([], ['iam:*', 'organizations:*', 'account:*']),
      allow([
        'account:GetAccountInformation',
        'account:GetGovCloudAccountInformation',
        'account:GetPrimaryEmail',
        'account:ListRegions',
        'iam:CreateServiceLinkedRole',
        'iam:DeleteServiceLinkedRole',
        'iam:ListRoles',
        'organizations:DescribeOrganization',
        'organizations:DescribeEffectivePolicy',
      ]),
    ],
    IAMFullAccess: [
      allow([
        'iam:*',
        'organizations:DescribeAccount',
        'organizations:DescribeOrganization',
        'organizations:DescribeOrganizationalUnit',
        'organizations:DescribePolicy',
        'organizations:ListChildren',
        'organizations:ListParents',
        'organizations:ListPoliciesForTarget',
        'organizations:ListRoots',
        'organizations:ListPolicies',
        'organizations:ListTargetsForPolicy',
      ]),
    ],
    AmazonS3FullAccess: [allow(['s3:*', 's3-object-lambda:*'])],
    AmazonS3ReadOnlyAccess: [
      allow(['s3:Get*', 's3:List*', 's3:Describe*', 's3-object-lambda:Get*', 's3-object-lambda:List*']),
    ],
    AmazonSQSFullAccess: [allow(['sqs:*'])],
  }).map(([name, statements]) => {
    const policy = `arn:aws:iam::aws:policy/${name}`;
    return [policy, statements.map((statement, index) => ({ ...statement, policy, index }))] as const;
  }),
);

function allow(actions: readonly string[], except?: readonly string[]): AccessStatement {
  const written = except ?? actions;
  const lower = written.map((action) => action.toLowerCase());
  return {
    role: 'managed',
    policy: '',
    index: 0,
    effect: 'Allow',
    ...(except === undefined ? { actions: lower } : { notActions: lower }),
    written,
    resources: ['*'],
    conditions: [],
  };
}
