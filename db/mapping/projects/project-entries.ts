import { rowsOf } from '../../query.ts';
import { rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';

/** Numbers of entries of the states of a project, or of a state without a project. */
export interface ProjectEntryCounts {
  readonly iacProjectId: string | undefined;
  readonly stateSourceId: string | undefined;
  readonly stateResources: number;
  readonly matched: number;
  readonly missing: number;
}

/**
 * Returns a query for the sources of projects: `(iac_project_id, state_source_id, rank)`, the rank counting from 1 in the
 * order of the default workspace, a source that a user chose, and age. Rank 1 is the source that a project shows.
 */
export function selectProjectSources(organizationId: string): Sql {
  return sql`select iac_project_id, state_source_id, row_number() over (
      partition by iac_project_id order by is_default desc, is_chosen desc, state_source_id) as rank
    from (
      select iac_project_id, state_source_id, bool_or(workspace = 'default') as is_default, bool_or(is_chosen) as is_chosen
      from (
        select s.iac_project_id, s.id as state_source_id, coalesce(s.workspace, 'default') as workspace, true as is_chosen
        from state_sources s where s.organization_id = ${organizationId} and s.iac_project_id is not null
        union all
        select l.iac_project_id, l.state_source_id, l.workspace, false
        from iac_project_states l where l.organization_id = ${organizationId} and l.state_source_id is not null
      ) linked group by 1, 2
    ) distinct_sources`;
}

/** Columns that sum the entries of sources `s` that count. */
export const entrySums: Sql = rawSql(
  ['state_resources', 'matched', 'missing']
    .map((name) => `coalesce(sum(s.${name}) filter (where s.counted), 0)::integer as ${name}`)
    .join(', '),
);

/** Counts entries by project, and by source for sources without a project, most missing first. */
export async function countProjectEntries(
  tenant: Tenant,
  limit: number,
): Promise<readonly ProjectEntryCounts[]> {
  const { organizationId } = tenant;
  return rowsOf<ProjectEntryCounts>(
    tenant,
    sql`select l.iac_project_id, coalesce(min(l.state_source_id::text) filter (where l.rank = 1), min(s.id::text))
               as state_source_id, ${entrySums}
      from state_sources s
      left join (${selectProjectSources(organizationId)}) l on l.state_source_id = s.id
      where s.organization_id = ${organizationId}
      group by l.iac_project_id, case when l.iac_project_id is null then s.id end
      having bool_or(s.counted)
      order by missing desc, state_resources desc, 1, 2 limit ${limit}`,
  );
}
