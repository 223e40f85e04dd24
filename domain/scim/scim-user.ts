import { readPatchOperations } from './patch-operations.ts';
import type { PatchOperation } from './patch-operations.ts';
import { scimErrors } from './scim-error.ts';
import { readScimFlag, readScimText, scimFieldsOf, scimListOf } from './scim-fields.ts';
import { matchesConditions } from './scim-filter.ts';

export interface ScimEmail {
  readonly value: string;
  readonly type?: string;
  readonly display?: string;
  readonly primary?: boolean;
}

/** The parts of a name, as the schema spells them. */
export const scimNameParts = [
  'formatted',
  'familyName',
  'givenName',
  'middleName',
  'honorificPrefix',
  'honorificSuffix',
] as const;
export type ScimName = Readonly<Partial<Record<(typeof scimNameParts)[number], string>>>;

/** The attributes of a user that are kept. Texts are trimmed. */
export interface ScimUser {
  readonly userName: string;
  readonly externalId?: string;
  readonly displayName?: string;
  readonly name: ScimName;
  readonly emails: readonly ScimEmail[];
  /** `undefined` leaves the status as it is. */
  readonly active?: boolean;
}

const emailParts = ['value', 'type', 'display', 'primary'] as const satisfies readonly (keyof ScimEmail)[];

const maximumEmails = 20;
const maximumText = 256;
const maximumName = 200;

type Kind = 'text' | 'flag' | 'name' | 'emails' | 'readOnly' | 'ignored';

/** The attributes of the core schema, by their names in lower case. Source: RFC 7643, section 4.1. */
const attributes: ReadonlyMap<string, readonly [name: string, kind: Kind]> = new Map(
  (
    [
      ['userName', 'text'],
      ['externalId', 'text'],
      ['displayName', 'text'],
      ['active', 'flag'],
      ['name', 'name'],
      ['emails', 'emails'],
      ['id', 'readOnly'],
      ['meta', 'readOnly'],
      ['groups', 'readOnly'],
      ['schemas', 'ignored'],
      // Neither passwords nor roles are written by SCIM, and the others have no use here.
      ['password', 'ignored'],
      ['roles', 'ignored'],
      ['nickName', 'ignored'],
      ['profileUrl', 'ignored'],
      ['title', 'ignored'],
      ['userType', 'ignored'],
      ['preferredLanguage', 'ignored'],
      ['locale', 'ignored'],
      ['timezone', 'ignored'],
      ['phoneNumbers', 'ignored'],
      ['ims', 'ignored'],
      ['photos', 'ignored'],
      ['addresses', 'ignored'],
      ['entitlements', 'ignored'],
      ['x509Certificates', 'ignored'],
    ] as const
  ).map(([name, kind]) => [name.toLowerCase(), [name, kind]]),
);

/**
 * Reads the body of POST and PUT. Attributes that are not kept are ignored.
 * @throws ScimError `invalidSyntax`, `invalidValue`
 */
export function readScimUser(body: unknown): ScimUser {
  const fields = scimFieldsOf(body);
  if (fields === undefined) throw scimErrors.invalidSyntax('body', 'must be an object');
  const userName = readScimText(fields.get('username'), 'userName', maximumText);
  if (userName === undefined) throw scimErrors.invalidValue('userName', 'is required');
  const externalId = readScimText(fields.get('externalid'), 'externalId', maximumText);
  const displayName = readScimText(fields.get('displayname'), 'displayName', maximumName);
  const active = readScimFlag(fields.get('active'), 'active');
  return {
    userName,
    ...(externalId === undefined ? {} : { externalId }),
    ...(displayName === undefined ? {} : { displayName }),
    name: readName(fields.get('name')),
    emails: readEmails(fields.get('emails')),
    ...(active === undefined ? {} : { active }),
  };
}

/**
 * Returns a user after the operations of a PATCH. Source: RFC 7644, section 3.5.2.
 * @throws ScimError
 */
