import type { RunInput } from '../runs/run-kinds.ts';

/** Tasks that one activity claims. The workflow divides the pending tasks by it, so a change breaks replay. */
export const tasksPerActivity = 10;

/** Input of the workflow `scan`. */
export interface ScanInput extends RunInput {
  /** Id of the last account scanned before the workflow continued as new. */
  readonly after?: string;
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
