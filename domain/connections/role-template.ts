import type { JsonObject } from '../json.ts';
import { organizationActions, roleActions, stateObjectActions } from './role-actions.ts';
import { currentTemplateVersion, stackIdTag, templateVersionTag } from './template-version.ts';

/**
 * `management`: for the management account, can also list the organization. `member`: for the stack set that deploys to
 * member accounts. `standalone`: for an account outside an organization.
 */
export const templateVariants = ['management', 'member', 'standalone'] as const;
export type TemplateVariant = (typeof templateVariants)[number];

export interface TemplateOptions {
  readonly variant: TemplateVariant;
  /** ARN of this service's principal; default of the parameter `ServicePrincipalArn`. */
  readonly servicePrincipalArn: string;
  /** The connection's role name; default of the parameter `RoleName`. */
  readonly roleName: string;
  /** Default of the parameter `ExternalId`; absent in published templates, which all connections share. */
  readonly externalId?: string;
  /** Actions and version of an older release, for tests of upgrades. */
  readonly actions?: readonly string[];
  readonly version?: string;
}

/** Default names of the stack and the stack set in quick-create links and instructions. */
export const defaultStackName = 'CloudInventory';
export const defaultStackSetName = 'CloudInventory';

/**
 * Characters of actions per managed policy. A managed policy may have 6,144 characters without white space; the
 * difference is left for the surrounding statement. Inline policies cannot be used: a role's inline policies may have
 * 10,240 characters in total, and the actions exceed that. Source: IAM and STS quotas.
 */
const policyCharacters = 5_800;

/**
 * Returns the CloudFormation template of the role that this service assumes. Its trust policy requires the external id,
 * its policies allow exactly the actions that collectors, state reading and validation declare, and its tag holds the
 * version. The result is the same for the same options.
 */
export function createRoleTemplate(options: TemplateOptions): JsonObject {
  const version = options.version ?? currentTemplateVersion;
  const management = options.variant === 'management';
  const upgradable = options.variant !== 'member';
  return {
    AWSTemplateFormatVersion: '2010-09-09',
    Description: `Read-only IAM role for the cloud inventory (${options.variant}), version ${version}`,
    Parameters: parameters(options, upgradable),
    Conditions: {
      HasState: { 'Fn::Not': [{ 'Fn::Equals': [{ 'Fn::Join': ['', { Ref: 'StateObjectArns' }] }, ''] }] },
      HasStateBuckets: {
        'Fn::Not': [{ 'Fn::Equals': [{ 'Fn::Join': ['', { Ref: 'StateBucketArns' }] }, ''] }],
      },
      HasAdditionalPolicy: { 'Fn::Not': [{ 'Fn::Equals': [{ Ref: 'AdditionalPolicyArn' }, ''] }] },
      ...(upgradable ? { MayUpgrade: { 'Fn::Equals': [{ Ref: 'AllowTemplateUpgrade' }, 'true'] } } : {}),
    },
    Resources: {
      Role: role(version),
      ...readPolicies(options.actions ?? roleActions(), version),
      ...statePolicies(),
      ...(management ? { [`OrganizationV${version}`]: policy(statement(organizationActions, '*')) } : {}),
      ...(upgradable ? upgradeResources(management, version) : {}),
    },
    Outputs: { RoleArn: { Value: { 'Fn::GetAtt': ['Role', 'Arn'] } } },
  };
}

function parameters(options: TemplateOptions, upgradable: boolean): JsonObject {
  const text = (description: string, fallback?: string): JsonObject => ({
    Type: 'String',
    Description: description,
    ...(fallback === undefined ? {} : { Default: fallback }),
  });
  const list = (description: string): JsonObject => ({
    Type: 'CommaDelimitedList',
    Description: description,
    Default: '',
  });
  return {
    ExternalId: text('External ID of the connection', options.externalId),
    ServicePrincipalArn: text(
      'ARN of the AWS principal that is allowed to assume the role',
      options.servicePrincipalArn,
    ),
    RoleName: text('Name of the role; must equal the role name of the connection', options.roleName),
    StateObjectArns: list(
      'ARNs of the Terraform state objects that the role may read, e.g. arn:aws:s3:::my-state/production/*',
    ),
    StateBucketArns: list('ARNs of the S3 buckets that hold the state objects, e.g. arn:aws:s3:::my-state'),
    AdditionalPolicyArn: text(
      'ARN of a managed policy to attach to the role, for resource types that are read through the AWS Cloud Control ' +
        'API, e.g. arn:aws:iam::aws:policy/SecurityAudit',
      '',
    ),
    ...(upgradable
      ? {
          AllowTemplateUpgrade: {
            ...text('Allow the cloud inventory to update this stack to newer template versions', 'false'),
            AllowedValues: ['true', 'false'],
          },
        }
      : {}),
  };
}

function role(version: string): JsonObject {
  return {
    Type: 'AWS::IAM::Role',
    Properties: {
      RoleName: { Ref: 'RoleName' },
      Description: 'Allows the cloud inventory to read this account',
      MaxSessionDuration: 3600,
      AssumeRolePolicyDocument: {
        Version: '2012-10-17',
        Statement: [
          {
            Effect: 'Allow',
            Principal: { AWS: { Ref: 'ServicePrincipalArn' } },
            Action: 'sts:AssumeRole',
            Condition: { StringEquals: { 'sts:ExternalId': { Ref: 'ExternalId' } } },
          },
        ],
      },
      ManagedPolicyArns: [
        { 'Fn::If': ['HasAdditionalPolicy', { Ref: 'AdditionalPolicyArn' }, { Ref: 'AWS::NoValue' }] },
      ],
      Tags: [
        { Key: templateVersionTag, Value: version },
        { Key: stackIdTag, Value: { Ref: 'AWS::StackId' } },
      ],
    },
  };
}

