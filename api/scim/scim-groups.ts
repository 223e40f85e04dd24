import { applyMappings } from '../../db/identity/sso/apply-mappings.ts';
import { listProvenDomains } from '../../db/identity/sso/sso-domain-store.ts';
import { lockScim } from '../../db/scim/lock-scim.ts';
import {
  changeScimGroupMembers,
  deleteScimGroup,
  findScimGroup,
  findScimGroupCandidates,
  insertScimGroup,
  listScimGroupMembers,
  listScimGroups,
  updateScimGroup,
} from '../../db/scim/scim-group-store.ts';
import type { ScimGroupMember, ScimGroupRow } from '../../db/scim/scim-group-store.ts';
import type { Tenant } from '../../db/tenant.ts';
import { errors } from '../../domain/errors.ts';
import { domainOfEmail } from '../../domain/identity/sso-claims.ts';
import { scimErrors } from '../../domain/scim/scim-error.ts';
import { listFilterAttributes } from '../../domain/scim/scim-filter.ts';
import { patchScimGroup, readScimGroup } from '../../domain/scim/scim-group.ts';
import type { ScimGroup } from '../../domain/scim/scim-group.ts';
import { isSelected, selectScimAttributes } from '../../domain/scim/select-scim-attributes.ts';
import type { ScimSelection } from '../../domain/scim/select-scim-attributes.ts';
import { iso } from '../http/schemas.ts';
import { recordScimRoles } from './record-scim-roles.ts';
import { cutScimPage, listOfScim, readScimList, selectionOf } from './scim-list.ts';
import { scimLocationOf, scimSchemas } from './scim-documents.ts';
import { requireScimVersion } from './require-scim-version.ts';
import { scimResourceRoutes } from './scim-resource-routes.ts';
import type { ScimAnswer, ScimContext } from './scim-route.ts';

/** Ids of members in an audit entry. */
const auditedMembers = 200;

/** The requests about groups. */
export const scimGroupRoutes = scimResourceRoutes<ScimGroupRow>('Groups', {
  list: listGroups,
  create: createScimGroup,
  find: ({ tenant, id }) => findScimGroup(tenant, id),
  answer: answerOf,
  async replace(context) {
    const wanted = readScimGroup(context.body);
    return answerOf(context, 200, await changeGroup(context, () => wanted));
  },
  async patch(context) {
    const row = await changeGroup(context, (before) => patchScimGroup(before, context.body));
    // A group with many members is sent only when it is asked for. Source: RFC 7644, section 3.5.2.
    if (context.query['attributes'] !== undefined) return answerOf(context, 200, row);
    return { status: 204, version: versionOf(row) };
  },
  remove: removeGroup,
});

async function listGroups(
  context: ScimContext,
  given: Readonly<Record<string, unknown>>,
): Promise<ScimAnswer> {
  const request = readScimList(given, listFilterAttributes.Group);
  const { startIndex, count, conditions, selection } = request;
  const page = { offset: startIndex - 1, limit: count };
  const { total, rows } = await listScimGroups(context.tenant, conditions, page);
  const shown = isSelected(selection, 'members') ? cutScimPage(rows, ({ memberCount }) => memberCount) : rows;
  const resources = await presentGroups(context, shown, selection);
  return { status: 200, body: listOfScim(request, total, resources) };
}

async function createScimGroup(context: ScimContext): Promise<ScimAnswer> {
  const { tenant } = context;
  const wanted = readScimGroup(context.body);
  await lockScim(tenant, 'update');
  const row = await insertScimGroup(tenant, columnsOf(wanted));
  const members = await replaceMembers(context, row, new Set(), wanted.members);
  await recordGroup(context, 'scim_group.created', row, members);
  return answerOf(context, 201, row);
}

/** Changes a group and the rights of the members that come or go. A request that changes nothing leaves the version. */
async function changeGroup(
  context: ScimContext,
  change: (before: ScimGroup) => ScimGroup,
): Promise<ScimGroupRow> {
  const { tenant, id } = context;
  await lockScim(tenant, 'update');
  const row = await getLocked(tenant, id);
  requireScimVersion(context.ifMatch, versionOf(row));
  const before = await memberIdsOf(tenant, id);
  const { displayName, externalId } = row;
  const wanted = change({
    displayName,
    ...(externalId === undefined ? {} : { externalId }),
    members: before,
  });
  const isRenamed = wanted.displayName !== displayName || wanted.externalId !== externalId;
  const isOther = isRenamed || !isSameSet(before, wanted.members);
  if (!isOther) return row;
  const changed = await updateScimGroup(tenant, id, columnsOf(wanted));
  const members = await replaceMembers(context, changed, before, wanted.members, isRenamed);
  await recordGroup(context, 'scim_group.updated', changed, members);
  return changed;
}

