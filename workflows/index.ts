/** Every workflow; the worker's bundle is made from this file. */
export { scan } from './scans/scan.ts';
export { scanAccount } from './scans/scan-account.ts';
export { ingestChanges } from './changes/ingest-changes.ts';
export { pollChanges } from './changes/poll-changes.ts';
