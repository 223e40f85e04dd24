import { activeMembershipStatuses } from '../../../domain/inventory/resource-filter.ts';
import { voidsClaim } from '../../mapping/match/correction-conditions.ts';
import { selectProjectSources } from '../../mapping/projects/project-entries.ts';
import { rowsOf } from '../../query.ts';
import { allOf, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import type { ListedExecution } from './execution-read-model.ts';
import { afterPosition } from './list-position.ts';
import type { ListPosition } from './list-position.ts';
import { selectTouched } from './touched-resources.ts';

/**
 * Lists the executions of projects that manage a member of an application, of the repositories linked to it, and of plans
 * that change a member. Newest first. Reads one row more than the limit.
 */
export async function listApplicationExecutions(
  tenant: Tenant,
  applicationId: string,
  limit: number,
  after: ListPosition,
): Promise<readonly ListedExecution[]> {
  const { organizationId } = tenant;
  const members = membersOf(organizationId, applicationId);
  const conditions = [
    sql`e.organization_id = ${organizationId}`,
    sql`(e.iac_project_id in (select iac_project_id from projects)
      or e.id in (select execution_id from touched)
      or e.repository_id in (select l.repository_id from repository_applications l
        where l.organization_id = ${organizationId} and l.application_id = ${applicationId}))`,
    ...afterPosition('e', after),
  ];
  return rowsOf<ListedExecution>(
    tenant,
    sql`with projects as materialized (${managingProjects(organizationId, members)}),
        touched as materialized (select execution_id from (${selectTouched(organizationId, members)}) t)
      select e.*, e.created_at::text as position from executions e where ${allOf(conditions)}
      order by e.created_at desc, e.id desc limit ${limit + 1}`,
  );
}

function membersOf(organizationId: string, applicationId: string): Sql {
  return sql`select m.resource_id from memberships m
    where m.organization_id = ${organizationId} and m.application_id = ${applicationId}
      and m.status = any(${activeMembershipStatuses}::text[])`;
}

/** A query for the ids of the projects that manage a resource, by a state that counts or a correction. */
function managingProjects(organizationId: string, resourceIds: Sql): Sql {
  return sql`select l.iac_project_id from (
      select distinct e.state_source_id from state_entries e
      join state_sources s on s.organization_id = ${organizationId} and s.id = e.state_source_id and s.counted
      where e.organization_id = ${organizationId} and e.resource_id in (${resourceIds})
        and not exists (select from mapping_corrections c where ${voidsClaim(organizationId)})
    ) claims join (${selectProjectSources(organizationId)}) l on l.state_source_id = claims.state_source_id
    union
    select c.iac_project_id from mapping_corrections c
    where c.organization_id = ${organizationId} and c.action = 'link' and c.iac_project_id is not null
      and c.resource_id in (${resourceIds})`;
}
