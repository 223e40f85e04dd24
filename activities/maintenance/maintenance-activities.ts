import { cancellationSignal } from '@temporalio/activity';
import { refreshStatistics } from '../../db/inventory/refresh-statistics.ts';
import { reconcileScanSchedules } from '../connections/reconcile-scan-schedules.ts';
import { syncAwsOrganizations } from '../connections/sync-aws-organizations.ts';
import type { Dependencies } from '../dependencies.ts';
import { withHeartbeat } from '../shared/with-heartbeat.ts';
import { deleteExpiredRows } from './delete-expired-rows.ts';
import { deleteOldHistory } from './delete-old-history.ts';
import { logAuditHeads } from './log-audit-heads.ts';
import { refreshMappings } from './refresh-mappings.ts';

/** Activities of the maintenance workflows. All are idempotent. */
export function createMaintenanceActivities(dependencies: Dependencies) {
  return {
    deleteExpiredRows: (): Promise<void> =>
      withHeartbeat(() => deleteExpiredRows(dependencies, cancellationSignal())),
    deleteOldHistory: (): Promise<void> =>
      withHeartbeat(() => deleteOldHistory(dependencies, cancellationSignal())),
    logAuditHeads: (): Promise<void> => withHeartbeat(() => logAuditHeads(dependencies)),
    reconcileScanSchedules: (): Promise<void> => withHeartbeat(() => reconcileScanSchedules(dependencies)),
    syncAwsOrganizations: (): Promise<void> => withHeartbeat(() => syncAwsOrganizations(dependencies)),
    refreshMappings: (): Promise<void> =>
      withHeartbeat(() => refreshMappings(dependencies, cancellationSignal())),
    refreshPlannerStatistics: (): Promise<void> =>
      withHeartbeat(() => refreshStatistics(dependencies.database)),
  };
}
