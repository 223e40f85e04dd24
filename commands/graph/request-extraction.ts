import {
  insertExtraction,
  requestAnotherExtraction,
  takeRequestedExtraction,
} from '../../db/graph/extract/extraction-store.ts';
import { findScannedAccount } from '../../db/graph/extract/graph-accounts.ts';
import { lockActiveRun } from '../../db/runs/run-store.ts';
import type { Tenant } from '../../db/tenant.ts';
import { defined } from '../../domain/defined.ts';
import type { ExtractionMode, ExtractionTrigger } from '../../domain/values.ts';
import type { Launcher } from '../runs/launch-run.ts';
import { launchRun } from '../runs/launch-run.ts';

export interface AccountToExtract {
  readonly id: string;
  /** 12 digits. */
  readonly accountId: string;
}

/**
 * Requests the extraction of the relationships of an account. While a run of the account is active, a scan or a schedule
 * requests one more after it, which covers all requests until it begins; a manual request gets the active run with
 * `created: false`.
 */
export async function requestExtraction(
  tenant: Tenant,
  launcher: Launcher,
  account: AccountToExtract,
  trigger: ExtractionTrigger,
  mode: ExtractionMode,
  requestedBy?: string,
): Promise<{ run_id: string; created: boolean }> {
  for (;;) {
    const launched = await launchRun(tenant, launcher, {
      kind: 'extract_graph',
      subjectId: account.id,
      awsAccountNumber: account.accountId,
      ...defined({ requestedBy, priority: trigger === 'schedule' ? ('background' as const) : undefined }),
    });
    const { run_id: runId, created } = launched;
    if (created) {
      await insertExtraction(tenant, { runId, accountId: account.id, trigger, mode });
      return launched;
    }
    // The run ends after this transaction, and then reads the request.
    if (await lockActiveRun(tenant, runId)) {
      if (trigger !== 'manual') await requestAnotherExtraction(tenant, account.id, mode);
      return launched;
    }
  }
}

/** Requests the extraction of an account whose scan ended. */
export async function requestExtractionAfterScan(
  tenant: Tenant,
  launcher: Launcher,
  accountId: string,
): Promise<void> {
  const account = await findScannedAccount(tenant, accountId);
  if (account !== undefined) await requestExtraction(tenant, launcher, account, 'scan', 'incremental');
}

/** Starts the run that was requested while the last run of the account was active. */
export async function repeatRequestedExtraction(
  tenant: Tenant,
  launcher: Launcher,
  accountId: string,
): Promise<void> {
  const requested = await takeRequestedExtraction(tenant, accountId);
  if (requested === undefined) return;
  const { mode, accountId: awsAccountNumber } = requested;
  const account = { id: accountId, accountId: awsAccountNumber };
  await requestExtraction(tenant, launcher, account, mode === 'full' ? 'schedule' : 'scan', mode);
}
