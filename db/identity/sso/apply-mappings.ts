import { errors } from '../../../domain/errors.ts';
import { execute, oneRowOf, rowsOf } from '../../query.ts';
import { groupsByScim } from '../../scim/scim-group-store.ts';
import { rawSql, sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';

export interface AppliedMappings {
  /** The users whose roles changed. */
  readonly changed: readonly {
    readonly id: string;
    readonly name: string;
    readonly roles: readonly string[];
  }[];
  /** The user who kept the role platform_admin, which the groups no longer give, as the last active one. */
  readonly keptAdministrator: string | undefined;
}

/**
 * Computes the roles and team memberships of some users, or of all: the roles by hand, and what the groups give; for users who
 * signed in by single sign-on also `default_roles`. Groups are those of the last login, or those of SCIM once a group came by it,
 * also for users who never signed in. Where single sign-on is enforced, roles by hand count for break-glass users and emails
 * outside of the proven domains only.
 *
 * @param userIds the users whose groups or login changed. One of them keeps the role platform_admin if no active one would be left
 * @throws CatalogueError `last_admin` when no active platform_admin would be left, for all users
 */
export async function applyMappings(tenant: Tenant, userIds?: readonly string[]): Promise<AppliedMappings> {
  const { organizationId } = tenant;
  const administrators = await lockAdministrators(tenant);
  const onlyUsers = userIds === undefined ? rawSql('true') : sql`u.id = any(${userIds}::uuid[])`;
  const changed = await rowsOf<{ id: string; name: string; roles: readonly string[] }>(
    tenant,
    sql`with source as (
        select ${groupsByScim(organizationId)} as by_scim
      ), kept as (
        select u.id, coalesce(u.roles_by_hand, u.roles) as by_hand, i.id as identity_id, c.default_roles, c.role_mappings,
          case when source.by_scim then array(
              select n.name from scim_group_members m
              join scim_groups g on g.organization_id = ${organizationId} and g.id = m.group_id
              cross join lateral (values (g.display_name), (g.external_id)) n (name)
              where m.organization_id = ${organizationId} and m.user_id = u.id and n.name is not null)
            else coalesce(i.groups, '{}') end as groups,
          case when c.enforced and not u.break_glass and exists (
              select from sso_domains d where d.organization_id = ${organizationId} and d.verified_at is not null
                and d.domain = split_part(u.email, '@', 2))
            then '{}' else coalesce(u.roles_by_hand, u.roles) end as roles
        from users u
        cross join source
        left join sso_configurations c on c.organization_id = ${organizationId}
        left join sso_identities i on i.organization_id = ${organizationId} and i.user_id = u.id
          and i.issuer = c.issuer and i.client_id = c.client_id
        where u.organization_id = ${organizationId} and ${onlyUsers}
      ), wanted as (
        select k.id, k.by_hand, k.roles || array(
          select distinct m.role from (
            select unnest(k.default_roles) as role where k.identity_id is not null
            union all
            select jsonb_array_elements_text(mapping -> 'roles') from jsonb_array_elements(k.role_mappings) mapping
            where mapping ->> 'group' = any (k.groups)
          ) m where m.role <> all (k.roles) order by m.role) as roles
        from kept k
      )
      update users u set roles = w.roles, roles_by_hand = nullif(w.by_hand, w.roles), updated_at = now() from wanted w
      where u.organization_id = ${organizationId} and u.id = w.id
        and (u.roles, u.roles_by_hand) is distinct from (w.roles, nullif(w.by_hand, w.roles))
      returning u.id, u.name, u.roles`,
  );
  await applyTeamMappings(tenant, userIds);
  const isLastOneLost = administrators.length > 0 && (await lockAdministrators(tenant)).length === 0;
  if (!isLastOneLost) return { changed, keptAdministrator: undefined };
  const kept = administrators.find((id) => userIds?.includes(id) === true);
  if (kept === undefined) throw errors.lastAdmin();
  await execute(
    tenant,
    sql`update users set roles = array_append(roles, 'platform_admin'), roles_by_hand = coalesce(roles_by_hand, roles)
      where organization_id = ${organizationId} and id = ${kept}`,
  );
  return {
    changed: changed.map((user) =>
      user.id === kept ? { ...user, roles: [...user.roles, 'platform_admin'] } : user,
    ),
    keptAdministrator: kept,
  };
}

/** Locks the active administrators in the order of their ids, and returns the ids. */
async function lockAdministrators(tenant: Tenant): Promise<readonly string[]> {
  const rows = await rowsOf<{ id: string }>(
    tenant,
    sql`select id from users where organization_id = ${tenant.organizationId} and status = 'active'
      and roles @> array['platform_admin'] order by id for update`,
  );
  return rows.map(({ id }) => id);
}

/** Adds and removes the memberships that mappings give. Those that members added stay. */
async function applyTeamMappings(tenant: Tenant, userIds: readonly string[] | undefined): Promise<void> {
  const { organizationId } = tenant;
  const mapped = sql`sso_configurations c
    cross join jsonb_to_recordset(c.team_mappings) as m ("group" text, team_id uuid)
    join teams t on t.organization_id = ${organizationId} and t.id = m.team_id`;
  const wanted = sql`select i.user_id, t.id as team_id from ${mapped}
    join sso_identities i on i.organization_id = ${organizationId} and i.issuer = c.issuer and i.client_id = c.client_id
      and m."group" = any (i.groups)
    where c.organization_id = ${organizationId} and not ${groupsByScim(organizationId)}
    union
    select member.user_id, t.id from ${mapped}
    join scim_groups g on g.organization_id = ${organizationId} and m."group" in (g.display_name, g.external_id)
    join scim_group_members member on member.organization_id = ${organizationId} and member.group_id = g.id
    where c.organization_id = ${organizationId}`;
  const isConcerned = (column: string) =>
    userIds === undefined ? rawSql('true') : sql`${rawSql(column)} = any(${userIds}::uuid[])`;
  await execute(
    tenant,
    sql`delete from team_members m where m.organization_id = ${organizationId} and m.is_mapped
      and ${isConcerned('m.user_id')}
      and not exists (select from (${wanted}) w where w.user_id = m.user_id and w.team_id = m.team_id)`,
  );
  await execute(
    tenant,
    sql`insert into team_members (organization_id, team_id, user_id, role, is_mapped)
      select ${organizationId}::uuid, w.team_id, w.user_id, 'member', true from (${wanted}) w
      where ${isConcerned('w.user_id')}
      on conflict do nothing`,
  );
}

/** Returns the number of break-glass users. */
export async function countBreakGlassUsers(tenant: Tenant): Promise<number> {
  const { count } = await oneRowOf<{ count: number }>(
    tenant,
    sql`select count(*) as count from users where organization_id = ${tenant.organizationId} and break_glass`,
  );
  return count;
}
