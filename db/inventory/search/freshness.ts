import type { HistoryTime } from '../../../domain/inventory/history-time.ts';
import type { Tenant } from '../../tenant.ts';
import { rowsOf } from '../../query.ts';
import { rawSql, sql } from '../../sql.ts';
import type { Sql } from '../../sql.ts';

export interface StaleAccount {
  readonly awsAccountId: string;
  readonly accountId: string;
  readonly name: string | undefined;
  readonly scanIntervalMinutes: number;
  readonly lastSuccessfulScanAt: Date | undefined;
}

export interface FreshnessOfInventory {
  /** The minimum over the connected accounts that were scanned; `undefined` if none was. */
  readonly oldestSuccessfulScanAt: Date | undefined;
  readonly staleAccounts: readonly StaleAccount[];
}

/** Returns the freshness of the inventory, now or at `asOf`. An account that was never scanned is stale. */
export async function freshnessOf(tenant: Tenant, asOf?: HistoryTime): Promise<FreshnessOfInventory> {
  return toFreshness(await listFreshness(tenant, asOf));
}

/** Lists the connected accounts with their last successful scan, now or at `asOf`; accounts that were added later are left out. */
export async function listFreshness(tenant: Tenant, asOf?: HistoryTime): Promise<readonly FreshnessRow[]> {
  return rowsOf<FreshnessRow>(tenant, selectFreshness(tenant.organizationId, asOf));
}

export type FreshnessRow = StaleAccount & { readonly stale: boolean };

/** Returns a query for the connected accounts with their last successful scan; rows are {@link FreshnessRow}s. */
export function selectFreshness(organizationId: string, asOf?: HistoryTime): Sql {
  const at = asOf === undefined ? sql`now()` : sql`${asOf}::timestamptz`;
  return sql`select a.id as aws_account_id, a.account_id, a.name, i.scan_interval_minutes, f.last_successful_scan_at,
               f.last_successful_scan_at is null
                 or f.last_successful_scan_at < ${at} - make_interval(mins => i.scan_interval_minutes) as stale
        from aws_accounts a
        join aws_connections c on c.organization_id = a.organization_id and c.id = a.connection_id
        cross join lateral (select coalesce(a.scan_interval_minutes, c.scan_interval_minutes)) i (scan_interval_minutes)
        left join lateral (
          select f.last_successful_scan_at from account_freshness f
          where f.organization_id = ${organizationId} and f.aws_account_id = a.id and f.recorded_at <= ${at}
          order by f.recorded_at desc limit 1) f on true
        where a.organization_id = ${organizationId} and a.status = 'connected' and a.included
          and a.deleted_at is null and ${asOf === undefined ? rawSql('true') : sql`a.created_at <= ${at}`}
        order by a.account_id, a.id`;
}

/** Summarises the rows of {@link selectFreshness}. */
export function toFreshness(rows: readonly FreshnessRow[]): FreshnessOfInventory {
  const times = rows.flatMap(({ lastSuccessfulScanAt: time }) =>
    time === undefined ? [] : [time.getTime()],
  );
  return {
    oldestSuccessfulScanAt: times.length === 0 ? undefined : new Date(Math.min(...times)),
    staleAccounts: rows.filter(({ stale }) => stale),
  };
}
