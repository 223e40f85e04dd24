/** All workflows. The workflow bundle of the worker is built from this file. */
export { scan } from './discovery/scan.ts';
export { scanAccount } from './discovery/scan-account.ts';
export { ingestChanges } from './changes/ingest-changes.ts';
export { pollChanges } from './changes/poll-changes.ts';
export { onboardConnection } from './connections/onboard-connection.ts';
export { validateConnection } from './connections/validate-connection.ts';
export { validateAccounts } from './connections/validate-accounts.ts';
export { validateAccount } from './connections/validate-account.ts';
export { syncAccounts } from './connections/sync-accounts.ts';
export { upgradeTemplate } from './connections/upgrade-template.ts';
export { deleteConnection } from './connections/delete-connection.ts';
export { scheduledScan } from './connections/scheduled-scan.ts';
export { deleteExpiredRows } from './maintenance/delete-expired-rows.ts';
export { deleteOldHistory } from './maintenance/delete-old-history.ts';
export { reconcileScanSchedules } from './maintenance/reconcile-scan-schedules.ts';
export { syncAwsOrganizations } from './maintenance/sync-aws-organizations.ts';
export { refreshPlannerStatistics } from './maintenance/refresh-planner-statistics.ts';
