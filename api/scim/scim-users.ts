import { isDeepStrictEqual } from 'node:util';
import { revokeSessionsOf } from '../../db/identity/session-store.ts';
import { applyMappings } from '../../db/identity/sso/apply-mappings.ts';
import { listProvenDomains } from '../../db/identity/sso/sso-domain-store.ts';
import { createUser, findEmailOwner, replaceEmail } from '../../db/identity/user-store.ts';
import { lockScim } from '../../db/scim/lock-scim.ts';
import {
  findScimUser,
  hideScimUser,
  isScimUserHidden,
  listScimGroupsOf,
  listScimUsers,
  saveScimUser,
} from '../../db/scim/scim-user-store.ts';
import type { ScimUserGroup, ScimUserRow } from '../../db/scim/scim-user-store.ts';
import type { Tenant } from '../../db/tenant.ts';
import { errors } from '../../domain/errors.ts';
import { isAdministrativeUser } from '../../domain/identity/is-administrative-user.ts';
import { domainOfEmail } from '../../domain/identity/sso-claims.ts';
import { scimErrors } from '../../domain/scim/scim-error.ts';
import { listFilterAttributes } from '../../domain/scim/scim-filter.ts';
import { patchScimUser, readScimUser, shownNameOf } from '../../domain/scim/scim-user.ts';
import type { ScimEmail, ScimUser } from '../../domain/scim/scim-user.ts';
import { isSelected, selectScimAttributes } from '../../domain/scim/select-scim-attributes.ts';
import type { ScimSelection } from '../../domain/scim/select-scim-attributes.ts';
import { entityTagOf } from '../http/response/entity-tag.ts';
import { iso } from '../http/schemas.ts';
import { email } from '../identity/schemas.ts';
import { endMembership, resumeMembership } from '../organizations/change-member-status.ts';
import { recordScimRoles } from './record-scim-roles.ts';
import { cutScimPage, listOfScim, readScimList, selectionOf } from './scim-list.ts';
import { scimLocationOf, scimSchemas } from './scim-documents.ts';
import { requireScimVersion } from './require-scim-version.ts';
import { scimResourceRoutes } from './scim-resource-routes.ts';
import type { ScimAnswer, ScimContext } from './scim-route.ts';

/** The requests about users. */
export const scimUserRoutes = scimResourceRoutes<ScimUserRow>('Users', {
  list: listUsers,
  create: createScimUser,
  find: ({ tenant, id }) => findScimUser(tenant, id),
  answer: answerOf,
  replace: (context) => changeUser(context, () => normalized(readScimUser(context.body))),
  patch: (context) =>
    changeUser(context, (before) => normalized(patchScimUser(before, context.body), before.userName)),
  remove: deleteScimUser,
});

async function listUsers(
  context: ScimContext,
  given: Readonly<Record<string, unknown>>,
): Promise<ScimAnswer> {
  const request = readScimList(given, listFilterAttributes.User);
  const { startIndex, count, conditions, selection } = request;
  const page = { offset: startIndex - 1, limit: count };
  const { total, rows } = await listScimUsers(context.tenant, conditions, page);
  const shown = isSelected(selection, 'groups') ? cutScimPage(rows, ({ groupCount }) => groupCount) : rows;
  const resources = await presentUsers(context, shown, selection);
  return { status: 200, body: listOfScim(request, total, resources) };
}

async function createScimUser(context: ScimContext): Promise<ScimAnswer> {
  const { tenant, record } = context;
  const wanted = normalized(readScimUser(context.body));
  await lockScim(tenant, 'share');
  await requireProven(tenant, wanted);
  const owner = await findEmailOwner(tenant, wanted.userName);
  if (owner !== undefined && owner.organizationId !== tenant.organizationId) return refuseOrRelease(owner);
  if (owner !== undefined) {
    // A user whom the directory deleted comes back. Source: RFC 7644, section 3.6.
    if (!(await isScimUserHidden(tenant, owner.userId))) throw errors.emailTaken();
    await saveScimUser(tenant, owner.userId, storedFieldsOf(wanted));
    const before = await getLocked(tenant, owner.userId);
    await changeStatus(context, before, wanted.active ?? true);
    await recordMember(context, 'member.updated', before, { returned: true });
    return answerOf(context, 201, await getLocked(tenant, owner.userId));
  }
  const user = await createUser(tenant, {
    email: wanted.userName,
    name: shownNameOf(wanted),
    passwordHash: undefined,
    roles: [],
    emailVerified: true,
  });
  await saveScimUser(tenant, user.id, storedFieldsOf(wanted));
  await record(tenant, {
    action: 'member.created',
    type: 'member',
    id: user.id,
    name: user.name,
    details: { method: 'scim', email: user.email },
  });
  const created = await getLocked(tenant, user.id);
  await changeStatus(context, created, wanted.active ?? true);
  return answerOf(context, 201, await getLocked(tenant, user.id));
}

