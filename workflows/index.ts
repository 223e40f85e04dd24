/** Every workflow; the worker's bundle is made from this file. */
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
