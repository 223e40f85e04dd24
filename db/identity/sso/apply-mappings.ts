import { errors } from '../../../domain/errors.ts';
import { execute, oneRowOf, rowsOf } from '../../query.ts';
import { rawSql, sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';

export interface AppliedMappings {
  /** The users whose roles changed. */
  readonly changed: readonly { readonly id: string; readonly roles: readonly string[] }[];
  /** Whether the user kept the role platform_admin, which the groups no longer give, as the last active one. */
  readonly keptAdministrator: boolean;
}

/**
 * Computes the roles and team memberships of one user, or of all: the roles by hand, and what `default_roles` and the groups of
 * the last login give. Where single sign-on is enforced, roles by hand count for break-glass users and emails outside of the
 * proven domains only.
 *
 * @param userId the user who signed in, who keeps the role platform_admin as the last active one
 * @throws CatalogueError `last_admin` when no active platform_admin would be left, for all users
 */
export async function applyMappings(tenant: Tenant, userId?: string): Promise<AppliedMappings> {
  const { organizationId } = tenant;
  const hadAdministrators = await lockAdministrators(tenant);
  const onlyUser = userId === undefined ? rawSql('true') : sql`u.id = ${userId}`;
  const changed = await rowsOf<{ id: string; roles: readonly string[] }>(
    tenant,
    sql`with kept as (
        select u.id, coalesce(u.roles_by_hand, u.roles) as by_hand, i.id as identity_id, i.groups, c.default_roles, c.role_mappings,
          case when c.enforced and not u.break_glass and exists (
              select from sso_domains d where d.organization_id = ${organizationId} and d.verified_at is not null
                and d.domain = split_part(u.email, '@', 2))
            then '{}' else coalesce(u.roles_by_hand, u.roles) end as roles
        from users u
        left join sso_configurations c on c.organization_id = ${organizationId}
        left join sso_identities i on i.organization_id = ${organizationId} and i.user_id = u.id
          and i.issuer = c.issuer and i.client_id = c.client_id
        where u.organization_id = ${organizationId} and ${onlyUser}
      ), wanted as (
        select k.id, k.by_hand, k.roles || array(
          select distinct m.role from (
            select unnest(k.default_roles) as role
            union all
            select jsonb_array_elements_text(mapping -> 'roles') from jsonb_array_elements(k.role_mappings) mapping
            where mapping ->> 'group' = any (k.groups)
          ) m where k.identity_id is not null and m.role <> all (k.roles) order by m.role) as roles
        from kept k
      )
      update users u set roles = w.roles, roles_by_hand = nullif(w.by_hand, w.roles), updated_at = now() from wanted w
      where u.organization_id = ${organizationId} and u.id = w.id
        and (u.roles, u.roles_by_hand) is distinct from (w.roles, nullif(w.by_hand, w.roles))
      returning u.id, u.roles`,
  );
  await applyTeamMappings(tenant, userId);
  if (!hadAdministrators || (await lockAdministrators(tenant))) return { changed, keptAdministrator: false };
  if (userId === undefined) throw errors.lastAdmin();
  await execute(
    tenant,
    sql`update users set roles = array_append(roles, 'platform_admin'), roles_by_hand = coalesce(roles_by_hand, roles)
      where organization_id = ${organizationId} and id = ${userId}`,
  );
  return { changed, keptAdministrator: true };
}

/** Locks the active administrators in the order of their ids, and returns whether there is one. */
async function lockAdministrators(tenant: Tenant): Promise<boolean> {
  const rows = await rowsOf(
    tenant,
    sql`select id from users where organization_id = ${tenant.organizationId} and status = 'active'
      and roles @> array['platform_admin'] order by id for update`,
  );
  return rows.length > 0;
}

/** Adds and removes the memberships that mappings give. Those that members added stay. */
async function applyTeamMappings(tenant: Tenant, userId: string | undefined): Promise<void> {
  const { organizationId } = tenant;
  const wanted = sql`select i.user_id, t.id as team_id
    from sso_configurations c
    cross join jsonb_to_recordset(c.team_mappings) as m ("group" text, team_id uuid)
    join sso_identities i on i.organization_id = ${organizationId} and i.issuer = c.issuer and i.client_id = c.client_id
      and m."group" = any (i.groups)
    join teams t on t.organization_id = ${organizationId} and t.id = m.team_id
    where c.organization_id = ${organizationId}`;
  await execute(
    tenant,
    sql`delete from team_members m where m.organization_id = ${organizationId} and m.is_mapped
      and (${userId}::uuid is null or m.user_id = ${userId})
      and not exists (select from (${wanted}) w where w.user_id = m.user_id and w.team_id = m.team_id)`,
  );
  await execute(
    tenant,
    sql`insert into team_members (organization_id, team_id, user_id, role, is_mapped)
      select distinct ${organizationId}::uuid, w.team_id, w.user_id, 'member', true from (${wanted}) w
      where ${userId}::uuid is null or w.user_id = ${userId}
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
