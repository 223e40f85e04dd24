import { insertRetryOfTask } from '../../db/discovery/insert-scan.ts';
import type { Tenant } from '../../db/tenant.ts';
import { startWorkflowAfterCommit } from '../runs/launch-run.ts';
import type { Launcher } from '../runs/launch-run.ts';

/**
 * Inserts a scan that retries a failed task, and starts its workflow after the transaction commits.
 * @throws CatalogueError as {@link insertRetryOfTask} does.
 */
export async function retryScanTask(
  tenant: Tenant,
  launcher: Launcher,
  request: { readonly scanId: string; readonly taskId: string; readonly requestedBy: string },
): Promise<{ readonly taskId: string; readonly runId: string }> {
  const { task, run } = await insertRetryOfTask(tenant, request);
  startWorkflowAfterCommit(tenant, launcher, run);
  return { taskId: task.id, runId: run.id };
}
