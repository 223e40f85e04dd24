import { insertRetryOfTask } from '../../db/discovery/scan-store.ts';
import type { Tenant } from '../../db/tenant.ts';
import { startWorkflowAfterCommit } from '../runs/launch-run.ts';
import type { Launcher } from '../runs/launch-run.ts';

/**
 * Inserts the scan that repeats a failed task, and starts its workflow after the transaction commits.
 * @throws CatalogueError as {@link insertRetryOfTask} does.
 */
export async function retryScanTask(
  tenant: Tenant,
  launcher: Launcher,
  wanted: { readonly scanId: string; readonly taskId: string; readonly requestedBy: string },
): Promise<{ readonly taskId: string; readonly runId: string }> {
  const { task, run } = await insertRetryOfTask(tenant, wanted);
  startWorkflowAfterCommit(tenant, launcher, run);
  return { taskId: task.id, runId: run.id };
}
