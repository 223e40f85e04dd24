import { normalizeEmail } from '../../domain/identity/normalize-email.ts';
import type { ScimCondition } from '../../domain/scim/scim-filter.ts';
import type { ScimEmail, ScimName } from '../../domain/scim/scim-user.ts';
import { execute, oneRowOf, rowOf, rowsOf } from '../query.ts';
import { allOf, rawSql, sql } from '../sql.ts';
import type { Sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import { textCondition } from './text-condition.ts';

/** A user with what SCIM stated about the user. */
export interface ScimUserRow {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly status: string;
  readonly breakGlass: boolean;
  readonly roles: readonly string[];
  readonly rolesByHand: readonly string[] | undefined;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly externalId: string | undefined;
  /** `undefined` if SCIM never wrote the user. */
  readonly attributes: ScimUserAttributes | undefined;
}

export interface ScimUserAttributes {
  readonly displayName?: string;
  readonly name?: ScimName;
  /** Without it, the email of the user is the only one. */
  readonly emails?: readonly ScimEmail[];
}

/** A group of a user. */
export interface ScimUserGroup {
  readonly userId: string;
  readonly id: string;
  readonly displayName: string;
}

/** Groups of a user that SCIM shows. */
const maximumShownGroups = 1000;

const columns =
  rawSql(`u.id, u.email, u.name, u.status, u.break_glass, u.roles, u.roles_by_hand, u.created_at, u.updated_at,
  s.external_id, s.attributes`);

/** The users that SCIM shows: all of the organization, except for those that the directory deleted. */
const visible = (organizationId: string): Sql => sql`users u
  left join scim_users s on s.organization_id = ${organizationId} and s.id = u.id
  where u.organization_id = ${organizationId} and s.deleted_at is null`;

/** Finds a user; with `lock`, locked until the transaction ends. */
export async function findScimUser(
  tenant: Tenant,
  id: string,
  lock = false,
): Promise<ScimUserRow | undefined> {
  return rowOf<ScimUserRow>(
    tenant,
    sql`select ${columns} from ${visible(tenant.organizationId)} and u.id = ${id}
      ${rawSql(lock ? 'for no key update of u' : '')}`,
  );
}

/** Lists the users that satisfy all conditions, by id, which is the order in which they joined, with the number of their shown groups. */
export async function listScimUsers(
  tenant: Tenant,
  conditions: readonly ScimCondition[],
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{
  readonly total: number;
  readonly rows: readonly (ScimUserRow & { readonly groupCount: number })[];
}> {
  const { organizationId } = tenant;
  const from = sql`${visible(organizationId)} and ${allOf(conditions.map(conditionOf))}`;
  const { total } = await oneRowOf<{ total: number }>(tenant, sql`select count(*) as total from ${from}`);
  if (limit === 0 || offset >= total) return { total, rows: [] };
  const rows = await rowsOf<ScimUserRow & { readonly groupCount: number }>(
    tenant,
    sql`select ${columns}, (select least(count(*), ${maximumShownGroups}) from scim_group_members m
        where m.organization_id = ${organizationId} and m.user_id = u.id) as group_count
      from ${from} order by u.id limit ${limit} offset ${offset}`,
  );
  return { total, rows };
}

/** Lists the groups of some users, by name; the first 1,000 of each. */
export async function listScimGroupsOf(
  tenant: Tenant,
  userIds: readonly string[],
): Promise<readonly ScimUserGroup[]> {
  const { organizationId } = tenant;
  return rowsOf<ScimUserGroup>(
    tenant,
    sql`select wanted.user_id, g.id, g.display_name from unnest(${userIds}::uuid[]) as wanted (user_id)
      cross join lateral (
        select g.id, g.display_name from scim_group_members m
        join scim_groups g on g.organization_id = ${organizationId} and g.id = m.group_id
        where m.organization_id = ${organizationId} and m.user_id = wanted.user_id
        order by lower(g.display_name), g.id limit ${maximumShownGroups}) g`,
  );
}

/** Stores what SCIM stated about a user, who is then no longer deleted for SCIM. */
export async function saveScimUser(
  tenant: Tenant,
  id: string,
  fields: {
    readonly name: string;
    readonly externalId: string | undefined;
    readonly attributes: ScimUserAttributes;
  },
): Promise<void> {
  const { organizationId } = tenant;
  await execute(
    tenant,
    sql`insert into scim_users (organization_id, id, external_id, attributes)
      values (${organizationId}, ${id}, ${fields.externalId}, ${JSON.stringify(fields.attributes)}::jsonb)
      on conflict (organization_id, id) do update set external_id = excluded.external_id,
        attributes = excluded.attributes, deleted_at = null`,
  );
  await execute(
    tenant,
    sql`update users set name = ${fields.name}, updated_at = now()
      where organization_id = ${organizationId} and id = ${id}`,
  );
}

/** Hides a user from SCIM and removes the user from all groups. Returns whether the user was a member of one. */
export async function hideScimUser(tenant: Tenant, id: string): Promise<boolean> {
  const { organizationId } = tenant;
  await execute(
    tenant,
    sql`insert into scim_users (organization_id, id, deleted_at) values (${organizationId}, ${id}, now())
      on conflict (organization_id, id) do update set deleted_at = now()`,
  );
  const left = await execute(
    tenant,
    sql`with gone as (
        delete from scim_group_members where organization_id = ${organizationId} and user_id = ${id} returning group_id)
      update scim_groups g set version = version + 1, updated_at = now() from gone
      where g.organization_id = ${organizationId} and g.id = gone.group_id`,
  );
  return left > 0;
}

/** Shows a user again that the directory deleted. */
export async function showScimUser(tenant: Tenant, id: string): Promise<void> {
  await execute(
    tenant,
    sql`update scim_users set deleted_at = null where organization_id = ${tenant.organizationId} and id = ${id}`,
  );
}

/** Whether the directory deleted a user. */
export async function isScimUserHidden(tenant: Tenant, id: string): Promise<boolean> {
  const { isHidden } = await oneRowOf<{ isHidden: boolean }>(
    tenant,
    sql`select exists (select from scim_users where organization_id = ${tenant.organizationId} and id = ${id}
      and deleted_at is not null) as is_hidden`,
  );
  return isHidden;
}

function conditionOf({ attribute, operator, value }: ScimCondition): Sql {
  if (typeof value === 'boolean') return sql`(u.status = 'active') = ${value}`;
  if (attribute === 'userName') {
    const email = normalizeEmail(value);
    return operator === 'eq' ? sql`u.email = ${email}` : sql`starts_with(u.email, ${email})`;
  }
  return textCondition(
    { id: 'u.id', externalId: 's.external_id', displayName: 'u.name' }[attribute] ?? '',
    attribute !== 'displayName',
    { operator, value },
  );
}
