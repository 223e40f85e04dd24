import { coverageCountNames } from '../../../domain/mapping/coverage-figures.ts';
import type { CoverageCounts } from '../../../domain/mapping/coverage-figures.ts';
import { mappedResourceTypes } from '../../../domain/mapping/mapped-resource-types.ts';
import { rowsOf } from '../../query.ts';
import { columnOf } from '../../rows.ts';
import { rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';

/** Counts of one account, one resource type, or all when both are null. */
export interface CountedCoverage extends CoverageCounts {
  readonly awsAccountId: string | undefined;
  readonly resourceType: string | undefined;
}

/** What {@link countCoverage} counts by. */
export type CoverageGrouping = 'total' | 'aws_account_id' | 'resource_type';

/** Returns counts by each of the groupings, most unmanaged and missing first, at most `limit` for each. */
export async function countCoverage(
  tenant: Tenant,
  by: readonly CoverageGrouping[],
  limit: number,
): Promise<Readonly<Record<CoverageGrouping, readonly CountedCoverage[]>>> {
  const rows = await rowsOf<CountedCoverage & { readonly grouping: CoverageGrouping }>(
    tenant,
    sql`select * from (
        select *, row_number() over (partition by "grouping" order by unmanaged + managed_missing desc, eligible desc,
          aws_account_id, resource_type) as position
        from (
          select case when grouping(aws_account_id) = 0 then 'aws_account_id' when grouping(resource_type) = 0
                   then 'resource_type' else 'total' end as "grouping",
                 aws_account_id, resource_type, ${rawSql(countColumns)},
                 ${rawSql(`${sumOf('managed')} + ${sumOf('unmanaged')} + ${sumOf('unscanned')}`)} as eligible
          from (${countedRows(tenant.organizationId)}) counted
          group by grouping sets ((), (aws_account_id), (resource_type))
        ) grouped
        where "grouping" = any(${by}::text[]) and case "grouping" when 'aws_account_id' then aws_account_id is not null
          when 'resource_type' then resource_type is not null else true end
      ) ranked where position <= ${limit} order by position`,
  );
  const of = (grouping: CoverageGrouping) => rows.filter((row) => row.grouping === grouping);
  return { total: of('total'), aws_account_id: of('aws_account_id'), resource_type: of('resource_type') };
}

const sumOf = (state: string) => `coalesce(sum(count) filter (where state = '${state}'), 0)::bigint`;
const countColumns = coverageCountNames
  .map((name) => `${sumOf(columnOf(name))} as ${columnOf(name)}`)
  .join(', ');

/**
 * Returns a query for the numbers of active resources and of missing entries by account, type and state. The stored counts
 * of search have the resources; an `unknown` resource is `unsupported` or `unscanned` by its type.
 */
function countedRows(organizationId: string): Sql {
  const state = sql`case when management_state <> 'unknown' then management_state
    when resource_type = any(${mappedResourceTypes}::text[]) then 'unscanned' else 'unsupported' end`;
  return sql`select aws_account_id, resource_type, ${state} as state, active as count
      from resource_counts where organization_id = ${organizationId} and active <> 0
    union all
    select aws_account_id, resource_type, ${state}, active from (
      select c.aws_account_id, c.resource_type, d.management_state, d.active from resource_count_deltas d
      join search_cells c on c.organization_id = ${organizationId} and c.id = d.cell_id
      where d.organization_id = ${organizationId}) delta
    union all
    select a.id, e.resource_type, 'managed_missing', count(*)
    from state_entries e
    join state_sources s on s.organization_id = ${organizationId} and s.id = e.state_source_id and s.counted
    left join aws_accounts a on a.organization_id = ${organizationId} and a.account_id = e.aws_account_number
    where e.organization_id = ${organizationId} and e.class = 'missing' and e.resource_id is null
      and e.deposed_key is null
    group by 1, 2`;
}
