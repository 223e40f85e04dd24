import { voidsClaim } from '../mapping/correction-conditions.ts';
import { selectProjectSources } from '../mapping/project-entries.ts';
import { lookUp } from './planner-settings.ts';
import { sql } from '../sql.ts';
import type { Sql } from '../sql.ts';

/**
 * Returns common table expressions; the last is `claim (resource_id, project_id)`: the projects that manage the resources of
 * `candidate (id)`, by entries of states that count and by `link` corrections. `repository_link` has the repositories that
 * are linked to one application that is not archived.
 *
 * @param size the number of candidates, or undefined for all resources
 */
export function managedProjects(organizationId: string, size: number | undefined): Sql {
  const entries = sql`select e.* from state_entries e
    where e.organization_id = ${organizationId} and e.resource_id = r.id`;
  const corrections = sql`select c.resource_id, c.iac_project_id from mapping_corrections c
    where c.organization_id = ${organizationId} and c.resource_id = r.id and c.action = 'link'`;
  return sql`counted_source as materialized (
      select l.iac_project_id, l.state_source_id from (${selectProjectSources(organizationId)}) l
      join state_sources s on s.organization_id = ${organizationId} and s.id = l.state_source_id and s.counted
    ), repository_link as materialized (
      select l.repository_id, (array_agg(l.application_id))[1] as application_id
      from repository_applications l
      join applications a on a.organization_id = ${organizationId} and a.id = l.application_id and a.archived_at is null
      where l.organization_id = ${organizationId} group by l.repository_id having count(*) = 1
    ), claim as materialized (
      select e.resource_id, s.iac_project_id as project_id
      from candidate r
      ${lookUp(size, entries, 'e')}
      join counted_source s on s.state_source_id = e.state_source_id
      where not exists (select from mapping_corrections c where ${voidsClaim(organizationId)})
      union
      select c.resource_id, c.iac_project_id
      from candidate r
      ${lookUp(size, corrections, 'c')}
      where c.iac_project_id is not null
    )`;
}