export function patchScimUser(user: ScimUser, body: unknown): ScimUser {
  const draft: Draft = {
    fields: {
      userName: user.userName,
      externalId: user.externalId,
      displayName: user.displayName,
      active: user.active,
    },
    name: { ...user.name },
    emails: user.emails.map((email) => ({ ...email })),
  };
  for (const operation of readPatchOperations(body)) {
    apply(draft, operation);
    requireFewEmails(draft.emails);
  }
  return readScimUser({ ...draft.fields, name: draft.name, emails: draft.emails });
}

/** The name that people see: `displayName`, else the formatted name, the given and family name, or the local part of the email. */
export function shownNameOf({ displayName, name, userName }: ScimUser): string {
  const parts = [name.givenName, name.familyName].filter((part) => part !== undefined).join(' ');
  const local = userName.slice(0, userName.lastIndexOf('@'));
  return (displayName ?? name.formatted ?? (parts === '' ? local : parts)).slice(0, maximumName);
}

interface Draft {
  fields: Record<string, unknown>;
  name: Record<string, unknown>;
  emails: Record<string, unknown>[];
}

function apply(draft: Draft, operation: PatchOperation): void {
  const { op, path, value, isNamed } = operation;
  if (path.attribute === undefined) return;
  const [name, kind] = attributes.get(path.attribute) ?? [];
  if (name === undefined && isNamed) throw scimErrors.invalidPath(path.text, 'is not an attribute of a user');
  if (kind === 'readOnly' && isNamed) throw scimErrors.mutability(path.text, 'is read-only');
  if (kind === 'name') applyToName(draft, operation);
  else if (kind === 'emails') applyToEmails(draft, operation);
  else if (name !== undefined && (kind === 'text' || kind === 'flag')) {
    if (path.conditions !== undefined || path.subAttribute !== undefined)
      throw scimErrors.invalidPath(path.text, 'has no parts');
    const isRemoval = op === 'remove' || value === null;
    if (isRemoval && (name === 'userName' || name === 'active'))
      throw scimErrors.mutability(path.text, 'cannot be removed');
    draft.fields[name] = isRemoval ? undefined : value;
  }
}

function applyToName({ name }: Draft, { op, path, value }: PatchOperation): void {
  if (path.conditions !== undefined) throw scimErrors.invalidPath(path.text, 'has no values to select');
  const set = (given: string, part: unknown) => {
    const known = scimNameParts.find((one) => one.toLowerCase() === given);
    if (known === undefined) return false;
    if (op === 'remove' || part === null) delete name[known];
    else name[known] = part;
    return true;
  };
  if (path.subAttribute !== undefined) {
    if (!set(path.subAttribute, value)) throw scimErrors.invalidPath(path.text, 'is not a part of a name');
    return;
  }
  // The parts that a value does not have stay. Source: RFC 7644, section 3.5.2.3.
  const parts =
    op === 'remove' || value === null
      ? scimNameParts.map((part) => [part.toLowerCase(), null] as const)
      : scimFieldsOf(value);
  if (parts === undefined) throw scimErrors.invalidValue(path.text, 'must be an object');
  for (const [part, one] of parts) set(part, one);
}

