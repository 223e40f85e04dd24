import type { JsonObject } from '../../domain/json/json.ts';
import { oneRowOf, queryModel, rowOf, rowsOf } from '../query.ts';
import { rowOfRecord } from '../rows.ts';
import { allOf, anyOf, rawSql, sql } from '../sql.ts';
import type { Sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import type { ScanRow } from './scan.ts';
import { ScanTask } from './scan-task.ts';
import type { CellFailure } from './scan-task.ts';

/** Filters of {@link listScans}. Values of one filter are combined with OR, filters with AND. */
export interface ScanFilters {
  readonly aws_account_id?: readonly string[] | undefined;
  readonly status?: readonly string[] | undefined;
  readonly trigger?: readonly string[] | undefined;
}

/** A scan with the 12 digits and the name of the account of its scope. */
export type NamedScan = ScanRow & {
  readonly accountNumber: string | undefined;
  readonly accountName: string | undefined;
};

/** A failed cell of a scan with its task. */
export interface ScanFailure extends CellFailure {
  readonly task_id: string;
  readonly aws_account_id: string;
  readonly account_id: string;
  readonly account_name: string | null;
  readonly region: string;
  readonly service: string;
}

const failureLimit = 1000;

/** Lists scans, newest first, after the scan `after`; one more than `limit`. */
export async function listScans(
  tenant: Tenant,
  filters: ScanFilters,
  after: string | undefined,
  limit: number,
): Promise<readonly NamedScan[]> {
  const { organizationId } = tenant;
  const conditions = [
    ...conditionsOf(tenant, filters),
    ...(after === undefined ? [] : [sql`s.id < ${after}`]),
  ];
  const rows = await rowsOf<NamedScan & WithProgress>(
    tenant,
    sql`select s.*, ${progress} as progress, ${accountNames(organizationId)} from scans s where ${allOf(conditions)} order by s.id desc limit ${limit + 1}`,
  );
  return rows.map(withProgress);
}

/** Counts the scans that match. */
export async function countScans(tenant: Tenant, filters: ScanFilters): Promise<number> {
  const { total } = await oneRowOf<{ total: number }>(
    tenant,
    sql`select count(*)::integer as total from scans s where ${allOf(conditionsOf(tenant, filters))}`,
  );
  return total;
}

function conditionsOf({ organizationId }: Tenant, filters: ScanFilters): readonly Sql[] {
  const accountIds = filters.aws_account_id;
  return [
    sql`s.organization_id = ${organizationId}`,
    ...anyOf('s.status', filters.status),
    ...anyOf('s.trigger', filters.trigger),
    ...(accountIds === undefined
      ? []
      : [
          sql`s.id in (select scan_id from scan_accounts
            where organization_id = ${organizationId} and aws_account_id = any(${accountIds}::uuid[]))`,
        ]),
  ];
}

/** Finds a scan with up to 1,000 failed cells, by account, region, service and type. */
export async function findScanWithFailures(
  tenant: Tenant,
  id: string,
): Promise<{ readonly scan: NamedScan; readonly failures: readonly ScanFailure[] } | undefined> {
  const { organizationId } = tenant;
  const row = await rowOf<NamedScan & WithProgress & { readonly failures: readonly ScanFailure[] }>(
    tenant,
    sql`select s.*, ${progress} as progress, ${accountNames(organizationId)}, (
       select coalesce(jsonb_agg(to_jsonb(failure)), '[]') from (
         select t.id as task_id, t.aws_account_id, a.account_id, a.name as account_name, t.region, t.service, f.*
         from scan_tasks t
         join aws_accounts a on a.organization_id = s.organization_id and a.id = t.aws_account_id
         cross join lateral jsonb_to_recordset(t.failures)
           as f(resource_type text, outcome text, error_code text, error text)
         where t.organization_id = s.organization_id and t.scan_id = s.id and t.failures <> '[]'
         order by t.aws_account_id, t.region, t.service, f.resource_type limit ${failureLimit}) failure) as failures
     from scans s where s.organization_id = ${organizationId} and s.id = ${id}`,
  );
  if (row === undefined) return undefined;
  const { failures, ...scan } = row;
  return { scan: withProgress(scan), failures };
}

/** Lists the tasks of a scan by id, after the task `after`; one more than `limit`. */
export async function listTasks(
  tenant: Tenant,
  scanId: string,
  statuses: readonly string[] | undefined,
  after: string | undefined,
  limit: number,
): Promise<readonly ScanTask[]> {
  const query = queryModel(tenant, ScanTask)
    .where({ organization_id: tenant.organizationId, scan_id: scanId })
    .orderBy('id')
    .limit(limit + 1);
  if (statuses !== undefined) void query.whereIn('status', [...statuses]);
  if (after !== undefined) void query.where('id', '>', after);
  return query;
}

/** The columns of a {@link NamedScan} besides those of the scan `s`. */
function accountNames(organizationId: string): Sql {
  const column = (name: string) => sql`(select a.${rawSql(name)} from aws_accounts a
    where a.organization_id = ${organizationId} and a.id = s.aws_account_id)`;
  return sql`${column('account_id')} as account_number, ${column('name')} as account_name`;
}

/** The counts of an active scan, summed from its tasks. The counts in the scan's row are written when it ends. */
const progress = rawSql(`(
  select to_jsonb(sums) from (
    select sum(resources_seen) as seen, sum(created) as created, sum(updated) as updated, sum(deleted) as deleted,
           greatest(0, sum(resources_seen) - sum(created) - sum(updated)) as unchanged, count(*) as tasks_total,
           count(*) filter (where t.status not in ('queued', 'running')) as tasks_done,
           count(*) filter (where t.status = 'failed') as tasks_failed
    from scan_tasks t
    where s.status in ('queued', 'running') and t.organization_id = s.organization_id and t.scan_id = s.id
    having count(*) > 0) sums)`);

interface WithProgress {
  readonly progress: JsonObject | undefined;
}

function withProgress({ progress: sums, ...scan }: NamedScan & WithProgress): NamedScan {
  return { ...scan, ...(sums === undefined ? {} : rowOfRecord<Partial<ScanRow>>(sums)) };
}
