import type { CoverageOutcome } from '../../domain/values.ts';
import { rowsOf } from '../query.ts';
import { rowset } from '../rowset.ts';
import { rawSql, sql } from '../sql.ts';
import type { Sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';

/** A cell of the ledger, or an expected cell without a row, which has the outcome `never`. */
export interface CoverageCell {
  readonly awsAccountId: string;
  readonly region: string;
  readonly resourceType: string;
  readonly outcome: CoverageOutcome;
  readonly errorCode: string | undefined;
  readonly error: string | undefined;
  readonly scanId: string | undefined;
  readonly lastAttemptAt: Date | undefined;
  readonly lastCompleteAt: Date | undefined;
  /** Time until which a blocked cell is not read again. */
  readonly blockedUntil: Date | undefined;
  /** Number of resources with unreadable parts. */
  readonly unreadable: number;
}

/** Filters of {@link listCoverage}. Values of one filter are combined with OR, filters with AND. */
export interface CoverageFilters {
  readonly aws_account_id?: readonly string[] | undefined;
  readonly region?: readonly string[] | undefined;
  readonly resource_type?: readonly string[] | undefined;
  readonly outcome?: readonly string[] | undefined;
}

/** A resource type that every full scan reads: in the enabled regions, in `global`, or in both. */
export interface ExpectedType {
  readonly resource_type: string;
  readonly regional: boolean;
  readonly global: boolean;
}

/** The cell after which a page begins. */
export type CoveragePosition = readonly [accountId: string, region: string, resourceType: string];

/**
 * Lists coverage cells by account, region and type, one more than `limit`: the cells of the completeness ledger, and
 * cells with the outcome `never` for each type of `expected` that is missing from the ledger in a region of an included
 * account.
 */
export async function listCoverage(
  tenant: Tenant,
  expected: readonly ExpectedType[],
  filters: CoverageFilters,
  after: CoveragePosition | undefined,
  limit: number,
): Promise<readonly CoverageCell[]> {
  return rowsOf<CoverageCell>(
    tenant,
    sql`${readFilters(tenant, expected, filters, after, limit)}
     select cell.* from filters f
     join aws_accounts a on a.organization_id = f.organization_id and (f.accounts is null or a.id = any(f.accounts))
       and (f.after_account is null or a.id >= f.after_account)
     cross join lateral (
       select a.id as aws_account_id, region, resource_type, coalesce(outcome, 'never') as outcome, error_code, error,
              scan_id, last_attempt_at, last_complete_at, blocked_until, coalesce(unreadable, 0) as unreadable
       ${cellsOfAccount}
         and (f.after_account is null or (a.id, region collate "C", resource_type collate "C")
              > (f.after_account, f.after_region, f.after_type))
       order by region collate "C", resource_type collate "C" limit f.at_most
     ) cell
     order by a.id, cell.region collate "C", cell.resource_type collate "C" limit ${limit + 1}`,
  );
}

/** Counts the cells that {@link listCoverage} lists, by outcome, largest count first. */
export async function countCoverageCells(
  tenant: Tenant,
  expected: readonly ExpectedType[],
  filters: CoverageFilters,
): Promise<readonly { readonly outcome: CoverageOutcome; readonly count: number }[]> {
  return rowsOf<{ outcome: CoverageOutcome; count: number }>(
    tenant,
    sql`${readFilters(tenant, expected, filters, undefined, 0)}
     select cell.outcome, sum(cell.count)::integer as count from filters f
     join aws_accounts a on a.organization_id = f.organization_id and (f.accounts is null or a.id = any(f.accounts))
     cross join lateral (
       select coalesce(outcome, 'never') as outcome, count(*) as count ${cellsOfAccount} group by 1
     ) cell
     group by cell.outcome order by count desc, cell.outcome`,
  );
}

/** The tables `filters` and `expected` of a query. */
function readFilters(
  tenant: Tenant,
  expected: readonly ExpectedType[],
  filters: CoverageFilters,
  after: CoveragePosition | undefined,
  limit: number,
): Sql {
  const [account, region, type] = after ?? [null, null, null];
  return sql`with filters as materialized (
       select ${tenant.organizationId}::uuid as organization_id, ${filters.aws_account_id}::uuid[] as accounts,
              ${filters.region}::text[] as regions, ${filters.resource_type}::text[] as types,
              ${filters.outcome}::text[] as outcomes, ${account}::uuid as after_account,
              ${region}::text as after_region, ${type}::text as after_type, ${limit + 1}::integer as at_most
     ), expected as materialized (
       select e.*
       from ${rowset('e', { resource_type: 'text', regional: 'boolean', global: 'boolean' }, expected)}, filters f
       where f.types is null or e.resource_type = any(f.types)
     )`;
}

/** The planned and the tried cells of the account `a` that match the filters `f`. */
const cellsOfAccount = rawSql(`from (
         select r.region, e.resource_type from unnest(a.effective_regions) r(region) cross join expected e
           where e.regional and a.included and a.deleted_at is null
         union all
         select 'global', e.resource_type from expected e where e.global and a.included and a.deleted_at is null
       ) planned
       full join (
         select * from coverage_cells c where c.organization_id = f.organization_id and c.aws_account_id = a.id
       ) tried using (region, resource_type)
       where (f.regions is null or region = any(f.regions)) and (f.types is null or resource_type = any(f.types))
         and (f.outcomes is null or coalesce(outcome, 'never') = any(f.outcomes))`);
