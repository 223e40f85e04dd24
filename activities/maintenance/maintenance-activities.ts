import { refreshStatistics } from '../../db/inventory/refresh-statistics.ts';
import { reconcileScanSchedules } from '../connections/reconcile-scan-schedules.ts';
import { syncAwsOrganizations } from '../connections/sync-aws-organizations.ts';
import type { Dependencies } from '../dependencies.ts';
import { deleteOldHistory } from '../inventory/delete-old-history.ts';
import { deleteExpiredRows } from '../organizations/delete-expired-rows.ts';
import { withHeartbeat } from '../with-heartbeat.ts';

/** Activities of the maintenance workflows. All are idempotent. */
export function createMaintenanceActivities(dependencies: Dependencies) {
  return {
    deleteExpiredRows: (): Promise<void> => withHeartbeat(() => deleteExpiredRows(dependencies)),
    deleteOldHistory: (): Promise<void> => withHeartbeat(() => deleteOldHistory(dependencies)),
    reconcileScanSchedules: (): Promise<void> => withHeartbeat(() => reconcileScanSchedules(dependencies)),
    syncAwsOrganizations: (): Promise<void> => withHeartbeat(() => syncAwsOrganizations(dependencies)),
    refreshPlannerStatistics: (): Promise<void> =>
      withHeartbeat(() => refreshStatistics(dependencies.database)),
  };
}
