import type { ScanAccountInput } from '../../../domain/discovery/tasks/scan-input.ts';
import { requestExtractionAfterScan } from '../../../commands/graph/request-extraction.ts';
import { requestMatchAfterScan } from '../../../commands/mapping/request-account-matches.ts';
import { requestQueryCount } from '../../../commands/queries/request-query-count.ts';
import { requestQueuedInference } from '../../../commands/ownership/request-inference.ts';
import { findScan, hasFoundChanges } from '../../../db/discovery/scan-store.ts';
import { explainChanges } from '../../../db/plans/explain/explain-changes.ts';
import type { Dependencies } from '../../dependencies.ts';

/**
 * Explains the changes that a scan found in an account, and requests the runs that use its resources. Called when no task of
 * the account is pending; a scan of due cells that found no change requests none. Idempotent.
 */
export async function finishAccountScan(
  { database, temporal, logger }: Pick<Dependencies, 'database' | 'temporal' | 'logger'>,
  { organizationId, scanId, accountId }: Pick<ScanAccountInput, 'organizationId' | 'scanId' | 'accountId'>,
): Promise<void> {
  // In a transaction of its own, so that the locks of the changes and of the runs are not held together.
  const isDone = await database.withTenant(organizationId, async (tenant) => {
    const scan = await findScan(tenant, scanId);
    if (scan?.trigger === 'event' && !(await hasFoundChanges(tenant, scanId))) return true;
    if (scan !== undefined)
      await explainChanges(tenant, { accountId, since: scan.startedAt ?? scan.createdAt });
    return false;
  });
  if (isDone) return;
  await database.withTenant(organizationId, async (tenant) => {
    await requestMatchAfterScan(tenant, { temporal, logger }, accountId);
    await requestExtractionAfterScan(tenant, { temporal, logger }, accountId);
    await requestQueuedInference(tenant, { temporal, logger });
    await requestQueryCount(tenant, { temporal, logger });
  });
}
