import { sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import { voidsClaim } from '../match/correction-conditions.ts';

/**
 * Returns a query for the projects that manage resources, by a state that counts or by a correction: `(resource_id,
 * iac_project_id, confidence)`. A pair has one row or more per entry and correction.
 *
 * @param entries the rows `e` of `state_entries` to read
 * @param corrections the rows `c` of `mapping_corrections` to read
 */
export function selectProjectClaims(
  organizationId: string,
  entries = sql`state_entries e`,
  corrections = sql`mapping_corrections c`,
): Sql {
  return sql`(select e.resource_id, l.iac_project_id, e.confidence
      from ${entries}
      join state_sources s on s.organization_id = ${organizationId} and s.id = e.state_source_id and s.counted
      join (
        select o.iac_project_id, o.id as state_source_id from state_sources o
        where o.organization_id = ${organizationId} and o.iac_project_id is not null
        union all
        select o.iac_project_id, o.state_source_id from iac_project_states o
        where o.organization_id = ${organizationId} and o.state_source_id is not null
      ) l on l.state_source_id = e.state_source_id
      where e.organization_id = ${organizationId} and e.resource_id is not null
        and not exists (select from mapping_corrections c where ${voidsClaim(organizationId)})
    union all
    select c.resource_id, c.iac_project_id, 'high' from ${corrections}
      where c.organization_id = ${organizationId} and c.action = 'link' and c.iac_project_id is not null)`;
}
