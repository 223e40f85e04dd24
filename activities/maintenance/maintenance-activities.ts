import { cancellationSignal } from '@temporalio/activity';
import { dayMs } from '../../domain/time.ts';
import { refreshStatistics } from '../../db/inventory/refresh-statistics.ts';
import { reconcileScanSchedules } from '../connections/reconcile-scan-schedules.ts';
import { syncAwsOrganizations } from '../connections/sync-aws-organizations.ts';
import type { Dependencies } from '../dependencies.ts';
import { maintenanceWork } from './maintenance-work.ts';
import { checkSsoDomains } from './check-sso-domains.ts';
import { deleteExpiredRows } from './delete-expired-rows.ts';
import { deleteOldHistory } from './delete-old-history.ts';
import { logAuditHeads } from './log-audit-heads.ts';
import { refreshMappings } from './refresh-mappings.ts';

/** Activities of the maintenance workflows. All are idempotent. */
export function createMaintenanceActivities(dependencies: Dependencies) {
  return {
    deleteExpiredRows: (): Promise<void> =>
      maintenanceWork(() => deleteExpiredRows(dependencies, cancellationSignal())),
    deleteOldHistory: (): Promise<void> =>
      maintenanceWork(async () => {
        await deleteOldHistory(dependencies, cancellationSignal());
        await dependencies.temporal.deleteEndedDeliveries(new Date(Date.now() - dayMs));
      }),
    checkSsoDomains: (): Promise<void> => maintenanceWork(() => checkSsoDomains(dependencies)),
    logAuditHeads: (): Promise<void> => maintenanceWork(() => logAuditHeads(dependencies)),
    reconcileScanSchedules: (): Promise<void> => maintenanceWork(() => reconcileScanSchedules(dependencies)),
    syncAwsOrganizations: (): Promise<void> => maintenanceWork(() => syncAwsOrganizations(dependencies)),
    refreshMappings: (): Promise<void> =>
      maintenanceWork(() => refreshMappings(dependencies, cancellationSignal())),
    refreshPlannerStatistics: (): Promise<void> =>
      maintenanceWork(() => refreshStatistics(dependencies.database)),
  };
}
