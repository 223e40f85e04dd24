import { recheckSignal } from '../../domain/connections/onboarding.ts';
import { CatalogueError } from '../../domain/errors.ts';
import { workflowIdOf } from '../../domain/runs/run-kinds.ts';
import type { RunInput } from '../../domain/runs/run-kinds.ts';
import type { ScanTrigger } from '../../domain/values.ts';
import { countAccounts } from '../../db/connections/account-store.ts';
import { listNeverScannedAccounts } from '../../db/connections/first-scans.ts';
import { updateStep } from '../../db/connections/onboarding-step-store.ts';
import { listActiveRunsOf } from '../../db/runs/run-store.ts';
import { requestScan } from '../../commands/discovery/request-scan.ts';
import type { Dependencies } from '../dependencies.ts';
import type { AccountInput } from './account-activities.ts';

/** Scans that nobody asked for: the first of an account, and those that its schedule starts. */
export function createFirstScanActivities({ database, temporal, logger }: Dependencies) {
  /** Requests a scan. Returns `false` if an active scan covers the accounts or none of them can be scanned. */
  async function scan(
    organizationId: string,
    wanted: {
      readonly trigger: ScanTrigger;
      readonly connectionId?: string;
      readonly accountIds: readonly string[];
    },
  ): Promise<boolean> {
    try {
      await database.withTenant(organizationId, (tenant) =>
        requestScan(tenant, { temporal, logger }, { ...wanted, requestedBy: null }),
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
    /** Scans the connected accounts of a connection that were never scanned; answers with how many those are. */
    async requestFirstScans({ organizationId, subjectId: connectionId }: RunInput): Promise<number> {
      const neverScanned = () =>
        database.withTenant(organizationId, (tenant) => listNeverScannedAccounts(tenant, connectionId));
      const accountIds = await neverScanned();
      if (accountIds.length > 0)
        await scan(organizationId, { trigger: 'onboarding', connectionId, accountIds });
      const left = await neverScanned();
      await database.withTenant(organizationId, async (tenant) => {
        const { connected = 0 } = await countAccounts(tenant, connectionId);
        if (connected > 0 && left.length === 0)
          await updateStep(tenant, connectionId, 'first_scan', 'done', null);
      });
      return accountIds.length;
    },

    /** What the schedule of an account starts. Nothing when a scan of it runs, or it is not scanned any more. */
    async requestScheduledScan({ organizationId, accountId }: AccountInput): Promise<boolean> {
      return scan(organizationId, { trigger: 'schedule', accountIds: [accountId] });
    },

    /** Wakes the onboarding of a connection, when it waits. */
    async wakeOnboarding(organizationId: string, connectionId: string): Promise<void> {
      const runs = await database.withTenant(organizationId, (tenant) =>
        listActiveRunsOf(tenant, [connectionId], ['onboard_connection']),
      );
      for (const { id } of runs) {
        const handle = temporal.client.workflow.getHandle(workflowIdOf('onboard_connection', id));
        // It may have ended this moment, or the sweeper has not started it yet: it will look by itself.
        await handle
          .signal(recheckSignal)
          .catch((error: unknown) => logger.debug({ err: error, run_id: id }, 'onboarding was not woken'));
      }
    },
  };
}
