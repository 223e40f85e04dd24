import { selectProjectClaims } from '../../mapping/projects/project-claims.ts';
import { sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import { lookUp } from '../../planner-settings.ts';

/**
 * Returns common table expressions; the last is `claim (resource_id, project_id)`: the projects that manage the resources of
 * `candidate (id)`. `repository_link` has the repositories that are linked to one application that is not archived.
 *
 * @param size the number of candidates, or undefined for all resources
 */
export function managedProjects(organizationId: string, size: number | undefined): Sql {
  const entries = sql`select e.* from state_entries e
    where e.organization_id = ${organizationId} and e.resource_id = r.id`;
  const corrections = sql`select c.* from mapping_corrections c
    where c.organization_id = ${organizationId} and c.resource_id = r.id and c.action = 'link'`;
  const claims = selectProjectClaims(
    organizationId,
    sql`candidate r ${lookUp(size, entries, 'e')}`,
    sql`candidate r ${lookUp(size, corrections, 'c')}`,
  );
  return sql`repository_link as materialized (
      select l.repository_id, (array_agg(l.application_id))[1] as application_id
      from repository_applications l
      join applications a on a.organization_id = ${organizationId} and a.id = l.application_id and a.archived_at is null
      where l.organization_id = ${organizationId} group by l.repository_id having count(*) = 1
    ), claim as materialized (
      select distinct c.resource_id, c.iac_project_id as project_id from ${claims} c
    )`;
}