async function changeUser(context: ScimContext, change: (before: ScimUser) => ScimUser): Promise<ScimAnswer> {
  const { tenant, id } = context;
  await lockScim(tenant, 'share');
  const row = await getLocked(tenant, id);
  requireScimVersion(context.ifMatch, versionOf(row));
  const before = scimUserOf(row);
  const wanted = change(before);
  await requireWritable(tenant, row);
  await requireProven(tenant, wanted);
  if (wanted.userName !== row.email) {
    const owner = await findEmailOwner(tenant, wanted.userName);
    if (owner !== undefined) {
      if (owner.organizationId !== tenant.organizationId) return refuseOrRelease(owner);
      throw errors.emailTaken();
    }
    await changeEmail(context, row, wanted.userName);
  }
  const fields = storedFieldsOf(wanted);
  // jsonb does not keep the order of keys.
  if (!isDeepStrictEqual(fields, { ...storedFieldsOf(normalized(before)), name: row.name })) {
    await saveScimUser(tenant, id, fields);
    await recordMember(
      context,
      'member.updated',
      { ...row, name: fields.name },
      { external_id: fields.externalId },
    );
  }
  await changeStatus(context, row, wanted.active ?? row.status === 'active');
  return answerOf(context, 200, await getLocked(tenant, id));
}

async function deleteScimUser(context: ScimContext): Promise<ScimAnswer> {
  const { tenant, id } = context;
  await lockScim(tenant, 'share');
  const row = await getLocked(tenant, id);
  requireScimVersion(context.ifMatch, versionOf(row));
  await requireWritable(tenant, row);
  await changeStatus(context, row, false);
  const wasMember = await hideScimUser(tenant, id);
  if (wasMember) await recordScimRoles(context, await applyMappings(tenant, [id]));
  await recordMember(context, 'member.deprovisioned', row, {});
  return { status: 204 };
}

async function getLocked(tenant: Tenant, id: string): Promise<ScimUserRow> {
  const row = await findScimUser(tenant, id, true);
  if (row === undefined) throw errors.notFound();
  return row;
}

/** An address of a proven domain belongs to this organization. A user elsewhere who proved the address before keeps it. */
function refuseOrRelease(owner: Extract<ScimAnswer, { release: unknown }>['release']): ScimAnswer {
  if (owner.isVerified) throw errors.emailTaken();
  return { release: owner };
}

/** @throws CatalogueError `forbidden` for a break-glass user, ScimError `invalidValue` for a domain that is not proven */
async function requireWritable(tenant: Tenant, { breakGlass, email: userName }: ScimUserRow): Promise<void> {
  if (breakGlass) throw errors.forbidden('A break-glass user cannot be changed by SCIM.');
  await requireProven(tenant, { userName, emails: [] });
}

/** @throws ScimError `invalidValue` if the domain of an address is not proven */
async function requireProven(
  tenant: Tenant,
  { userName, emails }: Pick<ScimUser, 'userName' | 'emails'>,
): Promise<void> {
  const domains = [
    { field: 'userName', domain: domainOfEmail(userName) },
    ...emails.map(({ value }) => ({ field: 'emails.value', domain: domainOfEmail(value) })),
  ];
  const proven = await listProvenDomains(tenant);
  const foreign = domains.find(({ domain }) => !proven.includes(domain));
  if (foreign !== undefined)
    throw scimErrors.invalidValue(
      foreign.field,
      `the organization has not proven the domain ${foreign.domain}`,
    );
}

/**
 * Ends the sessions, and the tokens that were mailed to the former address. Refused for administrative rights by hand: the
 * holder of the new mailbox could take them over, and SCIM gives what groups give only.
 */
async function changeEmail(context: ScimContext, row: ScimUserRow, address: string): Promise<void> {
  const { tenant } = context;
  if (isAdministrativeUser(row))
    throw errors.forbidden(
      'The userName of a user with administrative rights by hand cannot be changed by SCIM.',
    );
  await replaceEmail(tenant, row.id, address);
  await revokeSessionsOf(tenant, row.id);
  await recordMember(context, 'member.email_changed', row, { from: row.email, to: address });
  // Whether roles by hand count depends on the domain.
  await recordScimRoles(context, await applyMappings(tenant, [row.id]));
}

