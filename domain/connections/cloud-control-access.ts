import { byCodeUnit } from '../json/canonical.ts';
import {
  cloudControlType,
  cloudControlTypes,
  parentTypesOf,
} from '../discovery/cloud-control/cloud-control-types.ts';
import type { CloudControlType } from '../discovery/cloud-control/cloud-control-types.ts';
import { serviceGroups } from '../discovery/cloud-control/service-groups.ts';
import { roleActions } from './role-actions.ts';

/** Permission groups, sorted: groups of services whose types a role can read. Template parameters select them. */
export const permissionGroups: readonly string[] = Object.keys(serviceGroups).toSorted(byCodeUnit);

/** CloudFormation service → permission group. */
const groupOfService = new Map(
  Object.entries(serviceGroups).flatMap(([group, services]) =>
    services.split(' ').map((service): [string, string] => [service, group]),
  ),
);

/**
 * Actions of handlers that no role gets, although their verbs are read verbs: they return secrets or the data in a
 * customer's resources. In lower case, because IAM ignores the case of actions. Source: the API references of the services.
 */
const dataActions: ReadonlySet<string> = new Set([
  'cloudwatch:getmetricdata',
  'cognito-idp:listusers',
  'connect:listdatatableprimaryvalues',
  'connect:listdatatablevalues',
  'dynamodb:batchgetitem',
  'dynamodb:getitem',
  'geo:describekey',
  'ivs:getstreamkey',
  'kms:getparametersforimport',
  's3:getobject',
  's3:getobjectacl',
  's3:getobjectversion',
  'secretsmanager:getsecretvalue',
  'sts:getwebidentitytoken',
]);

/** Prefixes of actions in handlers that are not IAM prefixes of AWS services. Source: Service Authorization Reference. */
const unknownPrefixes: ReadonlySet<string> = new Set(['initech', 'resolverdnssec', 'resolverquerylogging']);

/** Verbs of read actions. Some handlers declare `List*`. */
const readVerbs = /^[a-z0-9-]+:(?:(?:list|describe|get|batchget|batchdescribe|search)\w*|list\*)$/;

/** Returns whether a group may grant an action of a handler: the action only reads, and returns neither secrets nor data. */
export function isGrantable(action: string): boolean {
  const name = action.toLowerCase();
  return readVerbs.test(name) && !dataActions.has(name) && !unknownPrefixes.has(name.split(':')[0] ?? '');
}

/** Returns the permission group of a type, or `undefined`. */
export function permissionGroupOf(resourceType: string): string | undefined {
  return groupOfService.get(resourceType.split('::')[1] ?? '');
}

/** Returns the actions that a group adds to the role, with which its types are listed and read; sorted. */
export function groupActions(group: string): readonly string[] {
  const own = defaultActions();
  const actions = cloudControlTypes
    .filter(({ resourceType }) => permissionGroupOf(resourceType) === group)
    .flatMap((type) => [...type.actions, ...type.readActions]);
  return [...new Set(actions)]
    .filter((action) => isGrantable(action) && !own.has(action.toLowerCase()))
    .toSorted(byCodeUnit);
}

/**
 * Returns an action that listing a tier B type requires and that a role with these groups lacks, or `undefined` when the
 * role can list it. A type whose parents cannot be listed lacks the action of its parents.
 *
 * @param groups groups of the deployed role
 */
export function missingAction(resourceType: string, groups: readonly string[]): string | undefined {
  const type = cloudControlType(resourceType);
  if (type === undefined) return undefined;
  return (
    ownMissingAction(type, groups) ??
    parentTypesOf(type)
      .map((parent) => missingAction(parent, groups))
      .find((action) => action !== undefined)
  );
}

/** Returns the permission group with which a role can list a type, or `undefined` when one group does not suffice. */
export function sufficientGroup(resourceType: string): string | undefined {
  const group = permissionGroupOf(resourceType);
  return group !== undefined && missingAction(resourceType, [group]) === undefined ? group : undefined;
}

function ownMissingAction(type: CloudControlType, groups: readonly string[]): string | undefined {
  const required = type.actions.filter(isGrantable);
  // A handler that declares only actions that no role gets cannot be called.
  if (required.length === 0) return type.actions[0] ?? `a list action of ${type.resourceType}`;
  const group = permissionGroupOf(type.resourceType);
  if (group !== undefined && groups.includes(group)) return undefined;
  return required.find((action) => !defaultActions().has(action.toLowerCase()));
}

/** Returns whether the template grants an action to a role with these groups. */
export function isGranted(action: string, groups: readonly string[]): boolean {
  const name = action.toLowerCase();
  return (
    defaultActions().has(name) ||
    groups.some((group) => groupActions(group).some((granted) => granted.toLowerCase() === name))
  );
}

let ofEveryRole: ReadonlySet<string> | undefined;
/** Actions of every role, in lower case. */
function defaultActions(): ReadonlySet<string> {
  return (ofEveryRole ??= new Set(roleActions().map((action) => action.toLowerCase())));
}
