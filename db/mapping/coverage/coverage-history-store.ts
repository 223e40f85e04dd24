import type { CoverageCounts } from '../../../domain/mapping/coverage-figures.ts';
import { coverageCountNames } from '../../../domain/mapping/coverage-figures.ts';
import { execute, rowsOf } from '../../query.ts';
import { columnOf } from '../../rows.ts';
import { rowset } from '../../rowset.ts';
import { allOf, anyOf, rawSql, sql } from '../../sql.ts';
import type { Tenant } from '../../tenant.ts';
import { countCoverage } from './count-coverage.ts';

/** Days of the coverage history. */
export const coverageHistoryDays = 400;

const allAccounts = 1_000_000;
const zeros = JSON.stringify(Object.fromEntries(coverageCountNames.map((name) => [columnOf(name), 0])));

/** Stores the figures of the current UTC day for each account. Writes only rows that change. */
export async function recordCoverage(tenant: Tenant): Promise<void> {
  const { organizationId } = tenant;
  const { aws_account_id: accounts } = await countCoverage(tenant, ['aws_account_id'], allAccounts);
  const rows = accounts.map((counts) => ({
    awsAccountId: counts.awsAccountId,
    figures: Object.fromEntries(coverageCountNames.map((name) => [columnOf(name), counts[name]])),
  }));
  await execute(
    tenant,
    sql`insert into mapping_coverage_days as d (organization_id, day, aws_account_id, figures)
      select ${organizationId}::uuid, (now() at time zone 'UTC')::date, a.id, coalesce(o.figures, ${zeros}::jsonb)
      from aws_accounts a
      left join ${rowset('o', { awsAccountId: 'uuid', figures: 'jsonb' }, rows)}
        on o.aws_account_id = a.id
      where a.organization_id = ${organizationId} and a.deleted_at is null
      on conflict on constraint mapping_coverage_days_pkey do update
        set figures = excluded.figures, updated_at = now() where d.figures <> excluded.figures`,
  );
}

/** The counts of a UTC day, `yyyy-mm-dd`. */
export interface CoverageDay extends CoverageCounts {
  readonly day: string;
}

const sums = coverageCountNames
  .map((name) => `coalesce(sum((figures ->> '${columnOf(name)}')::bigint), 0)::bigint as "${name}"`)
  .join(', ');

/** Returns the sums of the accounts' figures for each day of a time range with figures, oldest first. */
export async function listCoverageDays(
  tenant: Tenant,
  {
    since,
    until,
    awsAccountIds,
  }: {
    readonly since: Date | undefined;
    readonly until: Date | undefined;
    readonly awsAccountIds: readonly string[] | undefined;
  },
): Promise<readonly CoverageDay[]> {
  return rowsOf<CoverageDay>(
    tenant,
    sql`select day::text, ${rawSql(sums)} from mapping_coverage_days
      where organization_id = ${tenant.organizationId} and ${allOf([
        sql`day > (now() at time zone 'UTC')::date - ${coverageHistoryDays}::integer`,
        ...(since === undefined ? [] : [sql`day >= (${since}::timestamptz at time zone 'UTC')::date`]),
        ...(until === undefined ? [] : [sql`day <= (${until}::timestamptz at time zone 'UTC')::date`]),
        ...anyOf('aws_account_id', awsAccountIds, 'uuid'),
      ])} group by day order by day`,
  );
}
