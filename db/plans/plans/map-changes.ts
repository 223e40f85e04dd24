import { defined } from '../../../domain/defined.ts';
import type { PlannedChange } from '../../../domain/plans/read/planned-change.ts';
import { collectedResourceTypes } from '../../../domain/mapping/mapped-resource-types.ts';
import type { UnmappedReason } from '../../../domain/values.ts';
import { findMatches } from '../../mapping/match/find-matches.ts';
import { selectProjectSources } from '../../mapping/projects/project-entries.ts';
import { withoutNestedLoops } from '../../planner-settings.ts';
import { rowsOf } from '../../query.ts';
import { rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { jsonPages } from './json-pages.ts';

/** The resource of a planned change, or the reason for which it has none. */
export interface MappedChange {
  /** The index of the change in the plan. */
  readonly position: number;
  readonly resourceId?: string;
  readonly unmappedReason?: UnmappedReason;
}

const statementLimits = { values: 5_000, characters: 2_000_000 };
/** From this number on, a nested loop over common table expressions takes longer than a pass over the inventory. */
const manyChanges = 200;

/**
 * Finds the resources of planned changes. In this order: a correction that links the address, the candidates of the change
 * (ARN, identity, computed identifiers), and the entry of the address in the project's states. A resource that a correction
 * unlinks from the address is not a result.
 *
 * @param projectId - the project of the plan; without it, only corrections without a project and candidates are used
 */
export async function mapChanges(
  tenant: Tenant,
  projectId: string | undefined,
  changes: readonly PlannedChange[],
): Promise<readonly MappedChange[]> {
  const map = () => mapPages(tenant, projectId, changes);
  return changes.length > manyChanges ? withoutNestedLoops(tenant, map) : map();
}

async function mapPages(
  tenant: Tenant,
  projectId: string | undefined,
  changes: readonly PlannedChange[],
): Promise<readonly MappedChange[]> {
  const mapped: MappedChange[] = [];
  for (const page of jsonPages(changes, lookupText, statementLimits)) {
    const rows = await rowsOf<{
      readonly position: number;
      readonly resourceId: string | undefined;
      readonly reason: UnmappedReason | undefined;
    }>(tenant, mappingOf(tenant.organizationId, projectId, page));
    for (const { position, resourceId, reason } of rows)
      mapped.push(defined({ position, resourceId, unmappedReason: reason }));
  }
  return mapped.toSorted((one, other) => one.position - other.position);
}

/** Returns the row of `planned` as JSON text. */
function lookupText({ deposed, mapping, ...change }: PlannedChange, position: number): string {
  const address = mapping.address ?? change.address;
  const previousAddress = mapping.previousAddress ?? change.previousAddress;
  return JSON.stringify({
    position,
    address,
    code_address: mapping.codeAddress ?? null,
    // The state has the address before a move.
    state_address: `${previousAddress ?? address}${deposed === undefined ? '' : ` (deposed ${deposed})`}`,
    resource_type: mapping.resourceType ?? null,
    account: mapping.awsAccountNumber ?? null,
    region: mapping.region ?? null,
    candidates: mapping.candidates,
    reason: mapping.reason ?? null,
  });
}

const lookupType = rawSql(
  'position integer, address text, code_address text, state_address text, resource_type text, account text, region text, ' +
    'candidates jsonb, reason text',
);

/** Returns the query for `(position, resource_id, reason)` of a page of changes. */
function mappingOf(organizationId: string, projectId: string | undefined, page: string): Sql {
  const ofProject = sql`(c.iac_project_id is null or c.iac_project_id = ${projectId}::uuid)`;
  // An unlink without an address concerns every address.
  const unlinks = (resourceId: Sql) => sql`exists (
    select from mapping_corrections c
    where c.organization_id = ${organizationId} and c.resource_id = ${resourceId} and c.action = 'unlink'
      and ${ofProject} and (c.address is null or c.address in (p.address, p.code_address)))`;
  return sql`with planned as materialized (
      select * from jsonb_to_recordset(${page}::jsonb) as p(${lookupType})
    ), entry as materialized (
      select ${organizationId}::uuid as state_source_id, p.position::text as address, p.candidates
      from planned p where jsonb_array_length(p.candidates) > 0
    ), ${findMatches(organizationId)}, link as materialized (
      select c.address, c.resource_id from mapping_corrections c
      join resources r on r.organization_id = ${organizationId} and r.id = c.resource_id and r.status <> 'deleted'
      where c.organization_id = ${organizationId} and c.action = 'link' and ${ofProject}
    ), linked as (
      select p.position, 1 as rank, l.resource_id from planned p join link l on l.address = p.address
      union all
      select p.position, 2, l.resource_id from (
        select p.*, count(*) over (partition by p.code_address) as instances from planned p
      ) p join link l on l.address = p.code_address
      -- A link of the address without keys does not tell which of several instances it means.
      where p.code_address <> p.address and p.instances = 1
    ), corrected as (
      select distinct on (position) position, resource_id from (
        select position, rank, (array_agg(resource_id))[1] as resource_id
        from linked group by position, rank having count(distinct resource_id) = 1
      ) single order by position, rank
    ), source as materialized (
      select s.id from (${selectProjectSources(organizationId)}) l
      join state_sources s on s.organization_id = ${organizationId} and s.id = l.state_source_id and s.counted
      where l.iac_project_id = ${projectId}::uuid
    ), recorded as (
      select p.position, (array_agg(e.resource_id))[1] as resource_id, count(distinct e.resource_id) as found
      from planned p
      join state_entries e on e.organization_id = ${organizationId} and e.address = p.state_address
        and e.state_source_id in (select id from source)
      join resources r on r.organization_id = ${organizationId} and r.id = e.resource_id and r.status = 'active'
      where p.reason is distinct from 'not_created_yet' and not ${unlinks(rawSql('e.resource_id'))}
      group by p.position
    ), matched as (
      select p.position, b.is_ambiguous, b.is_unobserved,
        case when b.resource_id is not null and not ${unlinks(rawSql('b.resource_id'))} then b.resource_id end as resource_id
      from planned p join best b on b.address = p.position::text
    ), decided as (
      select p.*, coalesce(c.resource_id, m.resource_id, case when s.found = 1 then s.resource_id end) as resource_id,
        coalesce(m.is_ambiguous, false) or coalesce(s.found > 1, false) as is_ambiguous,
        coalesce(m.is_unobserved, false) as is_unobserved,
        coalesce((select c.value ->> 'region' from jsonb_array_elements(p.candidates) with ordinality c (value, position)
          where c.value ? 'region' order by c.position limit 1), p.region) as cell_region
      from planned p
      left join corrected c on c.position = p.position
      left join matched m on m.position = p.position
      left join recorded s on s.position = p.position
    )
    select d.position, d.resource_id, case
        when d.resource_id is not null then null
        -- The reason identity_unknown says less than those of the type and of the candidates.
        when d.reason is not null and d.reason <> 'identity_unknown' then d.reason
        when d.resource_type <> all(${collectedResourceTypes}::text[]) then 'unsupported_type'
        when d.is_ambiguous then 'ambiguous'
        when d.reason is not null then d.reason
        when d.is_unobserved or a.id is null then 'not_scanned'
        when coalesce(regional_cell.outcome, global_cell.outcome) is distinct from 'complete' then 'not_scanned'
        else 'not_in_inventory' end as reason
    from decided d
    left join aws_accounts a on a.organization_id = ${organizationId} and a.account_id = d.account and a.deleted_at is null
      and a.status = 'connected' and a.included
    left join coverage_cells regional_cell on regional_cell.organization_id = ${organizationId} and regional_cell.aws_account_id = a.id
      and regional_cell.resource_type = d.resource_type and regional_cell.region = d.cell_region
    left join coverage_cells global_cell on global_cell.organization_id = ${organizationId} and global_cell.aws_account_id = a.id
      and global_cell.resource_type = d.resource_type and global_cell.region = 'global'`;
}
