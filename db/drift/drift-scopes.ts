import type { ProviderLocation } from '../../domain/scm/detection/detected-project.ts';
import { providerLocationsByAddress } from '../../domain/scm/detection/systems/provider-locations.ts';
import { isOverdue } from '../mapping/states/source-conditions.ts';
import { rowsOf } from '../query.ts';
import { sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import type { IgnoredTag } from './compare-resources.ts';

/** Lists the tags that `ignore_tags` of the providers in the code of sources names. */
export async function listIgnoredTags(tenant: Tenant): Promise<readonly IgnoredTag[]> {
  const { organizationId } = tenant;
  const rows = await rowsOf<{ stateSourceId: string; locations: readonly ProviderLocation[] }>(
    tenant,
    sql`with project as materialized (
        select p.id, p.provider_locations from iac_projects p
        where p.organization_id = ${organizationId} and jsonb_path_exists(p.provider_locations, '$[*].ignoredTags')
      )
      select s.id as state_source_id, p.provider_locations as locations from project p
      join state_sources s on s.organization_id = ${organizationId} and s.iac_project_id = p.id
      union all
      select l.state_source_id, p.provider_locations from project p
      join iac_project_states l on l.organization_id = ${organizationId} and l.iac_project_id = p.id`,
  );
  return rows.flatMap(({ stateSourceId, locations }) =>
    [...providerLocationsByAddress(locations)].flatMap(([provider, { ignoredTags }]) => [
      ...(ignoredTags?.keys ?? []).map((tag) => ({ stateSourceId, provider, tag, isPrefix: false })),
      ...(ignoredTags?.prefixes ?? []).map((tag) => ({ stateSourceId, provider, tag, isPrefix: true })),
    ]),
  );
}

/** Lists the sources that became overdue since their resources were compared. */
export async function listOverdueComparedSources(tenant: Tenant, limit: number): Promise<readonly string[]> {
  const { organizationId } = tenant;
  const rows = await rowsOf<{ id: string }>(
    tenant,
    sql`select s.id from state_sources s
      where s.organization_id = ${organizationId} and s.counted and ${isOverdue('s')} and exists (
        select from resource_drift t where t.organization_id = ${organizationId} and t.outcome <> 'unknown'
          and t.state_source_ids @> array[s.id])
      order by s.id limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}
