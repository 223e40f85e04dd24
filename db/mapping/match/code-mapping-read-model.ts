import type { Confidence, ManagementState, StateMatchMethod } from '../../../domain/values.ts';
import { namedRowsOf, rowOf, rowsOf } from '../../query.ts';
import { sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { voidsClaim } from './correction-conditions.ts';
import { selectProjectSources } from '../projects/project-entries.ts';

/** A state entry that claims a resource and is not voided by a correction. */
export interface StateClaim {
  readonly stateSourceId: string;
  readonly address: string;
  readonly codeAddress: string;
  readonly method: StateMatchMethod;
  readonly confidence: Confidence;
  /** Of the source: the project that a user chose, else the first detected one. */
  readonly iacProjectId: string | undefined;
  readonly repositoryId: string | undefined;
}

/** An entry without a resource whose name is that of the resource. */
export interface Suggestion {
  readonly address: string;
  readonly iacProjectId: string | undefined;
}

export interface MappedResource {
  readonly id: string;
  readonly managementState: ManagementState;
}

/** Finds a resource, deleted or not, with its management state. */
export async function findMappedResource(tenant: Tenant, id: string): Promise<MappedResource | undefined> {
  return rowOf<MappedResource>(
    tenant,
    sql`select id, management_state from resources where organization_id = ${tenant.organizationId} and id = ${id}`,
  );
}

/** Lists the claims of sources that count on a resource, at most 100. */
export async function listClaims(tenant: Tenant, resourceId: string): Promise<readonly StateClaim[]> {
  const { organizationId } = tenant;
  return namedRowsOf<StateClaim>(
    tenant,
    sql`select e.state_source_id, e.address, e.code_address, e.method, e.confidence, p.id as iac_project_id, p.repository_id
      from state_entries e
      join state_sources s on s.organization_id = ${organizationId} and s.id = e.state_source_id and s.counted
      left join lateral (
        select coalesce(s.iac_project_id, (
          select l.iac_project_id from iac_project_states l
          where l.organization_id = ${organizationId} and l.state_source_id = s.id order by l.iac_project_id limit 1)) as id
      ) chosen on true
      left join iac_projects p on p.organization_id = ${organizationId} and p.id = chosen.id
      where e.organization_id = ${organizationId} and e.resource_id = ${resourceId}
        and not exists (select from mapping_corrections c where ${voidsClaim(organizationId)})
      order by e.state_source_id, e.address limit 100`,
  );
}

const maximumSuggestions = 5;

/** Lists entries of the resource's type without a resource, one of whose values is the resource's name, id or name tag. */
export async function listSuggestions(tenant: Tenant, resourceId: string): Promise<readonly Suggestion[]> {
  const { organizationId } = tenant;
  return rowsOf<Suggestion>(
    tenant,
    sql`select e.address, min(l.iac_project_id::text) as iac_project_id
      from resources r
      join resource_documents d on d.organization_id = ${organizationId} and d.resource_id = r.id
      join state_entries e on e.organization_id = ${organizationId} and e.resource_type = r.resource_type
        and e.resource_id is null and e.deposed_key is null
      join state_sources s on s.organization_id = ${organizationId} and s.id = e.state_source_id and s.counted
      left join (${selectProjectSources(organizationId)}) l on l.state_source_id = s.id
      where r.organization_id = ${organizationId} and r.id = ${resourceId} and r.status = 'active' and exists (
        select from jsonb_each_text(e.identity) i
        where i.key not in ('account_id', 'region', 'arn') and i.value in (r.name, r.native_id, d.tags ->> 'Name'))
      group by e.state_source_id, e.address order by 2 nulls last, 1 limit ${maximumSuggestions}`,
  );
}

/** Returns the repositories of projects, by project id. */
export async function findRepositoriesOf(
  tenant: Tenant,
  projectIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await rowsOf<{ id: string; repositoryId: string }>(
    tenant,
    sql`select id, repository_id from iac_projects
      where organization_id = ${tenant.organizationId} and id = any(${projectIds}::uuid[])`,
  );
  return new Map(rows.map((row) => [row.id, row.repositoryId]));
}
