import type { Json, JsonObject } from '../json.ts';
import { groupActions, permissionGroups } from './cloud-control-access.ts';
import { inlinePolicy, readerPolicy } from './policy-json.ts';

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

/** Tag of the deployed role with its permission groups. Written by {@link groupsTag}, read by {@link parseGroupsTag}. */
export const groupsTagKey = 'svc:cloud-control-groups';

const additional = 'additional';
/** IAM allows no comma in the value of a tag. */
const separator = ':';

/** Returns the groups in the values of a deployed template's parameters. */
export function groupsOfParameters(values: Readonly<Record<string, string | undefined>>): readonly string[] {
  const chosen = groupParameters.map((name) => values[name] ?? noGroup);
  return permissionGroups.filter((group) => chosen.includes(group));
}

/**
 * Returns the permission groups of a deployed role from the value of its tag, or `null` when it is unknown what the role can
 * read: the role was not deployed from a template of this service, or has an additional policy. A role of a template without
 * permission groups has none.
 */
export function parseGroupsTag(tag: string | null, templateVersion: string | null): readonly string[] | null {
  if (templateVersion === null) return null;
  const values = (tag ?? '').split(separator);
  return values.includes(additional) ? null : permissionGroups.filter((group) => values.includes(group));
}

/** Returns the tag of the role. */
export function groupsTag(): JsonObject {
  const values: Json[] = [
    ...groupParameters.map((name) => ({ Ref: name })),
    { 'Fn::If': ['HasAdditionalPolicy', additional, noGroup] },
  ];
  return { Key: groupsTagKey, Value: { 'Fn::Join': [separator, values] } };
}

/** Returns the parameters that select the groups, each of `groups`. */
export function groupParameterDeclarations(groups: readonly string[]): JsonObject {
  const declaration = {
    Type: 'String',
    Description:
      'Group of AWS services whose resource types the role can also list through the AWS Cloud Control API. The role then ' +
      'has no permissions boundary, and AllowTemplateUpgrade must be false in this stack.',
    Default: noGroup,
    AllowedValues: [noGroup, ...groups],
  };
  return Object.fromEntries(groupParameters.map((name) => [name, declaration]));
}

/** Returns the actions of the groups, for `Fn::FindInMap`. */
export function groupMappings(groups: readonly string[]): JsonObject {
  // A mapping must not be empty.
  const listed = groups.length === 0 ? permissionGroups.slice(0, 1) : groups;
  return { [mapping]: Object.fromEntries(listed.map((group) => [group, { Actions: groupActions(group) }])) };
}

/** Returns the conditions of the groups. */
export const groupConditions: JsonObject = {
  ...Object.fromEntries(
    slots.map((slot) => [
      conditionOf(slot),
      { 'Fn::Not': [{ 'Fn::Equals': [{ Ref: parameterOf(slot) }, noGroup] }] },
    ]),
  ),
};

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

/** The policies of the groups. Their logical ids are the same in every version. */
export const groupPolicies: JsonObject = Object.fromEntries(
  slots.map((slot) => {
    const policy = readerPolicy(groupStatement(slot));
    const isManaged = managedSlots.some((managed) => managed === slot);
    return [
      `CloudControl${slot}`,
      {
        Condition: conditionOf(slot),
        ...(isManaged ? policy : inlinePolicy(`cloud-control-${slot}`, policy)),
      },
    ];
  }),
);

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
