import { retryTask } from '../../db/scans/scan-store.ts';
import { operation } from '../http/operation.ts';
import { Accepted, startAfterCommit } from '../runs/start-run.ts';

export const retryScanTask = operation({
  method: 'POST',
  path: '/scans/{id}/tasks/{task_id}/retry',
  tag: 'Discovery',
  summary: 'Repeat a failed task',
  description:
    'Runs as a scan of its own with the trigger `retry`; the task and its scan take over the result when it ends.',
  access: 'scans:run',
  audit: 'scan_task.retried',
  success: [202, Accepted],
  errors: ['conflict', 'scan_conflict'],
  async handle({ params, tenant, services, principal, audit }) {
    const { task, run } = await retryTask(tenant, {
      scanId: params['id'] ?? '',
      taskId: params['task_id'] ?? '',
      requestedBy: principal.id,
    });
    startAfterCommit(tenant, services, run.id, run);
    audit({ type: 'scan_task', id: task.id });
    return { run_id: run.id };
  },
});
