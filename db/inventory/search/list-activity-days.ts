import { coverageCountNames } from '../../../domain/mapping/coverage-figures.ts';
import type { ChangeKind } from '../../../domain/values.ts';
import { rowsOf } from '../../query.ts';
import { columnOf } from '../../rows.ts';
import { rawSql, sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';

/** What happened on a UTC day, `yyyy-mm-dd`. */
export interface ActivityDay {
  readonly day: string;
  readonly created: number;
  readonly updated: number;
  readonly deleted: number;
  readonly reappeared: number;
  /** Changes that no execution, plan or pull request explains. */
  readonly unexplained: number;
  /** Resources that began to differ from their code. */
  readonly drifted: number;
  readonly driftResolved: number;
  /** Active resources at the end of the day, from the figures of the coverage; undefined on days without figures. */
  readonly resources: number | undefined;
}

/** The states of active resources; `managedMissing` counts entries of states without a resource. */
const activeFigures = coverageCountNames
  .filter((name) => name !== 'managedMissing')
  .map((name) => `coalesce((figures ->> '${columnOf(name)}')::bigint, 0)`)
  .join(' + ');

/** Returns the last `days` UTC days with today, oldest first. A day without any change has zeros. */
export async function listActivityDays(tenant: Tenant, days: number): Promise<readonly ActivityDay[]> {
  const { organizationId } = tenant;
  const first = sql`(now() at time zone 'UTC')::date - ${days - 1}::integer`;
  const since = sql`(${first})::timestamp at time zone 'UTC'`;
  return rowsOf<ActivityDay>(
    tenant,
    sql`select day::date::text as day, coalesce(c.created, 0) as created, coalesce(c.updated, 0) as updated,
               coalesce(c.deleted, 0) as deleted, coalesce(c.reappeared, 0) as reappeared,
               coalesce(c.unexplained, 0) as unexplained, coalesce(d.drifted, 0) as drifted,
               coalesce(d.resolved, 0) as "driftResolved", f.resources
      from generate_series(${first}, (now() at time zone 'UTC')::date, '1 day') day
      left join (
        select (occurred_at at time zone 'UTC')::date as day, ${countOf('created')},
               ${countOf('updated')}, ${countOf('deleted')}, ${countOf('reappeared')},
               (count(*) filter (where explained_by_kind is null))::integer as unexplained
        from changes where organization_id = ${organizationId} and occurred_at >= ${since} group by 1
      ) c using (day)
      left join (
        select (occurred_at at time zone 'UTC')::date as day, ${countOf('drifted')},
               ${countOf('resolved')}
        from drift_transitions where organization_id = ${organizationId} and occurred_at >= ${since} group by 1
      ) d using (day)
      left join (
        select day, sum(${rawSql(activeFigures)})::bigint as resources from mapping_coverage_days
        where organization_id = ${organizationId} and day >= ${first} group by 1
      ) f using (day)
      order by 1`,
  );
}

/** The number of rows of a kind, as a column of its name. */
function countOf(kind: ChangeKind | 'drifted' | 'resolved') {
  return rawSql(`(count(*) filter (where kind = '${kind}'))::integer as ${kind}`);
}
