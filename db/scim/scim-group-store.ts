import type { ScimCondition } from '../../domain/scim/scim-filter.ts';
import { errors } from '../../domain/errors.ts';
import { scimErrors } from '../../domain/scim/scim-error.ts';
import { mapConstraintErrors } from '../database-errors.ts';
import { execute, oneRowOf, rowOf, rowsOf } from '../query.ts';
import { allOf, rawSql, sql } from '../sql.ts';
import type { Sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import { textCondition } from './text-condition.ts';

/** A group of a directory. */
export interface ScimGroupRow {
  readonly id: string;
  readonly displayName: string;
  readonly externalId: string | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly version: number;
}

/** A user in a group. */
export interface ScimGroupMember {
  readonly groupId: string;
  readonly id: string;
  /** The name of the user. */
  readonly display: string;
}

/** A user who is to become a member of a group. */
export interface ScimGroupCandidate {
  readonly id: string;
  readonly email: string;
  readonly breakGlass: boolean;
}

/** Groups of one organization. */
export const maximumScimGroups = 10_000;

const columns = rawSql('g.id, g.display_name, g.external_id, g.created_at, g.updated_at, g.version');
const nameIsTaken = {
  scim_groups_name_key: () => scimErrors.uniqueness('Another group has this displayName.'),
};

/** Finds a group; with `lock`, locked until the transaction ends. */
export async function findScimGroup(
  tenant: Tenant,
  id: string,
  lock = false,
): Promise<ScimGroupRow | undefined> {
  return rowOf<ScimGroupRow>(
    tenant,
    sql`select ${columns} from scim_groups g where g.organization_id = ${tenant.organizationId} and g.id = ${id}
      ${rawSql(lock ? 'for update' : '')}`,
  );
}

/** Lists the groups that satisfy all conditions, by id, with the number of their members. */
export async function listScimGroups(
  tenant: Tenant,
  conditions: readonly ScimCondition[],
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{
  readonly total: number;
  readonly rows: readonly (ScimGroupRow & { readonly memberCount: number })[];
}> {
  const { organizationId } = tenant;
  const from = sql`scim_groups g where g.organization_id = ${organizationId} and ${allOf(conditions.map(conditionOf))}`;
  const { total } = await oneRowOf<{ total: number }>(tenant, sql`select count(*) as total from ${from}`);
  if (limit === 0 || offset >= total) return { total, rows: [] };
  const rows = await rowsOf<ScimGroupRow & { readonly memberCount: number }>(
    tenant,
    sql`select ${columns}, (select count(*) from scim_group_members m
        where m.organization_id = ${organizationId} and m.group_id = g.id) as member_count
      from ${from} order by g.id limit ${limit} offset ${offset}`,
  );
  return { total, rows };
}

/** Lists the members of some groups, by id. */
export async function listScimGroupMembers(
  tenant: Tenant,
  groupIds: readonly string[],
): Promise<readonly ScimGroupMember[]> {
  const { organizationId } = tenant;
  return rowsOf<ScimGroupMember>(
    tenant,
    sql`select m.group_id, u.id, u.name as display from scim_group_members m
      join users u on u.organization_id = ${organizationId} and u.id = m.user_id
      where m.organization_id = ${organizationId} and m.group_id = any(${groupIds}::uuid[])
      order by m.group_id, m.user_id`,
  );
}

/** Returns those of some users who exist for SCIM. */
export async function findScimGroupCandidates(
  tenant: Tenant,
  userIds: readonly string[],
): Promise<readonly ScimGroupCandidate[]> {
  const { organizationId } = tenant;
  return rowsOf<ScimGroupCandidate>(
    tenant,
    sql`select u.id, u.email, u.break_glass from users u left join scim_users s on s.organization_id = ${organizationId} and s.id = u.id
      where u.organization_id = ${organizationId} and u.id = any(${userIds}::uuid[]) and s.deleted_at is null`,
  );
}

/**
 * Inserts a group without members. From then on, groups of ID tokens are ignored.
 * @throws ScimError `uniqueness`; CatalogueError `conflict` for more groups than an organization can have
 */
export async function insertScimGroup(
  tenant: Tenant,
  fields: Pick<ScimGroupRow, 'displayName' | 'externalId'>,
): Promise<ScimGroupRow> {
  const { organizationId } = tenant;
  const { count } = await oneRowOf<{ count: number }>(
    tenant,
    sql`select count(*) as count from scim_groups where organization_id = ${organizationId}`,
  );
  if (count >= maximumScimGroups)
    throw errors.conflict(`An organization has at most ${maximumScimGroups} groups that SCIM provisioned.`);
  await execute(
    tenant,
    sql`update sso_configurations set groups_by_scim = true
      where organization_id = ${organizationId} and not groups_by_scim`,
  );
  return mapConstraintErrors(
    nameIsTaken,
    oneRowOf<ScimGroupRow>(
      tenant,
      sql`insert into scim_groups as g (organization_id, display_name, external_id)
        values (${organizationId}, ${fields.displayName}, ${fields.externalId}) returning ${columns}`,
    ),
  );
}

/** Changes a group, also when only its members change. @throws ScimError `uniqueness` */
export async function updateScimGroup(
  tenant: Tenant,
  id: string,
  fields: Pick<ScimGroupRow, 'displayName' | 'externalId'>,
): Promise<ScimGroupRow> {
  return mapConstraintErrors(
    nameIsTaken,
    oneRowOf<ScimGroupRow>(
      tenant,
      sql`update scim_groups g set display_name = ${fields.displayName}, external_id = ${fields.externalId},
          version = version + 1, updated_at = now()
        where g.organization_id = ${tenant.organizationId} and g.id = ${id} returning ${columns}`,
    ),
  );
}

export async function deleteScimGroup(tenant: Tenant, id: string): Promise<void> {
  await execute(
    tenant,
    sql`delete from scim_groups where organization_id = ${tenant.organizationId} and id = ${id}`,
  );
}

/** Adds and removes members of a group. */
export async function changeScimGroupMembers(
  tenant: Tenant,
  groupId: string,
  { added, removed }: { readonly added: readonly string[]; readonly removed: readonly string[] },
): Promise<void> {
  const { organizationId } = tenant;
  await execute(
    tenant,
    sql`delete from scim_group_members where organization_id = ${organizationId} and group_id = ${groupId}
      and user_id = any(${removed}::uuid[])`,
  );
  await execute(
    tenant,
    sql`insert into scim_group_members (organization_id, group_id, user_id)
      select ${organizationId}, ${groupId}, added from unnest(${added}::uuid[]) as added on conflict do nothing`,
  );
}

/** Whether a group came by SCIM, so that groups of ID tokens are ignored. */
export async function areGroupsByScim(tenant: Tenant): Promise<boolean> {
  const { found } = await oneRowOf<{ found: boolean }>(
    tenant,
    sql`select ${groupsByScim(tenant.organizationId)} as found`,
  );
  return found;
}

/** The condition that groups come by SCIM. It stays true after the last group was deleted, until the configuration is. */
export function groupsByScim(organizationId: string): Sql {
  return sql`(exists (select from scim_groups where organization_id = ${organizationId})
    or exists (select from sso_configurations where organization_id = ${organizationId} and groups_by_scim))`;
}

/** Returns how many users and groups came by SCIM. */
export async function countScimRecords(
  tenant: Tenant,
): Promise<{ readonly users: number; readonly groups: number }> {
  const { organizationId } = tenant;
  return oneRowOf(
    tenant,
    sql`select (select count(*) from scim_users where organization_id = ${organizationId} and deleted_at is null) as users,
      (select count(*) from scim_groups where organization_id = ${organizationId}) as groups`,
  );
}

function conditionOf({ attribute, operator, value }: ScimCondition): Sql {
  const column = { id: 'g.id', externalId: 'g.external_id', displayName: 'g.display_name' }[attribute] ?? '';
  return textCondition(column, attribute !== 'displayName', { operator, value: String(value) });
}
