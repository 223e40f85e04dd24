import type { Knex } from 'knex';
import { queryOf } from '../tenant.ts';
import type { Tenant } from '../tenant.ts';
import { Scan } from './scan.ts';
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

/** Scans, newest first, after the scan `after`; one more than `limit`. */
export async function listScans(
  tenant: Tenant,
  filters: ScanFilters,
  after: string | undefined,
  limit: number,
): Promise<readonly Scan[]> {
  const query = Scan.query(queryOf(tenant))
    .where('organization_id', tenant.organizationId)
    .orderBy('id', 'desc')
    .limit(limit + 1);
  if (filters.status !== undefined) query.whereIn('status', [...filters.status]);
  if (filters.trigger !== undefined) query.whereIn('trigger', [...filters.trigger]);
  if (filters.aws_account_id !== undefined) {
    const accounts = queryOf(tenant)('scan_accounts')
      .where('organization_id', tenant.organizationId)
      .whereIn('aws_account_id', [...filters.aws_account_id])
      .select('scan_id');
    query.whereIn('id', accounts as Knex.QueryBuilder);
  }
  if (after !== undefined) query.where('id', '<', after);
  return withProgress(tenant, await query);
}

/** A scan with its progress as it is now. */
export async function readScan(tenant: Tenant, id: string): Promise<Scan | undefined> {
  const scan = await Scan.query(queryOf(tenant)).findById([tenant.organizationId, id]);
  return scan === undefined ? undefined : (await withProgress(tenant, [scan]))[0];
}

/** Cells of a scan that failed, by place. */
export async function scanFailures(tenant: Tenant, scanId: string): Promise<readonly ScanFailure[]> {
  const { rows } = await queryOf(tenant).raw<{ rows: ScanFailure[] }>(
    `select t.id as task_id, t.aws_account_id, t.region, t.service, f.*
     from scan_tasks t cross join lateral jsonb_to_recordset(t.failures)
       as f(resource_type text, outcome text, error_code text, error text)
     where t.organization_id = ? and t.scan_id = ? and t.failures <> '[]'
     order by t.aws_account_id, t.region, t.service, f.resource_type limit ?`,
    [tenant.organizationId, scanId, failureLimit],
  );
  return rows;
}

/** Tasks of a scan in the order of their ids, after the task `after`; one more than `limit`. */
export async function listTasks(
  tenant: Tenant,
  scanId: string,
  statuses: readonly string[] | undefined,
  after: string | undefined,
  limit: number,
): Promise<readonly ScanTask[]> {
  const query = ScanTask.query(queryOf(tenant))
    .where({ organization_id: tenant.organizationId, scan_id: scanId })
    .orderBy('id')
    .limit(limit + 1);
  if (statuses !== undefined) query.whereIn('status', [...statuses]);
  if (after !== undefined) query.where('id', '>', after);
  return query;
}

/** The sums in a scan's row are written when it ends; until then its tasks have them. */
async function withProgress(tenant: Tenant, scans: readonly Scan[]): Promise<readonly Scan[]> {
  const active = scans
    .filter(({ status }) => status === 'queued' || status === 'running')
    .map(({ id }) => id);
  if (active.length === 0) return scans;
  const { rows } = await queryOf(tenant).raw<{ rows: (Partial<Scan> & { scan_id: string })[] }>(
    `select scan_id, sum(resources_seen) as seen, sum(created) as created, sum(updated) as updated,
            sum(deleted) as deleted, greatest(0, sum(resources_seen) - sum(created) - sum(updated)) as unchanged,
            count(*) as tasks_total, count(*) filter (where status not in ('queued', 'running')) as tasks_done,
            count(*) filter (where status = 'failed') as tasks_failed
     from scan_tasks where organization_id = ? and scan_id = any(?::uuid[]) group by scan_id`,
    [tenant.organizationId, active],
  );
  const sums = new Map(rows.map(({ scan_id: id, ...sum }) => [id, sum]));
  return scans.map((scan) => scan.$set(sums.get(scan.id) ?? {}));
}
