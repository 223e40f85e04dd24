import { recheckSignal } from '../../domain/connections/onboarding.ts';
import { CatalogueError } from '../../domain/errors.ts';
import { workflowIdOf } from '../../domain/runs/run-kinds.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import type { ScanTrigger } from '../../domain/values.ts';
import { countIncludedAccounts } from '../../db/connections/account-store.ts';
import { listNeverScannedAccounts } from '../../db/connections/first-scans.ts';
import { updateStep } from '../../db/connections/onboarding-step-store.ts';
import { listActiveRunsOf } from '../../db/runs/run-store.ts';
import { requestScan } from '../../commands/discovery/request-scan.ts';
import type { Dependencies } from '../dependencies.ts';
import type { AccountInput } from './account-activities.ts';

/** Activities that request scans without a user: the first scan of an account, and scheduled scans. */
export function createFirstScanActivities({ database, temporal, logger }: Dependencies) {
  /** Requests a scan. Returns `false` if an active scan covers the accounts or none of them can be scanned. */
  async function tryRequestScan(
    organizationId: string,
    request: {
      readonly trigger: ScanTrigger;
      readonly connectionId?: string;
      readonly accountIds: readonly string[];
    },
  ): Promise<boolean> {
    try {
      await database.withTenant(organizationId, (tenant) =>
        requestScan(tenant, { temporal, logger }, { ...request, requestedBy: undefined }),
      );
    } catch (error) {
      const rejected =
        error instanceof CatalogueError && ['scan_conflict', 'validation_failed'].includes(error.code);
      if (rejected) return false;
      throw error;
    }
    return true;
  }

  return {
    /**
     * Requests a scan of the connected accounts of a connection that were never scanned, and returns their number.
     * Completes the onboarding step `first_scan` when no such account is left.
     */
    async requestFirstScans({ organizationId, subjectId: connectionId }: RunInput): Promise<number> {
      const neverScanned = () =>
        database.withTenant(organizationId, (tenant) => listNeverScannedAccounts(tenant, connectionId));
      const accountIds = await neverScanned();
      if (accountIds.length > 0)
        await tryRequestScan(organizationId, { trigger: 'onboarding', connectionId, accountIds });
      const remaining = await neverScanned();
      await database.withTenant(organizationId, async (tenant) => {
        const { connected = 0 } = await countIncludedAccounts(tenant, connectionId);
        if (connected > 0 && remaining.length === 0)
          await updateStep(tenant, connectionId, 'first_scan', 'done', undefined);
      });
      return accountIds.length;
    },

    /** Requests a scan of an account. Returns `false` if an active scan covers it or it cannot be scanned. */
    async requestScheduledScan({ organizationId, accountId }: AccountInput): Promise<boolean> {
      return tryRequestScan(organizationId, { trigger: 'schedule', accountIds: [accountId] });
    },

    /** Signals the connection's onboarding, if one is active, to recheck the role at once. */
    async recheckOnboarding(organizationId: string, connectionId: string): Promise<void> {
      const runs = await database.withTenant(organizationId, (tenant) =>
        listActiveRunsOf(tenant, [connectionId], ['onboard_connection']),
      );
      for (const { id } of runs) {
        const handle = temporal.client.workflow.getHandle(workflowIdOf('onboard_connection', id));
        // Fails when the workflow has just closed or is not started yet. A starting workflow checks the role anyway.
        await handle
          .signal(recheckSignal)
          .catch((error: unknown) => logger.debug({ err: error, run_id: id }, 'failed to signal onboarding'));
      }
    },
  };
}
