import type { JsonObject } from '../json/json.ts';
import { allow, iamArn, policyDocument, readerPolicy, substitute } from './policy-json.ts';
import { boundaryProtection, readerBoundaryArn, upgraderBoundary } from './role-boundary.ts';

const upgraderArn = iamArn('role/${RoleName}-upgrade');
const readerArn = iamArn('role/${RoleName}');
/** CloudFormation names the policies `<stack>-<logical id>-<random>`. */
const stackPolicies = iamArn('policy/${AWS::StackName}-*');

/**
 * Returns the statements with which the reader role starts an upgrade: of its own stack, only with the upgrader as service
 * role, and in the management account of the stack set `StackSetName`. Stack sets with service-managed permissions are in
 * the management account, also when a delegated administrator created them, hence the `*` for the account. Source: AWS
 * CloudFormation User Guide, "Register a delegated administrator".
 */
export function startUpgradeStatements(management: boolean): readonly JsonObject[] {
  const stackSet = [
    substitute('arn:${AWS::Partition}:cloudformation:${AWS::Region}:*:stackset/${StackSetName}:*'),
    substitute('arn:${AWS::Partition}:cloudformation:*:*:stackset-target/${StackSetName}:*'),
  ];
  return [
    allow(['cloudformation:DescribeStacks', 'cloudformation:GetTemplate'], { Ref: 'AWS::StackId' }),
    allow(
      ['cloudformation:UpdateStack'],
      { Ref: 'AWS::StackId' },
      { StringEquals: { 'cloudformation:RoleArn': upgraderArn } },
    ),
    allow(['iam:PassRole'], upgraderArn, {
      StringEquals: { 'iam:PassedToService': 'cloudformation.amazonaws.com' },
    }),
    ...(management
      ? [
          allow(
            [
              'cloudformation:DescribeStackSet',
              'cloudformation:DescribeStackSetOperation',
              'cloudformation:UpdateStackSet',
            ],
            stackSet,
          ),
        ]
      : []),
  ];
}

/**
 * Returns the resources that exist only when `AllowTemplateUpgrade` is true: the reader's policy that starts an upgrade, and
 * the upgrader role, which only CloudFormation can assume, with its permissions boundary. The upgrader can change the
 * stack's own policies, attach them to the reader while the reader has its boundary, and change the reader's tags. It can
 * change neither a boundary nor a trust policy nor itself, so a template version that changes one of these must be deployed
 * by the customer.
 */
export function upgradeResources(management: boolean): JsonObject {
  return {
    Upgrade: { Condition: 'MayUpgrade', ...readerPolicy(...startUpgradeStatements(management)) },
    UpgraderBoundary: { Condition: 'MayUpgrade', ...upgraderBoundary(upgraderStatements) },
    Upgrader: {
      Type: 'AWS::IAM::Role',
      Condition: 'MayUpgrade',
      Properties: {
        RoleName: substitute('${RoleName}-upgrade'),
        PermissionsBoundary: { Ref: 'UpgraderBoundary' },
        AssumeRolePolicyDocument: policyDocument([
          {
            Effect: 'Allow',
            Principal: { Service: 'cloudformation.amazonaws.com' },
            Action: 'sts:AssumeRole',
          },
        ]),
        Policies: [{ PolicyName: 'upgrade', PolicyDocument: policyDocument(upgraderStatements) }],
      },
    },
  };
}

const upgraderStatements: readonly JsonObject[] = [
  allow(
    [
      'iam:CreatePolicy',
      'iam:CreatePolicyVersion',
      'iam:DeletePolicy',
      'iam:DeletePolicyVersion',
      'iam:GetPolicy',
      'iam:GetPolicyVersion',
      'iam:ListPolicyVersions',
    ],
    stackPolicies,
  ),
  allow(['iam:AttachRolePolicy', 'iam:DetachRolePolicy'], readerArn, {
    ArnLike: { 'iam:PolicyARN': stackPolicies },
    StringEquals: { 'iam:PermissionsBoundary': readerBoundaryArn },
  }),
  allow(
    [
      'iam:GetRole',
      'iam:GetRolePolicy',
      'iam:ListAttachedRolePolicies',
      'iam:ListRolePolicies',
      'iam:TagRole',
      'iam:UntagRole',
    ],
    readerArn,
  ),
  ...boundaryProtection,
];
