import type { AccountStatus, ManagementState } from '../../../domain/values.ts';
import type { Tenant } from '../../tenant.ts';
import { rowsOf } from '../../query.ts';
import { sql } from '../../sql.ts';

export interface OverviewCounts {
  readonly accounts: readonly { readonly value: AccountStatus; readonly count: number }[];
  /** Counts of resources that are not deleted. */
  readonly managementStates: readonly { readonly value: ManagementState; readonly count: number }[];
  readonly changes: { readonly last24h: number; readonly last7d: number };
  readonly scans: { readonly running: number; readonly lastFinishedAt: Date | undefined };
}

/** Counts accounts, management states, recent changes and scans for the overview. */
export async function countOverview(tenant: Tenant): Promise<OverviewCounts> {
  const { organizationId } = tenant;
  const accounts = await rowsOf<{ value: AccountStatus; count: number }>(
    tenant,
    sql`select status as value, count(*) as count from aws_accounts
      where organization_id = ${organizationId} and deleted_at is null group by 1 order by 2 desc, 1`,
  );
  const managementStates = await rowsOf<{ value: ManagementState; count: number }>(
    tenant,
    sql`select value, sum(n)::bigint as count from (
        select value, active + unobserved as n from resource_pair_counts
          where organization_id = ${organizationId} and facet = 4 and other = 0
        union all
        select management_state, active + unobserved from resource_count_deltas
          where organization_id = ${organizationId}
      ) counted group by 1 having sum(n) > 0 order by 2 desc, 1`,
  );
  const [changes] = await rowsOf<{ last24h: number; last7d: number }>(
    tenant,
    sql`select count(*) filter (where occurred_at > now() - interval '24 hours') as last24h, count(*) as last7d
      from changes where organization_id = ${organizationId} and occurred_at > now() - interval '7 days'`,
  );
  const [scans] = await rowsOf<{ running: number; lastFinishedAt: Date | undefined }>(
    tenant,
    sql`select count(*) filter (where status in ('queued', 'running')) as running,
               max(finished_at) as "lastFinishedAt"
      from scans where organization_id = ${organizationId}`,
  );
  return {
    accounts,
    managementStates,
    changes: changes ?? { last24h: 0, last7d: 0 },
    scans: scans ?? { running: 0, lastFinishedAt: undefined },
  };
}