async function changeStatus(context: ScimContext, row: ScimUserRow, isActive: boolean): Promise<void> {
  if ((row.status === 'active') === isActive) return;
  if (isActive) await resumeMembership(context, row.id);
  else await endMembership(context, row.id, false);
}

async function recordMember(
  { tenant, record }: ScimContext,
  action: string,
  { id, name }: Pick<ScimUserRow, 'id' | 'name'>,
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  await record(tenant, { action, type: 'member', id, name, details: { method: 'scim', ...details } });
}

/**
 * Returns a user with normalised addresses. Emails that only repeat the userName are left out; with PATCH also those that repeat
 * the former one, so that they follow the new one.
 * @throws ScimError `invalidValue` for a text that is no email address
 */
function normalized(user: ScimUser, formerUserName?: string): ScimUser {
  const userName = addressOf(user.userName, 'userName');
  const emails = user.emails.map((one) => ({ ...one, value: addressOf(one.value, 'emails.value') }));
  const isDefault = [userName, formerUserName].some(
    (address) => address !== undefined && isDeepStrictEqual(emails, defaultEmails(address)),
  );
  return { ...user, userName, emails: isDefault ? [] : emails };
}

function addressOf(text: string, field: string): string {
  const parsed = email.safeParse(text);
  if (!parsed.success) throw scimErrors.invalidValue(field, 'must be an email address');
  return parsed.data;
}

function defaultEmails(address: string): readonly ScimEmail[] {
  return [{ value: address, type: 'work', primary: true }];
}

function storedFieldsOf(user: ScimUser) {
  const { displayName, name, emails, externalId } = user;
  return {
    name: shownNameOf(user),
    externalId,
    attributes: { ...(displayName === undefined ? {} : { displayName }), name, emails },
  };
}

function scimUserOf(row: ScimUserRow): ScimUser {
  const { externalId, attributes } = row;
  const displayName = attributes === undefined ? row.name : attributes.displayName;
  return {
    userName: row.email,
    ...(externalId === undefined ? {} : { externalId }),
    ...(displayName === undefined ? {} : { displayName }),
    name: attributes?.name ?? {},
    emails: emailsOf(row),
    active: row.status === 'active',
  };
}

function emailsOf({ email: address, attributes }: ScimUserRow): readonly ScimEmail[] {
  const emails = attributes?.emails ?? [];
  return emails.length === 0 ? defaultEmails(address) : emails;
}

function versionOf(row: ScimUserRow): string {
  const { id, email: address, name, status, externalId, attributes } = row;
  return entityTagOf(JSON.stringify([id, address, name, status, externalId, attributes]));
}

async function answerOf(context: ScimContext, status: 200 | 201, row: ScimUserRow): Promise<ScimAnswer> {
  const [body] = await presentUsers(context, [row], selectionOf(context.query));
  const location = scimLocationOf(context.services, 'Users', row.id);
  return { status, version: versionOf(row), location, ...(body === undefined ? {} : { body }) };
}

async function presentUsers(
  { services, tenant }: ScimContext,
  rows: readonly ScimUserRow[],
  selection: ScimSelection,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const groups = new Map<string, ScimUserGroup[]>(rows.map(({ id }) => [id, []]));
  if (isSelected(selection, 'groups'))
    for (const group of await listScimGroupsOf(tenant, [...groups.keys()]))
      groups.get(group.userId)?.push(group);
  return rows.map((row) => {
    const { name } = scimUserOf(row);
    return selectScimAttributes(
      {
        schemas: [scimSchemas.user],
        id: row.id,
        ...(row.externalId === undefined ? {} : { externalId: row.externalId }),
        userName: row.email,
        displayName: row.name,
        ...(Object.keys(name).length === 0 ? {} : { name }),
        active: row.status === 'active',
        emails: emailsOf(row),
        groups: (groups.get(row.id) ?? []).map(({ id, displayName }) => ({
          value: id,
          $ref: scimLocationOf(services, 'Groups', id),
          display: displayName,
          type: 'direct',
        })),
        meta: {
          resourceType: 'User',
          created: iso(row.createdAt),
          lastModified: iso(row.updatedAt),
          location: scimLocationOf(services, 'Users', row.id),
          version: versionOf(row),
        },
      },
      selection,
    );
  });
}
