import { queryModel, rowsOf } from '../query.ts';
import { allOf, anyOf, sql } from '../sql.ts';
import type { Tenant } from '../tenant.ts';
import { Scan } from './scan.ts';
import type { ScanRow } from './scan.ts';
import { ScanTask } from './scan-task.ts';
import type { CellFailure } from './scan-task.ts';

export interface ScanFilters {
  readonly aws_account_id?: readonly string[] | undefined;
  readonly status?: readonly string[] | undefined;
  readonly trigger?: readonly string[] | undefined;
}

export interface ScanFailure extends CellFailure {
  readonly task_id: string;
  readonly aws_account_id: string;
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
): Promise<readonly ScanRow[]> {
  const { organizationId } = tenant;
  const accountIds = filters.aws_account_id;
  const conditions = [
    sql`organization_id = ${organizationId}`,
    ...anyOf('status', filters.status),
    ...anyOf('trigger', filters.trigger),
    ...(accountIds === undefined
      ? []
      : [
          sql`id in (select scan_id from scan_accounts
            where organization_id = ${organizationId} and aws_account_id = any(${accountIds}::uuid[]))`,
        ]),
    ...(after === undefined ? [] : [sql`id < ${after}`]),
  ];
  const scans = await rowsOf<ScanRow>(
    tenant,
    sql`select * from scans where ${allOf(conditions)} order by id desc limit ${limit + 1}`,
  );
  return withProgress(tenant, scans);
}

/** Returns a scan; the counts of an active one are those of its tasks. */
export async function getScanProgress(tenant: Tenant, id: string): Promise<ScanRow | undefined> {
  const scan = await queryModel(tenant, Scan).findById([tenant.organizationId, id]);
  return scan === undefined ? undefined : (await withProgress(tenant, [scan]))[0];
}

/** Lists the failed cells of a scan by account, region, service and type; at most 1,000. */
export async function listScanFailures(tenant: Tenant, scanId: string): Promise<readonly ScanFailure[]> {
  return rowsOf<ScanFailure>(
    tenant,
    sql`select t.id as task_id, t.aws_account_id, t.region, t.service, f.*
     from scan_tasks t cross join lateral jsonb_to_recordset(t.failures)
       as f(resource_type text, outcome text, error_code text, error text)
     where t.organization_id = ${tenant.organizationId} and t.scan_id = ${scanId} and t.failures <> '[]'
     order by t.aws_account_id, t.region, t.service, f.resource_type limit ${failureLimit}`,
  );
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

/** The counts in the row of a scan are written when it ends. For active scans they are summed from the tasks. */
async function withProgress(tenant: Tenant, scans: readonly ScanRow[]): Promise<readonly ScanRow[]> {
  const active = scans
    .filter(({ status }) => status === 'queued' || status === 'running')
    .map(({ id }) => id);
  if (active.length === 0) return scans;
  const rows = await rowsOf<Partial<ScanRow> & { scan_id: string }>(
    tenant,
    sql`select scan_id, sum(resources_seen) as seen, sum(created) as created, sum(updated) as updated,
            sum(deleted) as deleted, greatest(0, sum(resources_seen) - sum(created) - sum(updated)) as unchanged,
            count(*) as tasks_total, count(*) filter (where status not in ('queued', 'running')) as tasks_done,
            count(*) filter (where status = 'failed') as tasks_failed
     from scan_tasks where organization_id = ${tenant.organizationId} and scan_id = any(${active}::uuid[])
     group by scan_id`,
  );
  const sums = new Map(rows.map(({ scan_id: id, ...sum }) => [id, sum]));
  return scans.map((scan) => ({ ...scan, ...sums.get(scan.id) }));
}