/**
 * Splits the actions over as many managed policies as needed. The logical ids contain the version, so an upgrade
 * creates the new policies before it deletes the old ones, and a failed upgrade can roll back to the old ones.
 */
function readPolicies(actions: readonly string[], version: string): JsonObject {
  const chunks: string[][] = [];
  let used = Infinity;
  for (const action of actions) {
    const characters = action.length + 3;
    if (used + characters > policyCharacters) {
      chunks.push([]);
      used = 0;
    }
    chunks.at(-1)?.push(action);
    used += characters;
  }
  return Object.fromEntries(
    chunks.map((chunk, index) => [`Read${index + 1}V${version}`, policy(statement(chunk, '*'))]),
  );
}

/** Allows reading the named Terraform state objects, and decrypting with KMS only in the context of those objects. */
function statePolicies(): JsonObject {
  return {
    StateObjects: {
      Condition: 'HasState',
      ...policy(statement(stateObjectActions, { Ref: 'StateObjectArns' }), {
        ...statement(['kms:Decrypt'], '*'),
        Condition: {
          StringLike: {
            'kms:EncryptionContext:aws:s3:arn': { Ref: 'StateObjectArns' },
            'kms:ViaService': 's3.*.amazonaws.com',
          },
        },
      }),
    },
    StateBuckets: {
      Condition: 'HasStateBuckets',
      ...policy(statement(['s3:ListBucket'], { Ref: 'StateBucketArns' })),
    },
  };
}

/**
 * Created only when `AllowTemplateUpgrade` is true. The reader role may call UpdateStack on this stack (and
 * UpdateStackSet). CloudFormation makes the changes with the upgrader role, which only CloudFormation can assume and
 * which can change only the two roles and their policies.
 */
function upgradeResources(management: boolean, version: string): JsonObject {
  const upgraderName = { 'Fn::Sub': '${RoleName}-upgrade' };
  const readers = [
    { 'Fn::Sub': 'arn:${AWS::Partition}:iam::${AWS::AccountId}:role/${RoleName}' },
    { 'Fn::Sub': 'arn:${AWS::Partition}:iam::${AWS::AccountId}:role/${RoleName}-upgrade' },
    { 'Fn::Sub': 'arn:${AWS::Partition}:iam::${AWS::AccountId}:policy/${AWS::StackName}-*' },
  ];
  const upgraderArn = {
    'Fn::Sub': 'arn:${AWS::Partition}:iam::${AWS::AccountId}:role/${RoleName}-upgrade',
  };
  const stackSets = {
    'Fn::Sub': 'arn:${AWS::Partition}:cloudformation:*:${AWS::AccountId}:stackset/*',
  };
  return {
    [`UpgradeV${version}`]: {
      Condition: 'MayUpgrade',
      ...policy(
        statement(['cloudformation:DescribeStacks', 'cloudformation:UpdateStack'], { Ref: 'AWS::StackId' }),
        {
          ...statement(['iam:PassRole'], upgraderArn),
          Condition: { StringEquals: { 'iam:PassedToService': 'cloudformation.amazonaws.com' } },
        },
        ...(management
          ? [
              statement(
                [
                  'cloudformation:DescribeStackSet',
                  'cloudformation:DescribeStackSetOperation',
                  'cloudformation:UpdateStackSet',
                ],
                stackSets,
              ),
            ]
          : []),
      ),
    },
    Upgrader: {
      Type: 'AWS::IAM::Role',
      Condition: 'MayUpgrade',
      Properties: {
        RoleName: upgraderName,
        AssumeRolePolicyDocument: {
          Version: '2012-10-17',
          Statement: [
            {
              Effect: 'Allow',
              Principal: { Service: 'cloudformation.amazonaws.com' },
              Action: 'sts:AssumeRole',
            },
          ],
        },
        Policies: [
          {
            PolicyName: 'upgrade',
            PolicyDocument: {
              Version: '2012-10-17',
              Statement: [statement(upgraderActions, readers)],
            },
          },
        ],
      },
    },
  };
}

const upgraderActions = [
  'iam:AttachRolePolicy',
  'iam:CreatePolicy',
  'iam:CreatePolicyVersion',
  'iam:DeletePolicy',
  'iam:DeletePolicyVersion',
  'iam:DeleteRolePolicy',
  'iam:DetachRolePolicy',
  'iam:GetPolicy',
  'iam:GetPolicyVersion',
  'iam:GetRole',
  'iam:GetRolePolicy',
  'iam:ListPolicyVersions',
  'iam:PutRolePolicy',
  'iam:TagRole',
  'iam:UntagRole',
  'iam:UpdateAssumeRolePolicy',
  'iam:UpdateRole',
] as const;

function policy(...statements: readonly JsonObject[]): JsonObject {
  return {
    Type: 'AWS::IAM::ManagedPolicy',
    Properties: {
      Roles: [{ Ref: 'Role' }],
      PolicyDocument: { Version: '2012-10-17', Statement: [...statements] },
    },
  };
}

function statement(
  actions: readonly string[],
  resource: JsonObject | readonly JsonObject[] | string,
): JsonObject {
  return {
    Effect: 'Allow',
    Action: [...actions],
    Resource: Array.isArray(resource) ? [...(resource as readonly JsonObject[])] : (resource as JsonObject),
  };
}
