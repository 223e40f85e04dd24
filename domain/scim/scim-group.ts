import { isUuid } from '../is-uuid.ts';
import { readPatchOperations } from './patch-operations.ts';
import type { PatchOperation } from './patch-operations.ts';
import { scimErrors } from './scim-error.ts';
import { readScimText, scimFieldsOf, scimListOf } from './scim-fields.ts';

/** The attributes of a group that are kept. */
export interface ScimGroup {
  readonly displayName: string;
  readonly externalId?: string;
  /** The ids of the members. */
  readonly members: ReadonlySet<string>;
}

/** Members of one group. */
export const maximumGroupMembers = 10_000;

/** As the group of a mapping. */
const maximumText = 256;

/** Reads the body of POST and PUT. @throws ScimError `invalidSyntax`, `invalidValue` */
export function readScimGroup(body: unknown): ScimGroup {
  const fields = scimFieldsOf(body);
  if (fields === undefined) throw scimErrors.invalidSyntax('body', 'must be an object');
  return groupOf(
    fields.get('displayname'),
    fields.get('externalid'),
    new Set(scimListOf(fields.get('members')).map((member) => memberIdOf(member))),
  );
}

/** Returns a group after the operations of a PATCH, in a time linear in their number and in that of the members. @throws ScimError */
export function patchScimGroup(group: ScimGroup, body: unknown): ScimGroup {
  const draft: Draft = {
    displayName: group.displayName,
    externalId: group.externalId,
    members: new Set(group.members),
  };
  for (const operation of readPatchOperations(body)) apply(draft, operation);
  return groupOf(draft.displayName, draft.externalId, draft.members);
}

interface Draft {
  displayName: unknown;
  externalId: unknown;
  members: Set<string>;
}

function groupOf(displayName: unknown, externalId: unknown, members: ReadonlySet<string>): ScimGroup {
  const name = readScimText(displayName, 'displayName', maximumText);
  if (name === undefined) throw scimErrors.invalidValue('displayName', 'is required');
  if (members.size > maximumGroupMembers)
    throw scimErrors.invalidValue('members', `a group has at most ${maximumGroupMembers} members`);
  const id = readScimText(externalId, 'externalId', maximumText);
  return { displayName: name, ...(id === undefined ? {} : { externalId: id }), members };
}

function apply(draft: Draft, { op, path, value, isNamed }: PatchOperation): void {
  const { attribute, conditions, subAttribute } = path;
  const isRemoval = op === 'remove' || value === null;
  if (attribute === 'members') applyToMembers(draft, { op, path, value, isNamed });
  else if (attribute === 'displayname' || attribute === 'externalid') {
    if (conditions !== undefined || subAttribute !== undefined)
      throw scimErrors.invalidPath(path.text, 'has no parts');
    if (attribute === 'externalid') draft.externalId = isRemoval ? undefined : value;
    else if (isRemoval) throw scimErrors.mutability(path.text, 'cannot be removed');
    else draft.displayName = value;
  } else if (isNamed && attribute !== undefined) {
    if (attribute === 'id' || attribute === 'meta') throw scimErrors.mutability(path.text, 'is read-only');
    throw scimErrors.invalidPath(path.text, 'is not an attribute of a group');
  }
}

function applyToMembers(draft: Draft, { op, path, value }: PatchOperation): void {
  const { conditions, subAttribute } = path;
  if (subAttribute !== undefined)
    throw scimErrors.invalidPath(path.text, 'members have no parts that can change');
  if (conditions !== undefined) {
    const [condition, ...others] = conditions;
    if (op !== 'remove' || condition?.operator !== 'eq' || others.length > 0)
      throw scimErrors.invalidPath(path.text, 'must be members[value eq "<id>"], to remove a member');
    draft.members.delete(String(condition.value).toLowerCase());
    return;
  }
  if (op === 'replace' || (op === 'remove' && (value === undefined || value === null)))
    draft.members = new Set();
  // Entra ID names the members to remove in `value`.
  for (const member of scimListOf(value)) {
    if (op === 'remove') draft.members.delete(memberIdOf(member));
    else draft.members.add(memberIdOf(member));
  }
}

/** @throws ScimError `invalidValue` for a value that is no id of a user */
function memberIdOf(member: unknown): string {
  const fields = scimFieldsOf(member);
  const [value, type] = [fields?.get('value') ?? member, fields?.get('type')];
  if (typeof type === 'string' && type.toLowerCase() !== 'user')
    throw scimErrors.invalidValue('members', 'must be users: groups in groups are not supported');
  const id = typeof value === 'string' ? value.toLowerCase() : undefined;
  if (!isUuid(id)) throw scimErrors.invalidValue('members', 'must be objects with the id of a user as value');
  return id;
}
