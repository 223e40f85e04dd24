import type { Json, JsonObject } from '../json/json.ts';
import { cloudControlActions } from '../discovery/cloud-control/cloud-control-types.ts';
import { groupActions, permissionGroups } from './cloud-control-access.ts';
import { policyDocument, readerPolicy } from './policy-json.ts';

/**
 * Number of permission groups that a role can have. The quotas of IAM allow no more: a group needs up to 5,000 characters,
 * and a role may have ten managed policies of 6,144 characters, of which eight can be in use, and inline policies of 10,240
 * characters in total. So two groups are managed policies and two are inline policies. Source: IAM and STS quotas.
 */
const managedSlots = [1, 2] as const;
const inlineSlots = [3, 4] as const;
const slots = [...managedSlots, ...inlineSlots] as const;

/** Value of a parameter without a group. */
const noGroup = 'none';
/** Mapping of the template with the actions of the groups. */
const mapping = 'CloudControlGroups';

/** Parameters of the template that each select a permission group. */
export const groupParameters: readonly string[] = slots.map(parameterOf);

/** Tag of the deployed role with its permission groups. */
export const groupsTagKey = 'svc:cloud-control-groups';
/** Tag of the deployed role: `true` if it has an additional policy, else `false`. */
export const additionalPolicyTag = 'svc:additional-policy';
/** IAM allows no comma in the value of a tag. */
const separator = ':';

/** Returns the groups in the values of a deployed template's parameters. */
export function groupsOfParameters(values: Readonly<Record<string, string | undefined>>): readonly string[] {
  const chosen = groupParameters.map((name) => values[name] ?? noGroup);
  return permissionGroups.filter((group) => chosen.includes(group));
}

/**
 * Returns the permission groups of a deployed role from its tags. Returns `undefined` when the permissions of the role are
 * unknown: it was not deployed from a template of this service, or it has an additional policy. A role of a template without
 * permission groups has none.
 */
export function parseGroupTags(
  valueOf: (tag: string) => string | undefined,
  templateVersion: string | undefined,
): readonly string[] | undefined {
  if (templateVersion === undefined || valueOf(additionalPolicyTag) === 'true') return undefined;
  const values = (valueOf(groupsTagKey) ?? '').split(separator);
  return permissionGroups.filter((group) => values.includes(group));
}

/** Returns the tags of the role. */
export const groupTags: readonly JsonObject[] = [
  { Key: groupsTagKey, Value: { 'Fn::Join': [separator, groupParameters.map((name) => ({ Ref: name }))] } },
  { Key: additionalPolicyTag, Value: { 'Fn::If': ['HasAdditionalPolicy', 'true', 'false'] } },
];

/** Returns the parameters that select the groups, each of `groups`. */
export function groupParameterDeclarations(groups: readonly string[]): JsonObject {
  const declaration = {
    Type: 'String',
    Description:
      'Group of AWS services whose resource types the role can also list through the AWS Cloud Control API. If a group ' +
      'is selected, the role has no permissions boundary, and AllowTemplateUpgrade must be false in this stack.',
    Default: noGroup,
    AllowedValues: [noGroup, ...groups],
  };
  return Object.fromEntries(groupParameters.map((name) => [name, declaration]));
}

/**
 * Returns the actions of the groups, for `Fn::FindInMap`. The key `none` exists for tools that resolve the function although
 * its condition is false.
 */
export function groupMappings(groups: readonly string[]): JsonObject {
  const actions: JsonObject = Object.fromEntries(
    groups.map((group) => [group, { Actions: groupActions(group) }]),
  );
  return { [mapping]: { [noGroup]: { Actions: cloudControlActions }, ...actions } };
}

/** Returns the conditions of the groups. */
export const groupConditions: JsonObject = Object.fromEntries(
  slots.map((slot) => [
    conditionOf(slot),
    { 'Fn::Not': [{ 'Fn::Equals': [{ Ref: parameterOf(slot) }, noGroup] }] },
  ]),
);

/** Operands of an `Fn::Equals` that holds when no group is selected and no additional policy is given. */
export const noExtraPolicies: readonly Json[] = [
  {
    'Fn::Join': [
      separator,
      [{ Ref: 'AdditionalPolicyArn' }, ...groupParameters.map((name) => ({ Ref: name }))],
    ],
  },
  ['', ...slots.map(() => noGroup)].join(separator),
];

/** Rejects a stack that has groups and allows upgrades: the boundary of an upgradable role has no room for the groups. */
export const groupRules: JsonObject = {
  GroupsWithoutUpgrade: {
    RuleCondition: { 'Fn::Equals': [{ Ref: 'AllowTemplateUpgrade' }, 'true'] },
    Assertions: groupParameters.map((name) => ({
      Assert: { 'Fn::Equals': [{ Ref: name }, noGroup] },
      AssertDescription: `${name} must be ${noGroup} if AllowTemplateUpgrade is true`,
    })),
  },
};

/** The managed policies of the groups. Their logical ids are the same in every version. */
export const groupPolicies: JsonObject = Object.fromEntries(
  managedSlots.map((slot) => [
    `CloudControl${slot}`,
    { Condition: conditionOf(slot), ...readerPolicy(groupStatement(slot)) },
  ]),
);

/** The property `Policies` of the role: the inline policies of the groups, or `AWS::NoValue`. */
export const inlineGroupPolicies: JsonObject = inlinePolicies(inlineSlots, []);

function inlinePolicies([slot, ...others]: readonly number[], chosen: readonly Json[]): JsonObject {
  if (slot === undefined) throw new TypeError('no slot');
  const policy: Json = {
    PolicyName: `cloud-control-${slot}`,
    PolicyDocument: policyDocument([groupStatement(slot)]),
  };
  const rest = (list: readonly Json[]): Json => {
    if (others.length > 0) return inlinePolicies(others, list);
    return list.length > 0 ? list : { Ref: 'AWS::NoValue' };
  };
  return { 'Fn::If': [conditionOf(slot), rest([...chosen, policy]), rest(chosen)] };
}

function groupStatement(slot: number): JsonObject {
  const actions = { 'Fn::FindInMap': [mapping, { Ref: parameterOf(slot) }, 'Actions'] };
  return { Effect: 'Allow', Action: actions, Resource: '*' };
}

function parameterOf(slot: number): string {
  return `CloudControlGroup${slot}`;
}

function conditionOf(slot: number): string {
  return `HasCloudControlGroup${slot}`;
}
