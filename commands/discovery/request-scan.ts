import { insertScan } from '../../db/discovery/insert-scan.ts';
import type { ScanRequest } from '../../db/discovery/insert-scan.ts';
import type { Scan } from '../../db/discovery/scan.ts';
import type { Tenant } from '../../db/tenant.ts';
import { startWorkflowAfterCommit } from '../runs/launch-run.ts';
import type { Launcher } from '../runs/launch-run.ts';

/**
 * Inserts a scan with its run and account locks, and starts its workflow after the transaction commits.
 * @throws CatalogueError `scan_conflict` and `validation_failed`, as {@link insertScan} does.
 */
export async function requestScan(tenant: Tenant, launcher: Launcher, request: ScanRequest): Promise<Scan> {
  const { scan, run } = await insertScan(tenant, request);
  startWorkflowAfterCommit(tenant, launcher, run);
  return scan;
}