function applyToEmails(draft: Draft, { op, path, value, isNamed }: PatchOperation): void {
  const { conditions } = path;
  const subAttribute = emailParts.find((part) => part === path.subAttribute);
  if (path.subAttribute !== undefined && subAttribute === undefined) {
    if (isNamed) throw scimErrors.invalidPath(path.text, 'is not a part of an email');
    return;
  }
  if (conditions === undefined) {
    if (subAttribute !== undefined) throw scimErrors.invalidPath(path.text, 'selects no value: add a filter');
    const given = scimListOf(value).map(elementOf);
    const values = new Set(given.map((element) => textOf(element['value'])));
    if (op === 'remove') {
      // Entra ID names the values to remove in `value`.
      draft.emails =
        value === undefined || value === null
          ? []
          : draft.emails.filter((one) => !values.has(textOf(one['value'])));
      return;
    }
    if (op === 'replace') draft.emails = given;
    else
      draft.emails = [
        ...draft.emails.filter((one) => !given.some((other) => isSameEmail(one, other))),
        ...given,
      ];
    keepOnePrimary(draft.emails, given);
    return;
  }
  const selected = draft.emails.filter((element) => matchesConditions(element, conditions));
  if (op === 'remove') {
    if (subAttribute === undefined || subAttribute === 'value')
      draft.emails = draft.emails.filter((element) => !selected.includes(element));
    else for (const element of selected) delete element[subAttribute];
    return;
  }
  if (selected.length === 0) {
    if (op === 'replace') throw scimErrors.noTarget(path.text);
    const known = conditions.filter(({ operator }) => operator === 'eq');
    const made = Object.fromEntries(known.map(({ attribute, value: one }) => [attribute, one]));
    draft.emails.push(made);
    selected.push(made);
  }
  for (const element of selected) {
    if (subAttribute !== undefined) element[subAttribute] = value;
    else Object.assign(element, elementOf(value));
  }
  keepOnePrimary(draft.emails, selected);
}

/** One email is the primary one: the one that an operation made so. Source: RFC 7644, section 3.5.2. */
function keepOnePrimary(
  emails: Record<string, unknown>[],
  changed: readonly Record<string, unknown>[],
): void {
  const isPrimary = (element: Record<string, unknown>) =>
    readScimFlag(element['primary'], 'emails.primary') === true;
  const chosen = changed.find(isPrimary);
  if (chosen === undefined) return;
  for (const element of emails) if (element !== chosen && isPrimary(element)) element['primary'] = false;
}

function isSameEmail(one: Record<string, unknown>, other: Record<string, unknown>): boolean {
  return textOf(one['value']) === textOf(other['value']) && textOf(one['type']) === textOf(other['type']);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim().toLowerCase() : '';
}

/** An email is an object; a text alone is its value. */
function elementOf(value: unknown): Record<string, unknown> {
  if (typeof value === 'string') return { value };
  const fields = scimFieldsOf(value);
  if (fields === undefined) throw scimErrors.invalidValue('emails', 'must be a list of objects');
  return Object.fromEntries(
    emailParts.filter((part) => fields.has(part)).map((part) => [part, fields.get(part)]),
  );
}

function readName(value: unknown): ScimName {
  if (value === undefined || value === null) return {};
  const fields = scimFieldsOf(value);
  if (fields === undefined) throw scimErrors.invalidValue('name', 'must be an object');
  const parts = scimNameParts.map((part) => [
    part,
    readScimText(fields.get(part.toLowerCase()), `name.${part}`, maximumName),
  ]);
  return Object.fromEntries(parts.filter(([, text]) => text !== undefined)) as ScimName;
}

function requireFewEmails(emails: readonly unknown[]): void {
  if (emails.length > maximumEmails)
    throw scimErrors.invalidValue('emails', `must have at most ${maximumEmails} values`);
}

function readEmails(value: unknown): readonly ScimEmail[] {
  const given = scimListOf(value).map(elementOf);
  requireFewEmails(given);
  const emails = given.flatMap((fields) => {
    const address = readScimText(fields['value'], 'emails.value', maximumText);
    const type = readScimText(fields['type'], 'emails.type', maximumText);
    const display = readScimText(fields['display'], 'emails.display', maximumText);
    const primary = readScimFlag(fields['primary'], 'emails.primary');
    if (address === undefined) return [];
    return [
      {
        value: address,
        ...(type === undefined ? {} : { type }),
        ...(display === undefined ? {} : { display }),
        ...(primary === undefined ? {} : { primary }),
      },
    ];
  });
  if (emails.filter(({ primary }) => primary === true).length > 1)
    throw scimErrors.invalidValue('emails', 'must have at most one primary value');
  return emails;
}
