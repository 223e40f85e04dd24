import { maintenanceScheduleId } from '../../domain/runs/maintenance-schedules.ts';
import type { MaintenanceSchedule } from '../../domain/runs/maintenance-schedules.ts';
import { ensureSchedules } from '../../worker/ensure-schedules.ts';
import type { RunningWorker } from '../../worker/start-worker.ts';
import { eventually } from '../support/eventually.ts';
import type { TestApi } from '../support/test-api.ts';

/** Starts the workflows of schedules, and waits until each has completed. */
export async function playSchedules(
  api: TestApi,
  { dependencies }: Pick<RunningWorker, 'dependencies'>,
  schedules: readonly MaintenanceSchedule[],
): Promise<void> {
  await ensureSchedules(dependencies);
  const { schedule, workflow } = api.services.temporal.client;
  for (const { id } of schedules) {
    const handle = schedule.getHandle(maintenanceScheduleId(api.configuration.taskQueuePrefix, id));
    await handle.trigger();
    const workflowId = await eventually(`the workflow of ${id}`, async () => {
      const { info } = await handle.describe();
      return info.recentActions.at(-1)?.action.workflow.workflowId;
    });
    await workflow.getHandle(workflowId).result();
  }
}
