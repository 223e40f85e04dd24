import { defined } from '../defined.ts';
import type { JsonObject } from '../json/json.ts';
import { permissionGroups } from './cloud-control-access.ts';
import {
  groupConditions,
  groupMappings,
  groupParameterDeclarations,
  groupRules,
  groupTags,
  groupPolicies,
  noExtraPolicies,
  inlineGroupPolicies,
} from './cloud-control-slots.ts';
import { policyDocument } from './policy-json.ts';
import { readPolicies, statePolicies } from './read-policies.ts';
import { organizationActions, roleActions } from './role-actions.ts';
import { readerBoundary } from './role-boundary.ts';
import { currentTemplateVersion, stackIdTag, templateVersionTag } from './template-version.ts';
import { startUpgradeStatements, upgradeResources } from './upgrade-resources.ts';

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
  /**
   * Permission groups that the parameters can select; all by default. CloudFormation accepts templates of up to 51,200 bytes
   * in a call, and up to 1 MB from S3 or as an upload in its console. A template with all groups exceeds 51,200 bytes.
   */
  readonly cloudControlGroups?: readonly string[] | undefined;
  /** Actions and version of another release, for tests of upgrades. */
  readonly actions?: readonly string[];
  readonly version?: string;
}

/** Default names of the stack and the stack set in quick-create links and instructions. */
export const defaultStackName = 'CloudInventory';
export const defaultStackSetName = 'CloudInventory';

/** Parameter of the management template with the name of the stack set that an upgrade may update. */
export const stackSetNameParameter = 'StackSetName';

/**
 * Returns the CloudFormation template of the role that this service assumes. Its trust policy requires the external id,
 * its policies allow exactly the actions that collectors, state reading, validation and the selected permission groups
 * declare, its permissions boundary allows nothing but reading, and its tags hold the version and the groups. The result is
 * the same for the same options.
 */
export function createRoleTemplate(options: TemplateOptions): JsonObject {
  const version = options.version ?? currentTemplateVersion;
  const management = options.variant === 'management';
  const upgradable = options.variant !== 'member';
  const actions = [...(options.actions ?? roleActions()), ...(management ? organizationActions : [])];
  const groups = options.cloudControlGroups ?? permissionGroups;
  const hasNoExtraPolicies = { 'Fn::Equals': noExtraPolicies };
  const mayUpgrade = { 'Fn::Equals': [{ Ref: 'AllowTemplateUpgrade' }, 'true'] };
  return {
    AWSTemplateFormatVersion: '2010-09-09',
    Description: `${templateDescription(options.variant)}${version}`,
    Parameters: {
      ...parameters(options),
      ...groupParameterDeclarations(groups),
      ...(upgradable ? upgradeParameters(management) : {}),
    },
    ...(upgradable ? { Rules: groupRules } : {}),
    Mappings: groupMappings(groups),
    Conditions: {
      HasState: { 'Fn::Not': [{ 'Fn::Equals': [{ 'Fn::Join': ['', { Ref: 'StateObjectArns' }] }, ''] }] },
      HasStateBuckets: {
        'Fn::Not': [{ 'Fn::Equals': [{ 'Fn::Join': ['', { Ref: 'StateBucketArns' }] }, ''] }],
      },
      HasAdditionalPolicy: { 'Fn::Not': [{ 'Fn::Equals': [{ Ref: 'AdditionalPolicyArn' }, ''] }] },
      ...groupConditions,
      HasBoundary: upgradable ? { 'Fn::Or': [mayUpgrade, hasNoExtraPolicies] } : hasNoExtraPolicies,
      ...(upgradable ? { MayUpgrade: mayUpgrade } : {}),
    },
    Resources: {
      Boundary: readerBoundary(actions, upgradable ? startUpgradeStatements(management) : []),
      Role: role(version),
      ...readPolicies(actions),
      ...statePolicies,
      ...groupPolicies,
      ...(upgradable ? upgradeResources(management) : {}),
    },
    Outputs: { RoleArn: { Value: { 'Fn::GetAtt': ['Role', 'Arn'] } } },
  };
}

/** Returns the description of a template, up to its version. */
export function templateDescription(variant: TemplateVariant): string {
  return `Read-only IAM role for the cloud inventory (${variant}), version `;
}

function parameters(options: TemplateOptions): JsonObject {
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
        'API, e.g. arn:aws:iam::aws:policy/SecurityAudit. If it is set, the role has no permissions boundary, unless ' +
        'AllowTemplateUpgrade is true. In that case the boundary limits this policy to the services in this template.',
      '',
    ),
  };
}

function upgradeParameters(management: boolean): JsonObject {
  return {
    AllowTemplateUpgrade: {
      ...text(
        'If true, the cloud inventory can update this stack to newer template versions. It can then change the policies ' +
          'of the role, but only within the permissions boundary: it cannot get more than read access in this account, ' +
          'and it cannot change the boundary, the trust policy or any other role.' +
          (management ? ` For the member accounts, see ${stackSetNameParameter}.` : ''),
        'false',
      ),
      AllowedValues: ['true', 'false'],
    },
    ...(management
      ? {
          [stackSetNameParameter]: {
            ...text(
              'Name of the stack set with the role of the member accounts. If AllowTemplateUpgrade is true, the cloud ' +
                'inventory can update this stack set. CAUTION: AWS applies an update of a stack set with administrator ' +
                'rights in every member account, and no permissions boundary limits it. Leave empty to allow no update ' +
                'of a stack set and to update it yourself.',
              defaultStackSetName,
            ),
            AllowedPattern: '^([a-zA-Z][a-zA-Z0-9-]{0,127})?$',
          },
        }
      : {}),
  };
}

function text(description: string, fallback?: string): JsonObject {
  return defined({ Type: 'String', Description: description, Default: fallback });
}

function list(description: string): JsonObject {
  return { Type: 'CommaDelimitedList', Description: description, Default: '' };
}

function role(version: string): JsonObject {
  return {
    Type: 'AWS::IAM::Role',
    Properties: {
      RoleName: { Ref: 'RoleName' },
      Description: 'Allows the cloud inventory to read this account',
      MaxSessionDuration: 3600,
      PermissionsBoundary: { 'Fn::If': ['HasBoundary', { Ref: 'Boundary' }, { Ref: 'AWS::NoValue' }] },
      AssumeRolePolicyDocument: policyDocument([
        {
          Effect: 'Allow',
          Principal: { AWS: { Ref: 'ServicePrincipalArn' } },
          Action: 'sts:AssumeRole',
          Condition: { StringEquals: { 'sts:ExternalId': { Ref: 'ExternalId' } } },
        },
      ]),
      ManagedPolicyArns: [
        { 'Fn::If': ['HasAdditionalPolicy', { Ref: 'AdditionalPolicyArn' }, { Ref: 'AWS::NoValue' }] },
      ],
      Policies: inlineGroupPolicies,
      Tags: [
        { Key: templateVersionTag, Value: version },
        ...groupTags,
        { Key: stackIdTag, Value: { Ref: 'AWS::StackId' } },
      ],
    },
  };
}
