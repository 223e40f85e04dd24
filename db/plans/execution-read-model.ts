import { activeMembershipStatuses } from '../../domain/inventory/resource-filter.ts';
import { voidsClaim } from '../mapping/correction-conditions.ts';
import { selectProjectSources } from '../mapping/project-entries.ts';
import { rowsOf } from '../query.ts';
import { allOf, sql } from '../sql.ts';
import type { Sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import type { Execution } from './execution.ts';

/**
 * Lists the executions of projects that manage a member of an application, and of the repositories linked to it. Newest
 * first, by id (UUID version 7). Reads one row more than the limit.
 */
export async function listApplicationExecutions(
  tenant: Tenant,
  applicationId: string,
  limit: number,
  before: string | undefined,
): Promise<readonly Execution[]> {
  const { organizationId } = tenant;
  const conditions = [
    sql`e.organization_id = ${organizationId}`,
    sql`(e.iac_project_id in (select iac_project_id from projects)
      or e.repository_id in (select l.repository_id from repository_applications l
        where l.organization_id = ${organizationId} and l.application_id = ${applicationId}))`,
    ...(before === undefined ? [] : [sql`e.id < ${before}::uuid`]),
  ];
  return rowsOf<Execution>(
    tenant,
    sql`with projects as materialized (${managingProjects(organizationId, applicationId)})
      select e.* from executions e where ${allOf(conditions)} order by e.id desc limit ${limit + 1}`,
  );
}

/** A query for the ids of the projects that manage a member of the application, by a state that counts or a correction. */
function managingProjects(organizationId: string, applicationId: string): Sql {
  const members = sql`select m.resource_id from memberships m
    where m.organization_id = ${organizationId} and m.application_id = ${applicationId}
      and m.status = any(${activeMembershipStatuses}::text[])`;
  return sql`select l.iac_project_id from (
      select distinct e.state_source_id from state_entries e
      join state_sources s on s.organization_id = ${organizationId} and s.id = e.state_source_id and s.counted
      where e.organization_id = ${organizationId} and e.resource_id in (${members})
        and not exists (select from mapping_corrections c where ${voidsClaim(organizationId)})
    ) claims join (${selectProjectSources(organizationId)}) l on l.state_source_id = claims.state_source_id
    union
    select c.iac_project_id from mapping_corrections c
    where c.organization_id = ${organizationId} and c.action = 'link' and c.iac_project_id is not null
      and c.resource_id in (${members})`;
}
