import type { RunInput } from '../../runs/run-kinds.ts';

/** Tasks that one activity claims. The workflow divides the pending tasks by it, so a change needs a patch of the workflow. */
export const tasksPerActivity = 20;

/** Tasks that an activity runs at once. */
export const tasksAtOnce = 6;

/** Input of the workflow `scan`. All but the ids of the run is the state before the workflow continued as new. */
export interface ScanInput extends RunInput {
  /** Id of the last account whose scan was started. */
  readonly after?: string;
  /** Ids of the accounts whose scans have not ended. */
  readonly inFlight?: readonly string[];
  /** Maximum number of accounts in flight. */
  readonly accountsAtOnce?: number;
  /** Accounts that one run of the workflow starts before it continues as new; 250 by default. */
  readonly accountsPerRun?: number;
  /** Interval of the check for account scans that closed without a signal; 10 minutes by default. */
  readonly checkMs?: number;
}

/** Signal of the workflow `scan`, sent by each account scan when it ends. */
export const accountScannedSignal = 'accountScanned';

/** Argument of {@link accountScannedSignal}. */
export interface AccountScanned {
  readonly accountId: string;
  /** Error message of a failed account scan. */
  readonly error?: string;
}

/** An account of a scan, with the texts that operators read in the Temporal UI. */
export interface AccountToScan {
  readonly id: string;
  /** 12 digits. */
  readonly number: string;
  /** Empty or absent when AWS Organizations has not named it. */
  readonly name?: string | undefined;
  /** Name of the organization. */
  readonly organization: string;
}

/** Returns the id of the workflow `scanAccount` of an account. */
export function accountScanIdOf(scanWorkflowId: string, accountId: string): string {
  return `${scanWorkflowId}/account-${accountId}`;
}

/** Input of the workflow `scanAccount`. */
export interface ScanAccountInput {
  readonly organizationId: string;
  readonly scanId: string;
  readonly accountId: string;
  /** Maximum number of activities in flight. */
  readonly window: number;
  /** Wait when all pending tasks are leased by other activities; 5 s by default. */
  readonly idleMs?: number;
}

/** Account and region whose pending tasks an activity claims. */
export interface ScanRegionInput {
  readonly organizationId: string;
  readonly scanId: string;
  readonly accountId: string;
  readonly region: string;
}
