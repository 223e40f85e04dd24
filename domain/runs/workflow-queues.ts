import { maintenanceSchedules } from './maintenance-schedules.ts';
import { deliveryWorkflow, runKinds } from './run-kinds.ts';

/** Task queues on which workflows run. The others have activities only. */
export const workflowQueues: ReadonlySet<string> = new Set(
  [...Object.values(runKinds), ...maintenanceSchedules, deliveryWorkflow].map(({ taskQueue }) => taskQueue),
);
