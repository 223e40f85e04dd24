import { sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';

/**
 * The condition that an `unlink` correction `c` voids the claim of entry `e`: it names its address, with or without
 * instance keys, or none; and a project of its source, or none.
 */
export function voidsClaim(organizationId: string): Sql {
  return sql`c.organization_id = ${organizationId} and c.resource_id = e.resource_id and c.action = 'unlink'
    and (c.address is null or c.address in (e.address, e.code_address))
    and (c.iac_project_id is null or c.iac_project_id in (
      select s.iac_project_id from state_sources s
      where s.organization_id = ${organizationId} and s.id = e.state_source_id
      union all
      select p.iac_project_id from iac_project_states p
      where p.organization_id = ${organizationId} and p.state_source_id = e.state_source_id))`;
}