async function removeGroup(context: ScimContext): Promise<ScimAnswer> {
  const { tenant, id } = context;
  await lockScim(tenant, 'update');
  const row = await getLocked(tenant, id);
  requireScimVersion(context.ifMatch, versionOf(row));
  const removed = [...(await memberIdsOf(tenant, id))];
  await deleteScimGroup(tenant, id);
  await recordScimRoles(context, await applyMappings(tenant, removed));
  await recordGroup(context, 'scim_group.deleted', row, { added: [], removed });
  return { status: 204 };
}

interface ChangedMembers {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/**
 * Adds and removes members, and applies the mappings to them; with `isRenamed`, to all members.
 * @throws ScimError `invalidValue` for an unknown user or one of a domain that is not proven; CatalogueError `forbidden` for a
 * break-glass user
 */
async function replaceMembers(
  context: ScimContext,
  { id }: ScimGroupRow,
  before: ReadonlySet<string>,
  wanted: ReadonlySet<string>,
  isRenamed = false,
): Promise<ChangedMembers> {
  const { tenant } = context;
  const added = [...wanted].filter((one) => !before.has(one));
  const removed = [...before].filter((one) => !wanted.has(one));
  await requireMembers(tenant, added);
  await changeScimGroupMembers(tenant, id, { added, removed });
  const concerned = isRenamed ? [...new Set([...before, ...wanted])] : [...added, ...removed];
  await recordScimRoles(context, await applyMappings(tenant, concerned));
  return { added, removed };
}

async function requireMembers(tenant: Tenant, userIds: readonly string[]): Promise<void> {
  const candidates = await findScimGroupCandidates(tenant, userIds);
  const known = new Set(candidates.map(({ id }) => id));
  const unknown = userIds.find((id) => !known.has(id));
  if (unknown !== undefined) throw scimErrors.invalidValue('members', `${unknown} is no user`);
  if (candidates.some(({ breakGlass }) => breakGlass))
    throw errors.forbidden('A break-glass user cannot be added to a group by SCIM.');
  const proven = await listProvenDomains(tenant);
  const foreign = candidates.find(({ email }) => !proven.includes(domainOfEmail(email)));
  if (foreign !== undefined)
    throw scimErrors.invalidValue('members', `the organization has not proven the domain of ${foreign.id}`);
}

async function recordGroup(
  { tenant, record }: ScimContext,
  action: string,
  { id, displayName, externalId }: ScimGroupRow,
  { added, removed }: ChangedMembers,
): Promise<void> {
  await record(tenant, {
    action,
    type: 'scim_group',
    id,
    name: displayName,
    details: {
      external_id: externalId,
      added_count: added.length,
      removed_count: removed.length,
      added: added.slice(0, auditedMembers),
      removed: removed.slice(0, auditedMembers),
    },
  });
}

async function getLocked(tenant: Tenant, id: string): Promise<ScimGroupRow> {
  const row = await findScimGroup(tenant, id, true);
  if (row === undefined) throw errors.notFound();
  return row;
}

async function memberIdsOf(tenant: Tenant, groupId: string): Promise<ReadonlySet<string>> {
  return new Set((await listScimGroupMembers(tenant, [groupId])).map(({ id }) => id));
}

function isSameSet(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((id) => other.has(id));
}

function columnsOf({ displayName, externalId }: ScimGroup): Pick<ScimGroupRow, 'displayName' | 'externalId'> {
  return { displayName, externalId };
}

function versionOf({ version }: ScimGroupRow): string {
  return `W/"${version}"`;
}

async function answerOf(context: ScimContext, status: 200 | 201, row: ScimGroupRow): Promise<ScimAnswer> {
  const [body] = await presentGroups(context, [row], selectionOf(context.query));
  const location = scimLocationOf(context.services, 'Groups', row.id);
  return { status, version: versionOf(row), location, ...(body === undefined ? {} : { body }) };
}

async function presentGroups(
  { services, tenant }: ScimContext,
  rows: readonly ScimGroupRow[],
  selection: ScimSelection,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const members = new Map<string, ScimGroupMember[]>(rows.map(({ id }) => [id, []]));
  if (isSelected(selection, 'members'))
    for (const member of await listScimGroupMembers(tenant, [...members.keys()]))
      members.get(member.groupId)?.push(member);
  return rows.map((row) =>
    selectScimAttributes(
      {
        schemas: [scimSchemas.group],
        id: row.id,
        ...(row.externalId === undefined ? {} : { externalId: row.externalId }),
        displayName: row.displayName,
        members: (members.get(row.id) ?? []).map(({ id, display }) => ({
          value: id,
          $ref: scimLocationOf(services, 'Users', id),
          display,
          type: 'User',
        })),
        meta: {
          resourceType: 'Group',
          created: iso(row.createdAt),
          lastModified: iso(row.updatedAt),
          location: scimLocationOf(services, 'Groups', row.id),
          version: versionOf(row),
        },
      },
      selection,
    ),
  );
}
