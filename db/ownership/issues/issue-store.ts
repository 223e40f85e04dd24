import type { OwnershipIssueKind, OwnershipIssueTarget } from '../../../domain/values.ts';
import { execute } from '../../query.ts';
import { rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';

/**
 * Opens an issue. An issue of this kind that is open for the target stays, with the new detail.
 * @param detail - a sentence for people
 */
export async function openIssue(
  tenant: Tenant,
  kind: OwnershipIssueKind,
  targetType: OwnershipIssueTarget,
  targetId: string,
  detail: string,
): Promise<void> {
  await execute(
    tenant,
    openIssues(
      tenant.organizationId,
      kind,
      targetType,
      sql`select ${targetId}::uuid as target_id, ${detail}::text as detail`,
    ),
  );
}

/** Resolves the open issues of this kind of the targets. */
export async function resolveIssue(
  tenant: Tenant,
  kind: OwnershipIssueKind,
  targetIds: readonly string[],
): Promise<void> {
  await execute(
    tenant,
    sql`update ownership_issues set resolved_at = now() where organization_id = ${tenant.organizationId}
      and kind = ${kind} and target_id = any(${targetIds}::uuid[]) and resolved_at is null`,
  );
}

/**
 * Opens or resolves the issues `unowned_application` and `orphaned_membership` of applications. Archived applications have
 * none. Locks the applications until the transaction ends, so an inference run calls it last.
 */
export async function refreshApplicationIssues(
  tenant: Tenant,
  applicationIds: readonly string[],
): Promise<void> {
  if (applicationIds.length === 0) return;
  const { organizationId } = tenant;
  const listed = sql`a.organization_id = ${organizationId} and a.id = any(${applicationIds}::uuid[])`;
  // Two transactions that change the owners of an application read each other's change.
  await execute(tenant, sql`select from applications a where ${listed} order by a.id for no key update`);
  await refreshIssues(
    tenant,
    'unowned_application',
    'application',
    applicationIds,
    sql`select a.id as target_id, 'The application has no active owner.' as detail from applications a
      where ${listed} and a.archived_at is null and not exists (${activeOwners(organizationId)})`,
  );
  await refreshIssues(
    tenant,
    'orphaned_membership',
    'application',
    applicationIds,
    sql`select a.id as target_id, case d.count when 1 then '1 confirmed or declared resource is deleted.'
          else d.count || ' confirmed or declared resources are deleted.' end as detail
      from applications a cross join lateral (select count(*) from memberships m
        join resources r on r.organization_id = m.organization_id and r.id = m.resource_id
        where m.organization_id = ${organizationId} and m.application_id = a.id
          and m.status in ('confirmed', 'declared') and r.status = 'deleted') d
      where ${listed} and a.archived_at is null and d.count > 0`,
  );
}

/** Opens or resolves the issue `inactive_team` of teams. */
export async function refreshTeamIssues(tenant: Tenant, teamIds: readonly string[]): Promise<void> {
  if (teamIds.length === 0) return;
  const { organizationId } = tenant;
  await refreshIssues(
    tenant,
    'inactive_team',
    'team',
    teamIds,
    sql`select t.id as target_id, 'The team is inactive and is still assigned to ' || concat_ws(', ',
          ${counted('u.applications', 'application')}, ${counted('u.repositories', 'repository', 'repositories')},
          ${counted('u.rules', 'inference rule')}) || '.' as detail
      from teams t cross join lateral (select
        (select count(distinct o.application_id) from application_owners o
          where o.organization_id = t.organization_id and o.team_id = t.id) as applications,
        (select count(*) from repository_teams l
          where l.organization_id = t.organization_id and l.team_id = t.id) as repositories,
        (select count(*) from inference_rules i
          where i.organization_id = t.organization_id and i.team_id = t.id) as rules) u
      where t.organization_id = ${organizationId} and t.id = any(${teamIds}::uuid[]) and not t.is_active
        and u.applications + u.repositories + u.rules > 0`,
  );
}

/** The active owners of the application `a`: owners of the kind `owner` that are an active team or user. */
function activeOwners(organizationId: string): Sql {
  return sql`select from application_owners o where o.organization_id = ${organizationId} and o.application_id = a.id
    and o.kind = 'owner' and (
      exists (select from teams t where t.organization_id = ${organizationId} and t.id = o.team_id and t.is_active)
      or exists (select from users u where u.organization_id = ${organizationId} and u.id = o.user_id
        and u.status = 'active'))`;
}

/** The phrase `2 applications`; null for none. */
function counted(column: string, singular: string, plural = `${singular}s`): Sql {
  return rawSql(
    `case ${column} when 0 then null when 1 then '1 ${singular}' else ${column} || ' ${plural}' end`,
  );
}

/** Opens the issues `wanted` and resolves the others of the kind among the targets. */
async function refreshIssues(
  tenant: Tenant,
  kind: OwnershipIssueKind,
  targetType: OwnershipIssueTarget,
  targetIds: readonly string[],
  wanted: Sql,
): Promise<void> {
  await execute(
    tenant,
    sql`update ownership_issues i set resolved_at = now() where i.organization_id = ${tenant.organizationId}
      and i.kind = ${kind} and i.target_id = any(${targetIds}::uuid[]) and i.resolved_at is null
      and i.target_id not in (select w.target_id from (${wanted}) w)`,
  );
  await execute(tenant, openIssues(tenant.organizationId, kind, targetType, wanted));
}

/** `wanted`: a query for `target_id` and `detail`. */
function openIssues(
  organizationId: string,
  kind: OwnershipIssueKind,
  targetType: OwnershipIssueTarget,
  wanted: Sql,
): Sql {
  return sql`insert into ownership_issues as i (organization_id, kind, target_type, target_id, detail)
    select ${organizationId}::uuid, ${kind}::text, ${targetType}::text, w.target_id, w.detail
    from (${wanted}) w order by w.target_id
    on conflict (organization_id, kind, target_id) where resolved_at is null
      do update set detail = excluded.detail where i.detail <> excluded.detail`;
}
