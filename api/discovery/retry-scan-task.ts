import { retryScanTask as retry } from '../../commands/discovery/retry-scan-task.ts';
import { operation } from '../http/operation.ts';
import { Accepted } from '../http/schemas.ts';

export const retryScanTask = operation({
  id: 'retryScanTask',
  method: 'POST',
  path: '/scans/{id}/tasks/{task_id}/retry',
  tag: 'Discovery',
  summary: 'Retry a failed scan task',
  description:
    'Starts a scan with the trigger `retry`. When it ends, the task and its scan are updated with the result.',
  access: 'scans:run',
  audit: 'scan_task.retried',
  success: [202, Accepted],
  errors: ['conflict', 'scan_conflict'],
  async handle({ params, tenant, services, principal, audit }) {
    const { taskId, runId } = await retry(tenant, services, {
      scanId: params.id,
      taskId: params.task_id,
      requestedBy: principal.id,
    });
    audit({ type: 'scan_task', id: taskId });
    return { run_id: runId };
  },
});
