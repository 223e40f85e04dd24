import type { JsonObject } from '../json.ts';
import { organizationActions, roleActions, stateObjectActions } from './role-actions.ts';
import { currentTemplateVersion, stackIdTag, templateVersionTag } from './template-version.ts';

/** Where a template is deployed: `management` also reads the organization; `member` is for the stack set. */
export const templateVariants = ['management', 'member', 'standalone'] as const;
export type TemplateVariant = (typeof templateVariants)[number];

export interface TemplateOptions {
  readonly variant: TemplateVariant;
  /** Principal of this service; the default of the template's parameter. */
  readonly servicePrincipalArn: string;
  /** The connection's role name; the default of the template's parameter. */
  readonly roleName: string;
  /** Default of the parameter; absent in published templates, which serve every connection. */
  readonly externalId?: string;
  /** For tests of upgrades: what an older release held. */
  readonly actions?: readonly string[];
  readonly version?: string;
}

/** Names that the documentation proposes for the stack and the stack set. */
export const defaultStackName = 'CloudInventory';
export const defaultStackSetName = 'CloudInventory';

/**
 * A managed policy holds 6,144 characters, spaces not counted; a role's inline policies 10,240 together, which the
 * actions exceed. Source: IAM and STS quotas. The margin is for the statement around the actions.
 */
const policyCharacters = 5_800;

/**
 * The CloudFormation template of the role that this service assumes: a trust policy with the external id, exactly the
 * actions that collectors, state reading and validation declare, and the version as a tag. Deterministic.
 */
export function createRoleTemplate(options: TemplateOptions): JsonObject {
  const version = options.version ?? currentTemplateVersion;
  const management = options.variant === 'management';
  const upgradable = options.variant !== 'member';
  return {
    AWSTemplateFormatVersion: '2010-09-09',
    Description: `Read-only role of the cloud inventory (${options.variant}), version ${version}`,
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
    ExternalId: text('External id of the connection', options.externalId),
    ServicePrincipalArn: text('Who may assume the role', options.servicePrincipalArn),
    RoleName: text('Name of the role, as the connection has it', options.roleName),
    StateObjectArns: list('Terraform state objects to read, e.g. arn:aws:s3:::my-state/production/*'),
    StateBucketArns: list('Buckets of those objects, e.g. arn:aws:s3:::my-state'),
    AdditionalPolicyArn: text(
      'Policy to attach for resource types read through Cloud Control, e.g. arn:aws:iam::aws:policy/SecurityAudit',
      '',
    ),
    ...(upgradable
      ? {
          AllowTemplateUpgrade: {
            ...text('Whether the service may update this stack to newer versions', 'false'),
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
      Description: 'Lets the cloud inventory read this account',
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
 * The version is in the logical ids, so that an upgrade attaches new policies before it removes the old ones, and a
 * rollback finds the old ones untouched.
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

/** Terraform state: the named objects alone, and the keys that encrypt them alone. */
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
 * Only with AllowTemplateUpgrade: the reader may ask CloudFormation to update this stack (and the stack set). The
 * changes themselves are made by a role that CloudFormation alone can assume and that reaches nothing but the reader
 * and its policies.
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
